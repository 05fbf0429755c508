import { convertQwertyToHangul, disassemble, getChoseong } from 'es-hangul';
import { BigramIndex } from './bigram-index.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { removeSeparators, type SearchKey, toSearchKey } from './search-key.ts';

/** How a text can match, best first (DECISIONS, "Students"). The UID itself comes before all of these. */
const RANKS = {
  exact: 0,
  prefix: 1,
  wordPrefix: 2,
  substring: 3,
  consonantsAtStart: 4,
  consonantsInside: 5,
  unfinishedAtStart: 6,
  unfinishedInside: 7,
  keyboardAtStart: 8,
  keyboardInside: 9,
} as const;
type Rank = keyof typeof RANKS;

/** A name or alias of one entry, read once in every way in which it can be searched. */
interface Text extends SearchKey {
  readonly entry: number;
  readonly consonants: string;
  /** Its letters, and where in them each syllable starts. */
  readonly letters: string;
  readonly syllableStarts: readonly number[];
}

const ONLY_CONSONANTS = /^[\u3131-\u314e]+$/;
const ENDS_IN_HANGUL = /[\uac00-\ud7a3\u3131-\u3163]$/;
const HAS_SYLLABLE = /[\uac00-\ud7a3]/;
const ONLY_LATIN = /^[a-z]+$/i;

/** All that an entry is found by, but its UIDs. */
export const namesOf = ({ names: { ko, ja, en }, aliases }: CatalogueEntry): Set<string> =>
  new Set([ko, ja, en, ...aliases]);

/** The names of one catalogue, indexed once. The same query always finds the same entries in the same order. */
export class NameIndex {
  readonly #texts: Text[] = [];
  readonly #byKey = new BigramIndex();
  readonly #byConsonants = new BigramIndex();
  /** By a syllable and the first consonant of the next. */
  readonly #byNext = new BigramIndex();
  readonly #ranking: Ranking;
  #mostLetters = 0;

  /** `size` is how many entries will be added. */
  constructor(size: number) {
    this.#ranking = new Ranking(size);
  }

  /** A name of an entry, in the order of the entries, from 0. */
  add(entry: number, name: string): void {
    const number = this.#texts.length;
    const { key, wordStarts } = toSearchKey(name);
    const korean = HAS_SYLLABLE.test(key);
    const syllableStarts: number[] = [];
    let letters = '';
    if (korean)
      for (let i = 0; i < key.length; i += 1) {
        const syllable = disassemble(key.charAt(i));
        syllableStarts.push(letters.length);
        letters += syllable;
        if (i > 0) this.#byNext.note(number, key.charAt(i - 1) + syllable.charAt(0));
      }
    const consonants = korean ? getChoseong(key) : '';
    this.#byKey.add(number, key);
    this.#byConsonants.add(number, consonants);
    this.#mostLetters = Math.max(this.#mostLetters, letters.length);
    this.#texts.push({ entry, key, wordStarts, consonants, letters, syllableStarts });
  }

  /** Numbers of the entries that match, best first; equal matches keep the order of the catalogue. */
  search(query: string): number[] {
    const { key } = toSearchKey(query);
    if (key === '') return [];
    const ranking = this.#ranking.begin();
    this.#byName(ranking, key);
    if (ONLY_CONSONANTS.test(key)) this.#byInitials(ranking, disassemble(key));
    if (ENDS_IN_HANGUL.test(key)) this.#byLetters(ranking, key, 'unfinishedAtStart', 'unfinishedInside');
    const meant = this.#meantInKorean(removeSeparators(query));
    if (HAS_SYLLABLE.test(meant)) this.#byLetters(ranking, meant, 'keyboardAtStart', 'keyboardInside');
    return ranking.inOrder();
  }

  #byName(ranking: Ranking, query: string): void {
    for (const number of this.#byKey.mayContain(query)) {
      const { entry, key, wordStarts } = this.#texts[number] as Text;
      const at = key.indexOf(query);
      if (at === -1) continue;
      if (at === 0) ranking.note(entry, key.length === query.length ? 'exact' : 'prefix');
      else
        ranking.note(
          entry,
          wordStarts.some((start) => key.startsWith(query, start)) ? 'wordPrefix' : 'substring',
        );
    }
  }

  #byInitials(ranking: Ranking, query: string): void {
    for (const number of this.#byConsonants.mayContain(query)) {
      const { entry, consonants } = this.#texts[number] as Text;
      const at = consonants.indexOf(query);
      if (at !== -1) ranking.note(entry, at === 0 ? 'consonantsAtStart' : 'consonantsInside');
    }
  }

  /** Letters that begin where a syllable does; the syllable in which they end may go on. */
  #byLetters(ranking: Ranking, query: string, atStart: Rank, inside: Rank): void {
    const sought = disassemble(query);
    for (const number of this.#mayGoOn(query, sought)) {
      const { entry, letters, syllableStarts } = this.#texts[number] as Text;
      if (letters === '') continue;
      if (letters.startsWith(sought)) ranking.note(entry, atStart);
      else if (syllableStarts.some((start) => letters.startsWith(sought, start))) ranking.note(entry, inside);
    }
  }

  /** All but the last syllable stands in the text as it is, and the first consonant of that one follows. */
  #mayGoOn(query: string, letters: string): readonly number[] {
    const finished = query.slice(0, -1);
    if (finished === '') return this.#byConsonants.of(letters.charAt(0));
    const whole = this.#byKey.mayContain(finished);
    const next = this.#byNext.of(finished.slice(-1) + disassemble(query.slice(-1)).charAt(0));
    return next.length < whole.length ? next : whole;
  }

  /** Korean typed on a Latin keyboard, a letter a key. More keys than any name has letters are not worth reading. */
  #meantInKorean(keys: string): string {
    if (keys.length > this.#mostLetters || !ONLY_LATIN.test(keys)) return '';
    try {
      return convertQwertyToHangul(keys);
    } catch {
      // The library throws at letters that make no syllable, such as those of "Hoshino": they were no Korean.
      return '';
    }
  }
}

/** The best rank of each entry that one search has met. One table for all searches: none lasts longer than its call. */
class Ranking {
  static readonly #unmet = 255;
  readonly #best: Uint8Array;
  #met: number[] = [];

  constructor(entries: number) {
    this.#best = new Uint8Array(entries).fill(Ranking.#unmet);
  }

  /** Forgets the search before, whether or not that came to its end. */
  begin(): this {
    for (const entry of this.#met) this.#best[entry] = Ranking.#unmet;
    this.#met = [];
    return this;
  }

  note(entry: number, rank: Rank): void {
    const best = this.#best[entry] as number;
    if (best === Ranking.#unmet) this.#met.push(entry);
    if (RANKS[rank] < best) this.#best[entry] = RANKS[rank];
  }

  /** Entries by rank, then by number. */
  inOrder(): number[] {
    const byRank: number[][] = Object.keys(RANKS).map(() => []);
    for (const entry of Uint32Array.from(this.#met).sort()) byRank[this.#best[entry] as number]?.push(entry);
    return byRank.flat();
  }
}
