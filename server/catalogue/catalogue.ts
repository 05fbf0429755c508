import { buildGrowthFacts } from '../../game/build-growth-facts.ts';
import type { GrowthFacts } from '../../game/growth-facts.ts';
import { NameIndex, namesOf } from '../../game/name-index.ts';
import { createPause } from '../scheduling/event-loop-turns.ts';
import {
  attributeLabels,
  type CatalogueData,
  growthCostsFile,
  shippedData,
  versionOf,
} from './catalogue-data.ts';
import { type CatalogueDays, servedDays } from './catalogue-days.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';

/** The day up to which the shipped catalogue has the students of the game in Japan, where they come first. */
export const SHIPPED_CATALOGUE_DATE = '2026-08-31';

/** All students of the game. Immutable once built; an import replaces the whole catalogue. */
export class Catalogue {
  readonly data: CatalogueData;
  /** A hash of the data, so that all instances agree on it. */
  readonly version: string;
  /** Search results by entry number, as JSON. */
  readonly #summaries: string[] = [];
  readonly #numberByUid = new Map<string, number>();
  readonly #nameIndex: NameIndex;
  readonly #days: CatalogueDays;
  #json = '';
  #growthFacts: GrowthFacts | undefined;

  private constructor(data: CatalogueData, version: string, days: CatalogueDays) {
    this.data = data;
    this.version = version;
    this.#days = days;
    this.#nameIndex = new NameIndex(data.students.length);
  }

  static build(data: CatalogueData, days: CatalogueDays = {}): Catalogue {
    const catalogue = new Catalogue(data, versionOf(data), days);
    for (const _ of catalogue.#fill());
    return catalogue;
  }

  /** Like `build`, but yields to the event loop between slices so that requests are served. */
  static async buildInSlices(
    data: CatalogueData,
    version: string,
    days: CatalogueDays = {},
  ): Promise<Catalogue> {
    const catalogue = new Catalogue(data, version, days);
    const pause = createPause();
    for (const _ of catalogue.#fill()) await pause();
    return catalogue;
  }

  get entries(): readonly CatalogueEntry[] {
    return this.data.students;
  }

  /** Adds all entries; yields after each name. */
  *#fill(): Generator<void> {
    const students: string[] = [];
    for (const [number, entry] of this.entries.entries()) {
      const { uid, names, aliases, otherForms = [], attributes = {} } = entry;
      this.#summaries.push(JSON.stringify({ studentUid: uid, name: names.ko }));
      const days = servedDays(this.#days[uid]);
      students.push(
        JSON.stringify({ studentUid: uid, names, aliases, forms: otherForms, attributes, ...days }),
      );
      for (const form of [uid, ...otherForms]) this.#numberByUid.set(form, number);
      for (const name of namesOf(entry)) {
        this.#nameIndex.add(number, name);
        yield;
      }
    }
    const labels = JSON.stringify(attributeLabels(this.data.labels));
    this.#json = `{"version":${JSON.stringify(this.version)},"students":[${students.join(',')}],"labels":${labels}}`;
  }

  /** The body of GET /catalogue.json. An entry has a name in every language, or the import refuses it. */
  get json(): string {
    return this.#json;
  }

  /** The facts that GET /growth.json serves. Built when first asked for. */
  get growthFacts(): GrowthFacts {
    this.#growthFacts ??= buildGrowthFacts({ ...this.data, costs: growthCostsFile() });
    return this.#growthFacts;
  }

  /** The eleph of each student is an item, also of one whom the items of an import lack. */
  hasItem(itemId: string): boolean {
    return Object.hasOwn(this.data.items, itemId) || this.resolve(itemId) === itemId;
  }

  /** Maps the UID of any form to the representative UID; undefined if there is no such student. */
  resolve(uid: string): string | undefined {
    const number = this.#numberByUid.get(uid);
    return number === undefined ? undefined : this.entries[number]?.uid;
  }

  get otherForms(): number {
    return this.#numberByUid.size - this.entries.length;
  }

  nameOf(uid: string, language: 'ko' | 'ja' | 'en' = 'ko'): string | undefined {
    return this.entries[this.#numberByUid.get(uid) ?? -1]?.names[language];
  }

  /** Finds all matches, best first: an exact UID, then names. */
  search(query: string): SearchResult {
    const exact = this.#numberByUid.get(query);
    const byName = this.#nameIndex.search(query);
    const numbers = exact === undefined ? byName : [exact, ...byName.filter((number) => number !== exact)];
    return {
      count: numbers.length,
      page: (from, to) => numbers.slice(from, to).map((number) => this.#summaries[number] as string),
    };
  }
}

export interface SearchResult {
  count: number;
  /** Each summary is a JSON text. */
  page: (from: number, to: number) => string[];
}

export const shippedCatalogue = (days?: CatalogueDays): Catalogue => Catalogue.build(shippedData(), days);
