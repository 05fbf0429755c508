import { UserError } from '../user-error.ts';

/** One student of the game, in our own format. */
export interface CatalogueEntry {
  uid: string;
  names: Names;
  aliases: readonly string[];
  /** UIDs of the same student in other forms. */
  otherForms?: readonly string[];
}

export type Language = 'ko' | 'ja' | 'en';
export type Names = Record<Language, string>;
export const LANGUAGES = ['ko', 'ja', 'en'] as const satisfies Language[];

/** What a file may leave to what is known already. */
export type ImportedEntry = Omit<CatalogueEntry, 'aliases' | 'names'> & {
  names: Partial<Names>;
  aliases?: readonly string[];
};

/**
 * A hundred times what the game has. A service takes seconds and up to 350 MB to index the largest catalogue;
 * the benchmark searches one of 50,000 students.
 */
export const MAX_ENTRIES = 50_000;
export const MAX_ALIASES_PER_ENTRY = 100;
export const MAX_FORMS_PER_ENTRY = 20;
export const MAX_ALIASES = 100_000;
/** Of all UIDs, names and aliases together. */
export const MAX_LETTERS = 1_000_000;

/** Every fault is refused with the entry and the field, before anything is made of the data. */
export function validateEntries(data: readonly ImportedEntry[]): CatalogueEntry[] {
  const taken = new Map<string, string>();
  if (data.length === 0) throw new UserError('A catalogue has at least one student.');
  atMost(MAX_ENTRIES, data.length, 'students');
  const entries = data.map((entry, i) => {
    const uid: unknown = entry?.uid;
    const where = `entry ${i + 1}${isText(uid) ? ` (uid ${uid})` : ''}`;
    const want = (holds: boolean, field: string, what: string): void => {
      if (!holds) throw new UserError(`Catalogue ${where}: ${field} must be ${what}.`);
    };
    want(isUid(uid), 'uid', UID_FORM);
    for (const language of LANGUAGES) want(isText(entry.names?.[language]), `names.${language}`, TEXT_FORM);
    const { names, aliases = [], otherForms } = entry as CatalogueEntry;
    want(
      isArrayOf(isText, MAX_ALIASES_PER_ENTRY, aliases),
      'aliases',
      `an array of ${MAX_ALIASES_PER_ENTRY} at most, each ${TEXT_FORM}`,
    );
    want(
      otherForms === undefined || isArrayOf(isUid, MAX_FORMS_PER_ENTRY, otherForms),
      'otherForms',
      `an array of ${MAX_FORMS_PER_ENTRY} at most, each ${UID_FORM}`,
    );
    for (const [field, form] of [
      ['uid', entry.uid],
      ...(otherForms ?? []).map((one) => ['otherForms', one]),
    ] as [string, string][]) {
      want(!taken.has(form), field, `new, but ${form} is a UID of ${taken.get(form)} already`);
      taken.set(form, entry.uid);
    }
    const { ko, ja, en } = names;
    return { uid: entry.uid, names: { ko, ja, en }, aliases, ...(otherForms?.length && { otherForms }) };
  });
  atMost(
    MAX_ALIASES,
    entries.reduce((sum, { aliases }) => sum + aliases.length, 0),
    'aliases in all',
  );
  atMost(
    MAX_LETTERS,
    entries.reduce((sum, entry) => sum + lettersOf(entry), 0),
    'letters in all its UIDs, names and aliases',
  );
  return entries;
}

function atMost(most: number, there: number, what: string): void {
  if (there > most)
    throw new UserError(`A catalogue may have ${most} ${what}, and this one has ${there}. Import fewer.`);
}

function lettersOf({ uid, names, aliases, otherForms = [] }: CatalogueEntry): number {
  return [uid, ...otherForms, ...Object.values(names), ...aliases].reduce(
    (sum, text) => sum + text.length,
    0,
  );
}

const isArrayOf = (holds: (value: unknown) => boolean, most: number, value: unknown): boolean =>
  Array.isArray(value) && value.length <= most && value.every(holds);

/** A UID stands in paths and keys: what cannot stand there as it is, no caller could ever name. */
const UID_FORM = 'letters, digits, dots, dashes or underscores, 64 at most, beginning with a letter or digit';
const isUid = (value: unknown): value is string =>
  typeof value === 'string' && /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(value);

const TEXT_FORM = 'a text of 1 to 200 letters without control characters';
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 200 && !/\p{C}/u.test(value);
