import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../refusal.ts';
import { NameIndex } from './search.ts';

/** One student of the game, as the file has it. */
export interface CatalogueEntry {
  uid: string;
  names: { ko: string; ja: string; en: string };
  aliases: readonly string[];
  /** UIDs of the same student in other forms. */
  otherForms?: readonly string[];
}

/** Letters of queries and numbers found: a few MiB. */
const MOST_REMEMBERED = 500_000;
const SHIPPED = join(import.meta.dirname, '../../data/students.json');

/** Who exists. One immutable value: a request sees one catalogue, whatever is imported meanwhile. */
export class Catalogue {
  readonly entries: readonly CatalogueEntry[];
  /** The same for the same entries, on every instance. */
  readonly version: string;
  /** Each search result, ready to be answered. */
  readonly #summaries: readonly string[];
  readonly #numbers = new Map<string, number>();
  readonly #names: NameIndex;
  readonly #recent = new Map<string, readonly number[]>();
  #remembered = 0;

  constructor(entries: readonly CatalogueEntry[]) {
    this.entries = entries;
    this.version = hash('sha256', JSON.stringify(entries), 'hex').slice(0, 12);
    this.#summaries = entries.map(({ uid, names }) => JSON.stringify({ studentUid: uid, name: names.ko }));
    for (const [number, { uid, otherForms = [] }] of entries.entries())
      for (const form of [uid, ...otherForms]) this.#numbers.set(form, number);
    this.#names = new NameIndex(entries);
  }

  /** The representative UID of any form's; undefined if there is no such student. */
  resolve(uid: string): string | undefined {
    const number = this.#numbers.get(uid);
    return number === undefined ? undefined : this.entries[number]?.uid;
  }

  /** All that match, best first: the UID of any form, then names. */
  search(query: string): Found {
    const numbers = this.#recent.get(query) ?? this.#ranked(query);
    return {
      count: numbers.length,
      page: (from, to) => numbers.slice(from, to).map((number) => this.#summaries[number] as string),
    };
  }

  /** Remembered for the pages that follow, and because tools ask for the same few names all day. */
  #ranked(query: string): readonly number[] {
    const exact = this.#numbers.get(query);
    const named = this.#names.search(query);
    const numbers = exact === undefined ? named : [exact, ...named.filter((number) => number !== exact)];
    this.#remembered += query.length + numbers.length;
    if (this.#remembered > MOST_REMEMBERED) {
      this.#recent.clear();
      this.#remembered = 0;
    }
    this.#recent.set(query, numbers);
    return numbers;
  }
}

export interface Found {
  count: number;
  /** Summaries as JSON texts. */
  page: (from: number, to: number) => string[];
}

export function shippedCatalogue(): Catalogue {
  return new Catalogue(checkedEntries(JSON.parse(readFileSync(SHIPPED, 'utf8'))));
}

/** Every fault is refused with the entry and the field, before anything is made of the data. */
export function checkedEntries(data: unknown): CatalogueEntry[] {
  if (!Array.isArray(data)) throw new Refusal('A catalogue is an array of students.');
  const taken = new Map<string, string>();
  return data.map((entry, i) => {
    const where = `entry ${i + 1}${typeof entry?.uid === 'string' ? ` (uid ${entry.uid})` : ''}`;
    const want = (holds: boolean, field: string, what: string): void => {
      if (!holds) throw new Refusal(`Catalogue ${where}: ${field} must be ${what}.`);
    };
    want(isText(entry?.uid), 'uid', 'a non-empty string');
    for (const language of ['ko', 'ja', 'en'])
      want(isText(entry.names?.[language]), `names.${language}`, 'a non-empty string');
    want(isTexts(entry.aliases), 'aliases', 'an array of non-empty strings');
    want(
      entry.otherForms === undefined || isTexts(entry.otherForms),
      'otherForms',
      'an array of non-empty strings',
    );
    const { uid, names, aliases, otherForms } = entry as CatalogueEntry;
    for (const form of [uid, ...(otherForms ?? [])]) {
      const other = taken.get(form);
      want(
        other === undefined,
        form === uid ? 'uid' : 'otherForms',
        `new, but ${form} is a UID of ${other} already`,
      );
      taken.set(form, uid);
    }
    const { ko, ja, en } = names;
    return { uid, names: { ko, ja, en }, aliases, ...(otherForms && { otherForms }) };
  });
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
