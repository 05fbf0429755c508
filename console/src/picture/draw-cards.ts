import { type Brush, fillBox, strokeBox, writeText } from './brush.ts';
import { type CardContent, ROW_NAMES } from './card-content.ts';
import { CARD_SIZES, type CardKind, COMPACT_ROWS, LINE, WANTED_LINES } from './card-sizes.ts';
import { drawFace } from './draw-face.ts';
import { drawMarkedFace, drawTileFace } from './draw-marked-faces.ts';
import { drawStars } from './draw-stars.ts';
import { writeNames, writeValues, writeWanted } from './write-lines.ts';

interface CardSpace {
  readonly width: number;
  readonly height: number;
}

/** Draws a card whose corner is the origin, in the units of `CARD_SIZES`. */
export const CARD_DRAWERS: Record<CardKind, (brush: Brush, content: CardContent, space: CardSpace) => void> =
  { full: drawFullCard, compact: drawCompactCard, tile: drawTile, named: drawNamed, face: drawSmallFace };

const FULL_COLUMNS = 4;

const listRows = ({ rows }: CardContent) => ROW_NAMES.flatMap((name) => rows[name] ?? []);

function drawFullCard(brush: Brush, content: CardContent, space: CardSpace): void {
  const { padding, face } = CARD_SIZES.full;
  const width = space.width - 2 * padding;
  drawPaper(brush, space, 14);
  drawFace(brush, content, { x: padding, y: padding, size: face });
  drawHead(brush, content, {
    x: padding + face + 12,
    y: padding,
    width: width - face - 12,
    height: face,
    sizes: { name: 18, stars: 14.5, facts: 13.5 },
  });
  const rows = listRows(content);
  let y = padding + face + 8;
  if (rows.length > 0 || content.wanted)
    fillBox(brush, { x: padding, y: y - 3, width, height: 1 }, 0, brush.colors.line);
  for (const { values } of rows) {
    for (const [place, value] of values.entries())
      writeValues(brush, [value], {
        x: padding + (place * width) / FULL_COLUMNS,
        y: y + LINE.fullRow / 2 + 1,
        width: width / FULL_COLUMNS - 4,
        size: 13,
      });
    y += LINE.fullRow;
  }
  writeWanted(brush, content.wanted, {
    x: padding,
    y: y + 2,
    width,
    size: 12,
    height: LINE.wanted,
    lines: WANTED_LINES,
  });
}

function drawCompactCard(brush: Brush, content: CardContent, space: CardSpace): void {
  const { padding, face } = CARD_SIZES.compact;
  const width = space.width - 2 * padding;
  drawPaper(brush, space, 10);
  drawFace(brush, content, { x: padding, y: padding, size: face });
  const { facts } = content;
  drawHead(
    brush,
    { ...content, facts: [] },
    {
      x: padding + face + 8,
      y: padding,
      width: width - face - 8,
      height: face,
      sizes: { name: 14.5, stars: 12, facts: 12 },
    },
  );
  const line = { x: padding, y: padding + face + 4 + LINE.compact / 2, width, size: 12 };
  if (facts.length > 0) {
    writeValues(brush, facts, line);
    line.y += LINE.compact;
  }
  for (const { text } of listRows(content).slice(0, COMPACT_ROWS)) {
    writeText(brush, text, { ...line, weight: 600, color: brush.colors.ink });
    line.y += LINE.compact;
  }
  const y = line.y - LINE.compact / 2;
  writeWanted(brush, content.wanted, { ...line, y, size: 11.5, height: LINE.compact, lines: 1 });
}

function drawTile(brush: Brush, content: CardContent, { width }: CardSpace): void {
  const { face } = CARD_SIZES.tile;
  drawTileFace(brush, content, { x: (width - face) / 2, y: 0, size: face });
  const end = writeNames(brush, content, {
    y: face + 2,
    width,
    name: { height: LINE.tileName, size: 13 },
    costume: { height: LINE.tileCostume, size: 10.5 },
  });
  writeText(brush, content.rows.skills?.text ?? '', {
    x: width / 2,
    y: end + LINE.tileValues / 2,
    size: 11.5,
    weight: 500,
    color: brush.colors.soft,
    align: 'center',
    width,
  });
}

function drawNamed(brush: Brush, content: CardContent, { width }: CardSpace): void {
  const { face } = CARD_SIZES.named;
  drawMarkedFace(brush, content, { x: (width - face) / 2, y: 0, size: face });
  writeNames(brush, content, {
    y: face + 1,
    width,
    name: { height: LINE.namedName, size: 11.5 },
    costume: { height: LINE.namedCostume, size: 9.5 },
  });
}

function drawSmallFace(brush: Brush, content: CardContent, { width }: CardSpace): void {
  const { face } = CARD_SIZES.face;
  drawMarkedFace(brush, content, { x: (width - face) / 2, y: 0, size: face }, { hasName: true });
}

function drawPaper(brush: Brush, space: CardSpace, radius: number): void {
  const box = { x: 0, y: 0, ...space };
  fillBox(brush, box, radius, brush.colors.card);
  strokeBox(brush, box, radius, brush.colors.line);
}

interface Head extends CardSpace {
  x: number;
  y: number;
  sizes: { name: number; stars: number; facts: number };
}

/** How much of the line a name may take before its costume. */
const NAME_SHARE = 0.68;

/** Name, stars, and the values that are in no row, in the middle of the height. */
function drawHead(brush: Brush, content: CardContent, { x, y, width, height, sizes }: Head): void {
  const { name, costume, stars, facts } = content;
  const heights = {
    name: sizes.name * 1.3,
    stars: stars ? sizes.stars * 1.45 : 0,
    facts: facts.length > 0 ? sizes.facts * 1.5 : 0,
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
  if (facts.length > 0)
    writeValues(brush, facts, {
      x,
      y: top + heights.name + heights.stars + heights.facts / 2,
      width,
      size: sizes.facts,
    });
}
