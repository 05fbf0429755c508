import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CatalogueEntry, checkedEntries } from './entries.ts';
import { NameIndex } from './search.ts';

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

  get otherForms(): number {
    return this.#numbers.size - this.entries.length;
  }

  nameOf(uid: string): string | undefined {
    return this.entries[this.#numbers.get(uid) ?? -1]?.names.ko;
  }

  /** All that match, best first: the UID of any form, then names. */
  search(query: string): Found {
    const exact = this.#numbers.get(query);
    const named = this.#names.search(query);
    const numbers = exact === undefined ? named : [exact, ...named.filter((number) => number !== exact)];
    return {
      count: numbers.length,
      page: (from, to) => numbers.slice(from, to).map((number) => this.#summaries[number] as string),
    };
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
