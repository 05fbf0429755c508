import { Refusal } from '../refusal.ts';

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
export type EntryInFile = Omit<CatalogueEntry, 'aliases' | 'names'> & {
  names: Partial<Names>;
  aliases?: readonly string[];
};

/** Every fault is refused with the entry and the field, before anything is made of the data. */
export function checkedEntries(data: readonly EntryInFile[]): CatalogueEntry[] {
  const taken = new Map<string, string>();
  if (data.length === 0) throw new Refusal('A catalogue has at least one student.');
  return data.map((entry, i) => {
    const uid: unknown = entry?.uid;
    const where = `entry ${i + 1}${isText(uid) ? ` (uid ${uid})` : ''}`;
    const want = (holds: boolean, field: string, what: string): void => {
      if (!holds) throw new Refusal(`Catalogue ${where}: ${field} must be ${what}.`);
    };
    want(isUid(uid), 'uid', UID_FORM);
    for (const language of LANGUAGES) want(isText(entry.names?.[language]), `names.${language}`, TEXT_FORM);
    const { names, aliases = [], otherForms } = entry as CatalogueEntry;
    want(isTexts(aliases), 'aliases', `an array, each ${TEXT_FORM}`);
    want(
      otherForms === undefined || (Array.isArray(otherForms) && otherForms.every(isUid)),
      'otherForms',
      `an array, each ${UID_FORM}`,
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
}

/** A UID stands in paths and keys: what cannot stand there as it is, no caller could ever name. */
const UID_FORM = 'letters, digits, dots, dashes or underscores, 64 at most, beginning with a letter or digit';
const isUid = (value: unknown): value is string =>
  typeof value === 'string' && /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(value);

const TEXT_FORM = 'a text of 1 to 200 letters without control characters';
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 200 && !/\p{C}/u.test(value);
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
