import { type Box, type Brush, fillBox, strokeBox, writeText } from './brush.ts';
import { type CardContent, ROW_NAMES } from './card-content.ts';
import { drawFace, type FacePlace } from './draw-face.ts';
import { drawHead, drawStarLine, type HeadSizes } from './draw-head.ts';
import { drawMarkedFace, drawTileFace } from './draw-marked-faces.ts';
import type { CardKind, CardSize } from './lay-out-picture.ts';
import { writeValues, writeWanted } from './write-lines.ts';

/** One below the other. A part is as high as what it says of the student, and not there where that is nothing. */
interface CardPart {
  readonly height: (content: CardContent) => number;
  readonly draw: (brush: Brush, content: CardContent, place: Box) => void;
}

interface Card extends Omit<CardSize, 'height'> {
  readonly padding: number;
  /** The corner of the paper that it is drawn on. */
  readonly corner?: number;
  readonly parts: readonly CardPart[];
}

const listRows = ({ rows }: CardContent) => ROW_NAMES.flatMap((name) => rows[name] ?? []);

/** The face, and beside it the name and what else has a size. */
const headPart = (face: number, gap: number, sizes: HeadSizes): CardPart => ({
  height: () => face,
  draw(brush, content, { x, y, width }) {
    drawFace(brush, content, { x, y, size: face });
    drawHead(brush, content, { x: x + face + gap, y, width: width - face - gap, height: face }, sizes);
  },
});

const facePart = (
  size: number,
  draw: (brush: Brush, content: CardContent, place: FacePlace) => void,
): CardPart => ({
  height: () => size,
  draw: (brush, content, { x, y, width }) => draw(brush, content, { x: x + (width - size) / 2, y, size }),
});

/** Before what only some students have. */
const spacePart = (height: number, isNeeded: (content: CardContent) => boolean): CardPart => ({
  height: (content) => (isNeeded(content) ? height : 0),
  draw() {},
});

const hasLines = (content: CardContent): boolean =>
  listRows(content).length > 0 || content.wanted !== undefined;
const rulePart: CardPart = {
  ...spacePart(8, hasLines),
  draw: (brush, _, { x, y, width }) =>
    fillBox(brush, { x, y: y + 5, width, height: 1 }, 0, brush.colors.line),
};

interface LineStyle {
  readonly height: number;
  readonly size: number;
  readonly weight?: 400 | 500 | 600;
  readonly color?: 'ink' | 'soft';
  readonly isCentered?: boolean;
}

const linePart = (
  { height, size, weight = 400, color = 'ink', isCentered = false }: LineStyle,
  read: (content: CardContent) => string | undefined,
): CardPart => ({
  height: (content) => (read(content) ? height : 0),
  draw: (brush, content, { x, y, width }) =>
    writeText(brush, read(content) ?? '', {
      ...{ size, weight, width, color: brush.colors[color] },
      ...(isCentered ? ({ x: x + width / 2, align: 'center' } as const) : { x }),
      y: y + height / 2,
    }),
});

const FULL_COLUMNS = 4;
const FULL_ROW = 20;
/** Each value in a column. */
const rowsPart: CardPart = {
  height: (content) => listRows(content).length * FULL_ROW,
  draw(brush, content, { x, y, width }) {
    const column = width / FULL_COLUMNS;
    for (const [row, { values }] of listRows(content).entries())
      for (const [place, value] of values.entries())
        writeValues(brush, [value], {
          x: x + place * column,
          y: y + (row + 0.5) * FULL_ROW + 1,
          width: column - 4,
          size: 13,
        });
  },
};

const factsPart = (height: number): CardPart => ({
  height: ({ facts }) => (facts.length > 0 ? height : 0),
  draw: (brush, { facts }, { x, y, width }) =>
    writeValues(brush, facts, { x, y: y + height / 2, width, size: 12 }),
});

const wantedPart = (style: { size: number; height: number; lines: number }, top = 0): CardPart => ({
  height: ({ wanted }) => (wanted ? style.height * style.lines : 0),
  draw: (brush, { wanted }, { x, y, width }) =>
    writeWanted(brush, wanted, { ...style, x, y: y + top, width }),
});

const starPart = (height: number, size: number): CardPart => ({
  height: ({ stars, marks }) => (stars || marks.length > 0 ? height : 0),
  draw: (brush, content, place) => drawStarLine(brush, content, place, size),
});

const COMPACT_LINE = 16;
/** Skills and gear in one line, each after its label. */
const compactRows: CardPart = {
  height: (content) => (listRows(content).length > 0 ? COMPACT_LINE : 0),
  draw(brush, content, { x, y, width }) {
    const values = listRows(content)
      .slice(0, 2)
      .map(({ label, text }) => ({ label, text, isHighest: false }));
    writeValues(brush, values, { x, y: y + COMPACT_LINE / 2, width, size: 12 });
  },
};

const nameLine = (height: number, size: number) =>
  linePart({ height, size, weight: 600, isCentered: true }, ({ name }) => name);
const costumeLine = (height: number, size: number) =>
  linePart({ height, size, color: 'soft', isCentered: true }, ({ costume }) => costume);

const CARDS: Record<CardKind, Card> = {
  full: {
    ...{ gap: 12, width: 264, padding: 12, corner: 14 },
    parts: [
      headPart(70, 12, { name: 16, kind: 10.5, stars: 12, facts: 12 }),
      rulePart,
      rowsPart,
      wantedPart({ size: 12, height: 17, lines: 2 }, 2),
    ],
  },
  compact: {
    ...{ gap: 10, width: 172, padding: 8, corner: 10 },
    parts: [
      headPart(40, 8, { name: 14.5, kind: 10.5 }),
      spacePart(2, () => true),
      starPart(18, 12),
      factsPart(COMPACT_LINE),
      compactRows,
      wantedPart({ size: 11.5, height: COMPACT_LINE, lines: 1 }),
    ],
  },
  tile: {
    ...{ gap: 8, width: 76, padding: 0 },
    parts: [
      facePart(76, drawTileFace),
      spacePart(2, () => true),
      nameLine(16, 13),
      costumeLine(12, 10.5),
      linePart(
        { height: 14, size: 11.5, weight: 500, color: 'soft', isCentered: true },
        ({ rows }) => rows.skills?.text,
      ),
    ],
  },
  named: {
    ...{ gap: 6, width: 50, padding: 0 },
    parts: [facePart(50, drawMarkedFace), spacePart(1, () => true), nameLine(14, 11.5), costumeLine(11, 9.5)],
  },
  face: {
    ...{ gap: 4, width: 40, padding: 0 },
    parts: [
      facePart(40, (brush, content, place) => drawMarkedFace(brush, content, place, { hasName: true })),
    ],
  },
};

/** With room for what any of the students has. */
export function measureCard(kind: CardKind, contents: readonly CardContent[]): CardSize {
  const { gap, width, padding, parts } = CARDS[kind];
  const heights = parts.map(({ height }) => Math.max(0, ...contents.map(height)));
  return { gap, width, height: heights.reduce((sum, height) => sum + height, 2 * padding) };
}

/** Draws a card whose corner is the origin. */
export function drawCard(
  brush: Brush,
  kind: CardKind,
  content: CardContent,
  { width, height }: Pick<Box, 'width' | 'height'>,
): void {
  const { padding, corner, parts } = CARDS[kind];
  if (corner !== undefined) {
    const paper = { x: 0, y: 0, width, height };
    fillBox(brush, paper, corner, brush.colors.card);
    strokeBox(brush, paper, corner, brush.colors.line);
  }
  let y = padding;
  for (const part of parts) {
    const place = { x: padding, y, width: width - 2 * padding, height: part.height(content) };
    if (place.height > 0) part.draw(brush, content, place);
    y += place.height;
  }
}
