import { type Box, type Brush, writeText } from './brush.ts';
import type { CardContent } from './card-content.ts';
import { drawMarks } from './draw-marks.ts';
import { drawStars } from './draw-stars.ts';
import { writeValues } from './write-lines.ts';

export interface HeadSizes {
  readonly name: number;
  readonly kind: number;
  /** Left out where stars and facts have lines of their own. */
  readonly stars?: number;
  readonly facts?: number;
}

/** How much of the line a name may take before its costume. */
const NAME_SHARE = 0.68;

/** Name, role and school, stars with marks, and the values that are in no row, in the middle of the height. */
export function drawHead(
  brush: Brush,
  content: CardContent,
  { x, y, width, height }: Box,
  sizes: HeadSizes,
): void {
  const { name, costume, kind, stars, facts } = content;
  const { stars: starSize = 0, facts: factSize = 0 } = sizes;
  const heights = {
    name: sizes.name * 1.3,
    kind: kind === '' ? 0 : sizes.kind * 1.4,
    stars: stars ? starSize * 1.45 : 0,
    facts: facts.length > 0 ? factSize * 1.5 : 0,
  };
  const top = y + (height - heights.name - heights.kind - heights.stars - heights.facts) / 2;
  const written = writeText(brush, name, {
    x,
    y: top + heights.name / 2,
    size: sizes.name,
    weight: 700,
    color: brush.colors.ink,
    width: costume === '' ? width : width * NAME_SHARE,
  });
  const before = written + sizes.name * 0.3;
  writeText(brush, costume, {
    x: x + before,
    y: top + heights.name * 0.52,
    size: sizes.name * 0.72,
    color: brush.colors.soft,
    width: width - before,
  });
  writeText(brush, kind, {
    x,
    y: top + heights.name + heights.kind / 2,
    size: sizes.kind,
    color: brush.colors.soft,
    width,
  });
  const below = top + heights.name + heights.kind;
  if (heights.stars > 0)
    drawStarLine(brush, content, { x, y: below, width, height: heights.stars }, starSize);
  if (heights.facts > 0)
    writeValues(brush, facts, { x, y: below + heights.stars + heights.facts / 2, width, size: factSize });
}

/** Stars, and at the end of the line the marks. */
export function drawStarLine(
  brush: Brush,
  content: CardContent,
  { x, y, width, height }: Box,
  size: number,
): void {
  const middle = y + height / 2;
  const taken = drawMarks(brush, content, { right: x + width, y: middle, size: size * 1.35 });
  if (content.stars)
    drawStars(brush, content.stars, {
      x: x - 1,
      y: middle,
      size: Math.min(size, (width - taken) / 9),
      colors: brush.colors,
    });
}
