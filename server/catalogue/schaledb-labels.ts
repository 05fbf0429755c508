import type { Label } from '../../game/attributes.ts';
import { checkMaximum, type Language } from './catalogue-entry.ts';
import type { StoredLabel, StoredLabels, StoredLabelTable } from './catalogue-facts.ts';
import { isName, isReserved, MAX_CODES } from './fact-checks.ts';
import { cleanName } from './schaledb-values.ts';

/** Where SchaleDB's texts have the names of words, and what we keep a word as where that differs. */
const TEXTS: readonly (readonly [table: StoredLabelTable, key: string, upOf?: (word: string) => string])[] = [
  ['school', 'School'],
  ['club', 'Club'],
  ['squad', 'SquadType'],
  ['role', 'TacticRole'],
  ['attack', 'BulletType'],
  ['armor', 'ArmorType'],
  ['recruit', 'IsLimitedFilter'],
  ['equipment', 'ItemCategory'],
  // The ID of the first of a family of ten.
  ['artifact', 'ArtifactClass', (family) => `${family}0`],
];

/** By table, and by SchaleDB's word in lower case. */
type WordNames = ReadonlyMap<StoredLabelTable, ReadonlyMap<string, string>>;

/** Names of words in one language. What is no name is left out. */
export const readLabelNames = (data: unknown, language: Language): WordNames =>
  new Map(
    TEXTS.map(([table, key, upOf = (word) => word]) => [
      table,
      new Map(
        Object.entries(Object(Object(data)[key])).flatMap(([word, text]) => {
          const name = typeof text === 'string' ? cleanName(text, language) : undefined;
          return isName(name) ? [[upOf(word).toLowerCase(), name] as const] : [];
        }),
      ),
    ]),
  );

interface NewCode {
  /** The word of SchaleDB and the game, where that is not the code itself. */
  readonly up?: string;
  /** The word in every language by default. */
  readonly label?: Label;
}

/** Finds our codes by SchaleDB's words, and makes those that are new. */
export class LabelCodes {
  readonly #known: StoredLabels;
  readonly #byWord = new Map<StoredLabelTable, Map<string, string>>();
  readonly #taken = new Map<StoredLabelTable, Set<string>>();
  readonly #made: Partial<Record<StoredLabelTable, Record<string, StoredLabel>>> = {};
  readonly #names = new Map<Language, WordNames>();

  constructor(known: StoredLabels) {
    this.#known = known;
  }

  addNames(names: WordNames, language: Language): void {
    this.#names.set(language, names);
  }

  /**
   * The labels of new codes, and of those that had no other name than SchaleDB's word: its name in each language, or the word
   * until a file has one.
   */
  get added(): Partial<StoredLabels> {
    const tables = Object.keys(this.#known) as StoredLabelTable[];
    return Object.fromEntries(
      tables.map((table) => {
        const unnamed = Object.entries(this.#known[table]).filter(([, label]) => isWordAlone(label));
        const labels = [...unnamed, ...Object.entries(this.#made[table] ?? {})];
        return [table, Object.fromEntries(labels.map(([code, label]) => [code, this.#name(table, label)]))];
      }),
    );
  }

  #name(table: StoredLabelTable, label: StoredLabel): StoredLabel {
    const nameIn = (language: Language) =>
      this.#names
        .get(language)
        ?.get(table)
        ?.get((label.up ?? '').toLowerCase()) ?? label[language];
    return { ...label, ko: nameIn('ko'), ja: nameIn('ja'), en: nameIn('en') };
  }

  find(table: StoredLabelTable, word: string, { up = word, label }: NewCode = {}): string {
    const byWord = this.#codesOf(table);
    const known = byWord.get(up.toLowerCase());
    if (known !== undefined) return known;
    const taken = this.#taken.get(table) ?? new Set(byWord.values());
    this.#taken.set(table, taken);
    // Here already: a source has as many words as it likes, and each is compared with all.
    checkMaximum(MAX_CODES, taken.size + 1, `labels.${table}`);
    const code = makeCode(word, taken);
    taken.add(code);
    byWord.set(up.toLowerCase(), code);
    const made = this.#made[table] ?? {};
    this.#made[table] = made;
    made[code] = { ...(label ?? { ko: word, ja: word, en: word }), up };
    return code;
  }

  #codesOf(table: StoredLabelTable): Map<string, string> {
    const known = this.#byWord.get(table);
    if (known !== undefined) return known;
    const codes = new Map(
      Object.entries(this.#known[table]).map(([code, label]) => [wordOf(code, label), code]),
    );
    this.#byWord.set(table, codes);
    return codes;
  }
}

/** The word of SchaleDB, in lower case. */
export const wordOf = (code: string, { up = code }: StoredLabel): string => up.toLowerCase();

/** True if it has no other name than SchaleDB's word. */
export const isWordAlone = ({ ko, ja, en, up }: StoredLabel): boolean =>
  up !== undefined && [ko, ja, en].every((name) => name === up);

/** RedWinterOffice becomes red-winter-office, or red-winter-office-2 where that is another's code. */
function makeCode(word: string, taken: ReadonlySet<string>): string {
  const code = word
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();
  for (let i = 1; ; i++) {
    const numbered = i === 1 ? code : `${code}-${i}`;
    if (!taken.has(numbered) && !isReserved(numbered)) return numbered;
  }
}
