import { type CardContent, ROW_NAMES, type RowName } from './card-content.ts';

/** From the richest to the smallest. */
export type CardKind = 'full' | 'compact' | 'tile' | 'named' | 'face';

/** What any of the cards has, for which all of them have room. */
export interface CardParts {
  readonly hasFacts: boolean;
  readonly hasCostumes: boolean;
  readonly rows: readonly RowName[];
  readonly hasWanted: boolean;
}

export const listParts = (contents: readonly CardContent[]): CardParts => ({
  hasFacts: contents.some(({ facts }) => facts.length > 0),
  hasCostumes: contents.some(({ costume }) => costume !== ''),
  rows: ROW_NAMES.filter((name) => contents.some(({ rows }) => rows[name] !== undefined)),
  hasWanted: contents.some(({ wanted }) => wanted !== undefined),
});

interface CardSize {
  /** Between two cards, in pixels. */
  readonly gap: number;
  readonly face: number;
  readonly padding: number;
  /** In units that are pixels where the smallest text can just be read. */
  readonly measure: (parts: CardParts) => { readonly width: number; readonly height: number };
}

const FULL = { gap: 12, face: 66, padding: 12 };
const COMPACT = { gap: 10, face: 44, padding: 8 };
const TILE_FACE = 76;
const NAMED_FACE = 50;
const SMALL_FACE = 40;

/** Heights of lines. */
export const LINE = {
  fullRow: 20,
  wanted: 17,
  compact: 16,
  tileName: 16,
  tileCostume: 12,
  tileValues: 14,
  namedName: 14,
  namedCostume: 11,
} as const;
export const WANTED_LINES = 2;
/** Of the rows of values. */
export const COMPACT_ROWS = 2;

const when = (condition: boolean, height: number): number => (condition ? height : 0);

export const CARD_SIZES: Record<CardKind, CardSize> = {
  full: {
    ...FULL,
    measure: ({ rows, hasWanted }) => ({
      width: 264,
      height:
        2 * FULL.padding +
        FULL.face +
        when(rows.length > 0 || hasWanted, 8) +
        rows.length * LINE.fullRow +
        when(hasWanted, WANTED_LINES * LINE.wanted),
    }),
  },
  compact: {
    ...COMPACT,
    measure: (parts) => {
      const lines = countCompactLines(parts);
      return {
        width: 172,
        height: 2 * COMPACT.padding + COMPACT.face + when(lines > 0, 4) + lines * LINE.compact,
      };
    },
  },
  tile: {
    gap: 8,
    face: TILE_FACE,
    padding: 0,
    measure: ({ hasCostumes, rows }) => ({
      width: TILE_FACE,
      height:
        TILE_FACE +
        2 +
        LINE.tileName +
        when(hasCostumes, LINE.tileCostume) +
        when(rows.includes('skills'), LINE.tileValues),
    }),
  },
  named: {
    gap: 6,
    face: NAMED_FACE,
    padding: 0,
    measure: ({ hasCostumes }) => ({
      width: NAMED_FACE,
      height: NAMED_FACE + 1 + LINE.namedName + when(hasCostumes, LINE.namedCostume),
    }),
  },
  face: {
    gap: 4,
    face: SMALL_FACE,
    padding: 0,
    measure: () => ({ width: SMALL_FACE, height: SMALL_FACE }),
  },
};

/** Facts, skills, gear, and goals in one line. */
const countCompactLines = ({ hasFacts, rows, hasWanted }: CardParts): number =>
  Number(hasFacts) + Math.min(rows.length, COMPACT_ROWS) + Number(hasWanted);
