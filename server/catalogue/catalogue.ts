import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type CatalogueEntry, validateEntries } from './catalogue-entry.ts';
import { NameIndex, namesOf } from './name-index.ts';

const SHIPPED = join(import.meta.dirname, '../../data/students.json');
/** How long a catalogue in the making may keep the event loop from requests. */
const SLICE_MS = 5;

/** Who exists. One immutable value: a request sees one catalogue, whatever is imported meanwhile. */
export class Catalogue {
  readonly entries: readonly CatalogueEntry[];
  /** The same for the same entries, on every instance. */
  readonly version: string;
  /** Each search result, ready to be answered. */
  readonly #summaries: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #names: NameIndex;

  private constructor(entries: readonly CatalogueEntry[], version: string) {
    this.entries = entries;
    this.version = version;
    this.#names = new NameIndex(entries.length);
  }

  static build(entries: readonly CatalogueEntry[]): Catalogue {
    const catalogue = new Catalogue(entries, versionOf(entries));
    for (const _ of catalogue.#fill());
    return catalogue;
  }

  /** The same, while the event loop serves requests in between. */
  static async buildInSlices(entries: readonly CatalogueEntry[], version: string): Promise<Catalogue> {
    const catalogue = new Catalogue(entries, version);
    let until = performance.now() + SLICE_MS;
    for (const _ of catalogue.#fill()) {
      if (performance.now() < until) continue;
      await setImmediate();
      until = performance.now() + SLICE_MS;
    }
    return catalogue;
  }

  /** Stops after each name. */
  *#fill(): Generator<void> {
    for (const [number, entry] of this.entries.entries()) {
      const { uid, names, otherForms = [] } = entry;
      this.#summaries.push(JSON.stringify({ studentUid: uid, name: names.ko }));
      for (const form of [uid, ...otherForms]) this.#numbers.set(form, number);
      for (const name of namesOf(entry)) {
        this.#names.add(number, name);
        yield;
      }
    }
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
  search(query: string): SearchResult {
    const exact = this.#numbers.get(query);
    const named = this.#names.search(query);
    const numbers = exact === undefined ? named : [exact, ...named.filter((number) => number !== exact)];
    return {
      count: numbers.length,
      page: (from, to) => numbers.slice(from, to).map((number) => this.#summaries[number] as string),
    };
  }
}

export interface SearchResult {
  count: number;
  /** Summaries as JSON texts. */
  page: (from: number, to: number) => string[];
}

const versionOf = (entries: readonly CatalogueEntry[]): string =>
  hash('sha256', JSON.stringify(entries), 'hex').slice(0, 12);

export function shippedCatalogue(): Catalogue {
  return Catalogue.build(validateEntries(JSON.parse(readFileSync(SHIPPED, 'utf8'))));
}
