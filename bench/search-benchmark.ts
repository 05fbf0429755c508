import { NameIndex, namesOf } from '../game/name-index.ts';
import { shippedCatalogue } from '../server/catalogue/catalogue.ts';
import type { CatalogueEntry } from '../server/catalogue/catalogue-entry.ts';
import { seededRandom } from './requests.ts';

const MANY_ENTRIES = 50_000;
const REPEATS = 300;

/** The shipped students plus generated ones made of the same syllables, kana and letters. */
function generateEntries(real: readonly CatalogueEntry[]): CatalogueEntry[] {
  const random = seededRandom();
  const characters = (textOf: (entry: CatalogueEntry) => string) => [
    ...new Set(real.flatMap((entry) => [...textOf(entry)])),
  ];
  const [ko, ja, en] = [
    characters(({ names }) => names.ko),
    characters(({ names }) => names.ja),
    characters(({ names }) => names.en),
  ];
  const name = (from: string[]) =>
    Array.from({ length: 2 + random(4) }, () => from[random(from.length)]).join('') || 'x';
  const made = Array.from({ length: MANY_ENTRIES - real.length }, (_, i) => ({
    uid: String(1_000_000 + i),
    names: { ko: name(ko), ja: name(ja), en: name(en) },
    aliases: random(2) === 1 ? [name(ko)] : [],
  }));
  return [...real, ...made];
}

/** Queries that players type. */
const ORDINARY = [
  '시로코',
  '호시노(무장)',
  '유우카',
  'ㅅㄹㅋ',
  '시롴',
  '카리',
  'tlfhzh',
  'shiroko',
  'ユウカ',
  '수시로코',
  '없는이름',
];
/** Queries of 200 characters that are slow to search. */
const HOSTILE = ['가', '시', 'ㅅ', 'ab', 'シロ', '\ufdfa', '(', '💥', '시로'].map((text) =>
  text.repeat(200 / [...text].length),
);

function buildIndex(entries: readonly CatalogueEntry[]): NameIndex {
  const index = new NameIndex(entries.length);
  for (const [number, entry] of entries.entries()) for (const name of namesOf(entry)) index.add(number, name);
  return index;
}

/** Microseconds per uncached search: with 50,000 entries, with the shipped ones, and of hostile queries. */
export function measureSearches(): { many: number; few: number; hostile: number } {
  const { entries } = shippedCatalogue();
  const [few, many] = [buildIndex(entries), buildIndex(generateEntries(entries))];
  const cost = (index: NameIndex, queries: readonly string[]): number => {
    for (let i = 0; i < REPEATS; i += 1) for (const query of queries) index.search(query);
    const startedAt = performance.now();
    for (let i = 0; i < REPEATS; i += 1) for (const query of queries) index.search(query);
    return ((performance.now() - startedAt) / REPEATS / queries.length) * 1000;
  };
  return { many: cost(many, ORDINARY), few: cost(few, ORDINARY), hostile: cost(many, HOSTILE) };
}
