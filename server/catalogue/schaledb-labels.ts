import { checkMaximum } from './catalogue-entry.ts';
import type { StoredLabel, StoredLabels, StoredLabelTable } from './catalogue-facts.ts';
import { isReserved, MAX_CODES } from './fact-checks.ts';

/** Finds our codes by SchaleDB's words, and makes those that are new. */
export class LabelCodes {
  readonly #known: StoredLabels;
  readonly #byWord = new Map<StoredLabelTable, Map<string, string>>();
  readonly #taken = new Map<StoredLabelTable, Set<string>>();
  readonly #added: Partial<Record<StoredLabelTable, Record<string, StoredLabel>>> = {};

  constructor(known: StoredLabels) {
    this.#known = known;
  }

  /** The labels of new codes: SchaleDB's word in every language, until a file has better ones. */
  get added(): Partial<StoredLabels> {
    return this.#added;
  }

  /** `up` is what SchaleDB and the game call it, where that is not the word itself. */
  find(table: StoredLabelTable, word: string, up = word): string {
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
    const labels = this.#added[table] ?? {};
    this.#added[table] = labels;
    labels[code] = { ko: word, ja: word, en: word, up };
    return code;
  }

  #codesOf(table: StoredLabelTable): Map<string, string> {
    const known = this.#byWord.get(table);
    if (known !== undefined) return known;
    const codes = new Map(
      Object.entries(this.#known[table]).map(([code, { up = code }]) => [up.toLowerCase(), code]),
    );
    this.#byWord.set(table, codes);
    return codes;
  }
}

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
