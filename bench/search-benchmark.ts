import { shippedCatalogue } from '../server/catalogue/catalogue.ts';
import type { CatalogueEntry } from '../server/catalogue/catalogue-entry.ts';
import { NameIndex, namesOf } from '../server/catalogue/name-index.ts';
import { randomly } from './work.ts';

const MANY = 50_000;
const REPEATS = 300;

/** The shipped students and made-up ones of the same syllables, kana and letters. */
function manyEntries(real: readonly CatalogueEntry[]): CatalogueEntry[] {
  const random = randomly();
  const signs = (of: (entry: CatalogueEntry) => string) => [
    ...new Set(real.flatMap((entry) => [...of(entry)])),
  ];
  const [ko, ja, en] = [
    signs(({ names }) => names.ko),
    signs(({ names }) => names.ja),
    signs(({ names }) => names.en),
  ];
  const name = (from: string[]) =>
    Array.from({ length: 2 + random(4) }, () => from[random(from.length)]).join('') || 'x';
  const made = Array.from({ length: MANY - real.length }, (_, i) => ({
    uid: String(1_000_000 + i),
    names: { ko: name(ko), ja: name(ja), en: name(en) },
    aliases: random(2) === 1 ? [name(ko)] : [],
  }));
  return [...real, ...made];
}

/** Queries that players type, and 200 letters of what an enemy may send. */
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
const HOSTILE = ['가', '시', 'ㅅ', 'ab', 'シロ', '\ufdfa', '(', '💥', '시로'].map((sign) =>
  sign.repeat(200 / [...sign].length),
);

function indexOf(entries: readonly CatalogueEntry[]): NameIndex {
  const index = new NameIndex(entries.length);
  for (const [number, entry] of entries.entries()) for (const name of namesOf(entry)) index.add(number, name);
  return index;
}

/** Microseconds of a search, past all memory of earlier ones: by names that there are, and by what is sent. */
export function searchCosts(): { many: number; few: number; hostile: number } {
  const { entries } = shippedCatalogue();
  const [few, many] = [indexOf(entries), indexOf(manyEntries(entries))];
  const cost = (index: NameIndex, queries: readonly string[]): number => {
    for (let i = 0; i < REPEATS; i += 1) for (const query of queries) index.search(query);
    const began = performance.now();
    for (let i = 0; i < REPEATS; i += 1) for (const query of queries) index.search(query);
    return ((performance.now() - began) / REPEATS / queries.length) * 1000;
  };
  return { many: cost(many, ORDINARY), few: cost(few, ORDINARY), hostile: cost(many, HOSTILE) };
}
