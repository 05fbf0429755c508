import { type Box, type Brush, writeText } from './brush.ts';
import type { CardContent } from './card-content.ts';
import { drawStars } from './draw-stars.ts';
import { writeValues } from './write-lines.ts';

export interface HeadSizes {
  readonly name: number;
  readonly stars: number;
  /** Left out where the facts have a line of their own. */
  readonly facts?: number;
}

/** How much of the line a name may take before its costume. */
const NAME_SHARE = 0.68;

/** Name, stars, and the values that are in no row, in the middle of the height. */
export function drawHead(
  brush: Brush,
  { name, costume, stars, facts }: CardContent,
  { x, y, width, height }: Box,
  sizes: HeadSizes,
): void {
  const { facts: factSize = 0 } = sizes;
  const heights = {
    name: sizes.name * 1.3,
    stars: stars ? sizes.stars * 1.45 : 0,
    facts: facts.length > 0 ? factSize * 1.5 : 0,
  };
  const top = y + (height - heights.name - heights.stars - heights.facts) / 2;
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
  if (stars)
    drawStars(brush, stars, {
      x: x - 1,
      y: top + heights.name + heights.stars / 2,
      size: Math.min(sizes.stars, width / 9),
      colors: brush.colors,
    });
  if (heights.facts > 0)
    writeValues(brush, facts, {
      x,
      y: top + heights.name + heights.stars + heights.facts / 2,
      width,
      size: factSize,
    });
}
