import { STATE_NAMES, type StateName } from '../../contract/state-fields.ts';

/** Meanings of a column of a spreadsheet beside one state field. */
export const SHEET_PARTS = [
  'name',
  'studentUid',
  'owned',
  'stars',
  'weapon',
  'skills',
  'gear',
  'abilities',
  'ignored',
] as const;
/** The meaning of a column of a spreadsheet; `ignored` is none. Cells of `stars` and `weapon` may have both stars. */
export type SheetMeaning = (typeof SHEET_PARTS)[number] | Exclude<StateName, 'tier' | 'weaponTier'>;
/** All meanings that a column can have. */
export const SHEET_MEANINGS: readonly SheetMeaning[] = [
  ...SHEET_PARTS,
  ...STATE_NAMES.filter((name) => name !== 'tier' && name !== 'weaponTier'),
];

const MEANING_NAMES: ReadonlySet<string> = new Set(SHEET_MEANINGS);
export const isMeaning = (text: unknown): text is SheetMeaning =>
  typeof text === 'string' && MEANING_NAMES.has(text);
