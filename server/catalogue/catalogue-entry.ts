import { MAX_NAME_LENGTH, MAX_UID_LENGTH } from '../../contract/limits.ts';
import type { StudentAttributes } from '../../game/attributes.ts';
import type { StudentGrowth } from '../../game/growth-facts.ts';
import { UserError } from '../errors/user-error.ts';
import type { CatalogueFacts } from './catalogue-facts.ts';
import { type Check, checkAttributes, checkGrowth, isName, isReserved } from './fact-checks.ts';

/** One student of the game, in Rollbook's own file format. */
export interface CatalogueEntry {
  uid: string;
  names: Names;
  aliases: readonly string[];
  /** UIDs of the other forms of the same student. */
  otherForms?: readonly string[];
  /** Attributes that are left out are not known. */
  attributes?: StudentAttributes;
  growth?: StudentGrowth;
}

export type Language = 'ko' | 'ja' | 'en';
export type Names = Record<Language, string>;
export const LANGUAGES = ['ko', 'ja', 'en'] as const satisfies Language[];

/** Names and aliases that a file leaves out are taken from the current catalogue. */
export type ImportedEntry = Omit<CatalogueEntry, 'aliases' | 'names'> & {
  names: Partial<Names>;
  aliases?: readonly string[];
};

/**
 * More than a hundred times the students of the game. Indexing the largest catalogue takes seconds and up to 350 MB;
 * the benchmark searches one of this size.
 */
export const MAX_ENTRIES = 50_000;
export const MAX_ALIASES_PER_ENTRY = 100;
export const MAX_FORMS_PER_ENTRY = 20;
export const MAX_ALIASES = 100_000;
/** The total length of all UIDs, names and aliases. */
export const MAX_LETTERS = 1_000_000;

/** Throws at the first invalid entry; the message names the entry and the field. `facts` has the codes and items that exist. */
export function validateEntries(data: readonly ImportedEntry[], facts: CatalogueFacts): CatalogueEntry[] {
  const ownerByUid = new Map<string, string>();
  if (data.length === 0) throw new UserError('A catalogue has at least one student.');
  checkMaximum(MAX_ENTRIES, data.length, 'students');
  const entries = data.map((entry, i) => {
    const uid: unknown = entry?.uid;
    const where = `entry ${i + 1}${isName(uid) ? ` (uid ${uid})` : ''}`;
    const check: Check = (valid, field, expected) => {
      if (!valid) throw new UserError(`Catalogue ${where}: ${field} must be ${expected}.`);
    };
    check(isUid(uid), 'uid', UID_FORM);
    for (const language of LANGUAGES) check(isName(entry.names?.[language]), `names.${language}`, TEXT_FORM);
    const { names, aliases = [], otherForms } = entry as CatalogueEntry;
    check(
      isArrayOf(isName, MAX_ALIASES_PER_ENTRY, aliases),
      'aliases',
      `an array of ${MAX_ALIASES_PER_ENTRY} at most, each ${TEXT_FORM}`,
    );
    check(
      otherForms === undefined || isArrayOf(isUid, MAX_FORMS_PER_ENTRY, otherForms),
      'otherForms',
      `an array of ${MAX_FORMS_PER_ENTRY} at most, each ${UID_FORM}`,
    );
    for (const [field, form] of [
      ['uid', entry.uid],
      ...(otherForms ?? []).map((one) => ['otherForms', one]),
    ] as [string, string][]) {
      check(!ownerByUid.has(form), field, `new, but ${form} is a UID of ${ownerByUid.get(form)} already`);
      ownerByUid.set(form, entry.uid);
    }
    const { ko, ja, en } = names;
    return {
      uid: entry.uid,
      names: { ko, ja, en },
      aliases,
      ...(otherForms?.length && { otherForms }),
      attributes: checkAttributes(entry.attributes, facts, check),
      growth: checkGrowth(entry.growth, facts, check),
    };
  });
  checkMaximum(
    MAX_ALIASES,
    entries.reduce((sum, { aliases }) => sum + aliases.length, 0),
    'aliases in all',
  );
  checkMaximum(
    MAX_LETTERS,
    entries.reduce((sum, entry) => sum + countLetters(entry), 0),
    'letters in all its UIDs, names and aliases',
  );
  return entries;
}

export function checkMaximum(maximum: number, count: number, what: string): void {
  if (count > maximum)
    throw new UserError(`A catalogue may have ${maximum} ${what}, and this one has ${count}. Import fewer.`);
}

function countLetters({ uid, names, aliases, otherForms = [] }: CatalogueEntry): number {
  return [uid, ...otherForms, ...Object.values(names), ...aliases].reduce(
    (sum, text) => sum + text.length,
    0,
  );
}

const isArrayOf = (isItem: (value: unknown) => boolean, maxLength: number, value: unknown): boolean =>
  Array.isArray(value) && value.length <= maxLength && value.every(isItem);

/** A UID must be usable in URL paths as it is, or no caller could address the student. */
const UID_FORM = `letters, digits, dots, dashes or underscores, ${MAX_UID_LENGTH} at most, beginning with a letter or digit`;
const UID_PATTERN = new RegExp(`^[\\p{L}\\p{N}][\\p{L}\\p{N}._-]{0,${MAX_UID_LENGTH - 1}}$`, 'u');
const isUid = (value: unknown): value is string =>
  typeof value === 'string' && UID_PATTERN.test(value) && !isReserved(value);

const TEXT_FORM = `a text of 1 to ${MAX_NAME_LENGTH} letters without control characters`;
