import { SHARE_PICTURE } from '../../../contract/shares.ts';

/** From the richest to the smallest. */
const KINDS = ['full', 'compact', 'tile', 'named', 'face'] as const;
export type CardKind = (typeof KINDS)[number];

export interface CardSize {
  /** The least, in units that are pixels where the smallest text can just be read. */
  readonly width: number;
  readonly height: number;
  /** Between two cards, in pixels. */
  readonly gap: number;
}

export type PictureFormat = 'wide' | 'tall';

export interface PictureLayout {
  readonly width: number;
  readonly height: number;
  readonly header: { readonly scale: number; readonly margin: number };
  readonly kind: CardKind;
  /** A card is drawn in the units of its size. */
  readonly scale: number;
  /** In pixels. */
  readonly card: { readonly width: number; readonly height: number };
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

const HEADER_HEIGHT = 64;
/** A larger portrait is blurred. */
const MAX_SCALE = 3.4;
/** Cards become wider than they need, so that the grid ends where the heading does. */
const MAX_STRETCH = 1.6;
/** Up to so many, a row that is not full stands in the middle. */
const MAX_CENTERED = 12;

interface FormatSize {
  readonly width: number;
  /** The heights that it may have, in the order in which they are tried. */
  readonly heights: readonly number[];
  readonly isFixed: boolean;
  readonly margin: number;
  readonly headerScale: number;
  /** What can just be read. */
  readonly minScale: number;
}

const FORMATS: Record<PictureFormat, FormatSize> = {
  wide: {
    width: SHARE_PICTURE.width,
    heights: [SHARE_PICTURE.height],
    isFixed: true,
    margin: 22,
    headerScale: 1,
    minScale: 1,
  },
  // About a screen of a phone, then what can still be scrolled, then what browsers and chats surely take.
  tall: {
    width: 1080,
    heights: [1920, 4000, 6000],
    isFixed: false,
    margin: 32,
    headerScale: 1.3,
    minScale: 1.15,
  },
};

interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly scale: number;
}

/** The richest cards that can be read, as large as there is room; if none can, faces that are smaller. */
export function layOutPicture(
  count: number,
  format: PictureFormat,
  measure: (kind: CardKind) => CardSize,
): PictureLayout {
  const size = FORMATS[format];
  const headerEnd = size.margin + HEADER_HEIGHT * size.headerScale + size.margin / 2;
  const areaWidth = size.width - 2 * size.margin;
  const areaHeight = (height: number) => height - headerEnd - size.margin;
  const candidates = KINDS.flatMap((kind) =>
    size.heights.map((height) => ({
      kind,
      grid: fitGrid(count, measure(kind), { width: areaWidth, height: areaHeight(height) }),
    })),
  );
  const { kind, grid } =
    candidates.find(({ grid: { scale } }) => scale >= size.minScale) ??
    (candidates.at(-1) as (typeof candidates)[number]);
  const { gap, ...base } = measure(kind);
  const { columns, rows, scale } = grid;
  const card = {
    width: Math.min((areaWidth - (columns - 1) * gap) / columns, base.width * scale * MAX_STRETCH),
    height: base.height * scale,
  };
  const gridHeight = rows * (card.height + gap) - gap;
  const height = size.isFixed
    ? (size.heights[0] as number)
    : Math.round(headerEnd + gridHeight + size.margin);
  const top = headerEnd + Math.max(0, areaHeight(height) - gridHeight) / 2;
  const places = Array.from({ length: count }, (_, place) => {
    const row = Math.floor(place / columns);
    const inRow = Math.min(columns, count - row * columns);
    const inWidth = count <= MAX_CENTERED ? inRow : Math.min(columns, count);
    const left = (size.width - inWidth * (card.width + gap) + gap) / 2;
    return { x: left + (place % columns) * (card.width + gap), y: top + row * (card.height + gap) };
  });
  const header = { scale: size.headerScale, margin: size.margin };
  return { width: size.width, height, header, kind, scale, card, places };
}

/** The number of columns with which the cards are largest; of equal ones the fewest. */
function fitGrid(count: number, card: CardSize, area: { width: number; height: number }): Grid {
  let best: Grid = { columns: 1, rows: count, scale: 0 };
  for (let columns = 1; columns <= Math.max(1, count); columns += 1) {
    const rows = Math.ceil(count / columns);
    const scale = Math.min(
      (area.width - (columns - 1) * card.gap) / (columns * card.width),
      (area.height - (rows - 1) * card.gap) / (rows * card.height),
      MAX_SCALE,
    );
    if (scale > best.scale) best = { columns, rows, scale };
  }
  return best;
}
