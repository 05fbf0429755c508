import { UserError } from '../errors/user-error.ts';
import { checkMaximum, type Language, MAX_ENTRIES } from './catalogue-entry.ts';

/** The form that a value of SchaleDB must have. */
type Form<T> = readonly [isValid: (value: unknown) => value is T, expected: string];

export const TEXT: Form<string> = [
  (value): value is string => typeof value === 'string' && value.trim() !== '',
  'a non-empty string',
];
/** A name in SchaleDB's code, such as RedWinter. */
export const WORD: Form<string> = [
  (value): value is string => typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/.test(value),
  'a word of letters and digits',
];
export const WHOLE: Form<number> = [
  (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0,
  'a whole number',
];
export const BOOLEAN: Form<boolean> = [
  (value): value is boolean => typeof value === 'boolean',
  'true or false',
];
export const listOf = <T>([isValid, expected]: Form<T>): Form<T[]> => [
  (value): value is T[] => Array.isArray(value) && value.every(isValid),
  `an array, each item ${expected}`,
];
export const oneOrListOf = <T>(form: Form<T>): Form<T | T[]> => {
  const [isOne, expected] = form;
  const [isList] = listOf(form);
  return [(value): value is T | T[] => isOne(value) || isList(value), `${expected}, or an array of them`];
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** An entry of a file of SchaleDB, of which any key may be missing. */
export class SchaleRow {
  readonly #values: Record<string, unknown>;
  readonly #where: string;

  constructor(values: Record<string, unknown>, where: string) {
    this.#values = values;
    this.#where = where;
  }

  get id(): string {
    return String(this.#values.Id);
  }

  /** Undefined if the key is missing or null. */
  read<T>(key: string, [isValid, expected]: Form<T>): T | undefined {
    const value = this.#values[key];
    if (value === undefined || value === null) return undefined;
    if (!isValid(value)) throw new UserError(`${this.#where}: ${key} must be ${expected}.`);
    return value;
  }

  readRequired<T>(key: string, form: Form<T>): T {
    const value = this.read(key, form);
    if (value === undefined) throw new UserError(`${this.#where}: ${key} must be ${form[1]}.`);
    return value;
  }

  /** An object within; SchaleDB has an empty array for some that are empty. */
  inner(key: string): SchaleRow | undefined {
    const value = this.#values[key];
    if (value === undefined || value === null) return undefined;
    if (!isObject(value)) throw new UserError(`${this.#where}: ${key} must be an object.`);
    return new SchaleRow(value, `${this.#where}: ${key}`);
  }

  /** Refuses the row for what several of its keys say together. */
  refuse(problem: string): never {
    throw new UserError(`${this.#where}: ${problem}.`);
  }
}

/** Names have line breaks, and characters as HTML has them. */
const CHARACTERS: Readonly<Record<string, string>> = { '&#x27;': "'", '&quot;': '"', '&amp;': '&' };

/** Undefined where a translation is missing: SchaleDB has the Japanese name then. */
export function cleanName(text: string | undefined, language: Language): string | undefined {
  const name = text
    ?.replace(/&(?:#x27|quot|amp);/g, (character) => CHARACTERS[character] ?? character)
    .replace(/\s+/g, ' ')
    .trim();
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name ?? '');
  return isJapanese && language !== 'ja' ? undefined : name;
}

/** A message ends up in the log and the database, and a key may be as long as the file. */
const MAX_SHOWN_KEY_LENGTH = 40;

/** The entries of a file: an array, or an object by ID. */
export function readRows(name: string, data: unknown): SchaleRow[] {
  if (!isObject(data)) throw new UserError(`${name} is neither our own format nor SchaleDB's.`);
  checkMaximum(
    MAX_ENTRIES,
    Array.isArray(data) ? data.length : Object.keys(data).length,
    'entries in a file',
  );
  return Object.entries(data).map(([key, values]) => {
    const { Id } = Object(values);
    const where = `${name}: entry ${key.slice(0, MAX_SHOWN_KEY_LENGTH)}`;
    if (!isObject(values) || !Number.isInteger(Id))
      throw new UserError(`${where}: Id must be a whole number.`);
    return new SchaleRow(values, `${where} (Id ${Id})`);
  });
}

/** The texts of SchaleDB's pages: for each kind of word, the names of all. */
export const isLabelFile = (data: unknown): boolean => isObject(Object(data).School);

/** Items have a category, students do not. */
export const isItemFile = (data: unknown): boolean =>
  Object.values(Object(data)).some((entry) => Object(entry).Category !== undefined);
