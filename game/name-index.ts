import { convertQwertyToHangul, disassemble, getChoseong } from 'es-hangul';
import { BigramIndex } from './bigram-index.ts';
import { removeSeparators, type SearchKey, toSearchKey } from './search-key.ts';

/** How a name can match, best first, as the guide lists it. An exact UID ranks before all of these. */
const RANKS = {
  exact: 0,
  prefix: 1,
  wordPrefix: 2,
  substring: 3,
  initialsAtStart: 4,
  initialsInside: 5,
  unfinishedAtStart: 6,
  unfinishedInside: 7,
  keyboardAtStart: 8,
  keyboardInside: 9,
  wordsAtStart: 10,
  wordsInside: 11,
} as const;
type Rank = keyof typeof RANKS;

/** A student of the catalogue, as far as the search goes. */
export interface NamedStudent {
  readonly names: Readonly<Record<'ko' | 'ja' | 'en', string>>;
  readonly aliases: readonly string[];
}

/** A name or alias of one entry, prepared for every kind of match. */
interface IndexedName extends SearchKey {
  readonly entry: number;
  /** The initial consonant of each syllable. */
  readonly initials: string;
  /** The name decomposed into single letters (jamo), and the offset at which each syllable starts. */
  readonly letters: string;
  readonly syllableStarts: readonly number[];
}

const ONLY_CONSONANTS = /^[\u3131-\u314e]+$/;
const ENDS_IN_HANGUL = /[\uac00-\ud7a3\u3131-\u3163]$/;
const HAS_SYLLABLE = /[\uac00-\ud7a3]/;
const ONLY_LATIN = /^[a-z]+$/i;

/** All names and aliases by which a student is found. */
export const namesOf = ({ names: { ko, ja, en }, aliases }: NamedStudent): Set<string> =>
  new Set([ko, ja, en, ...aliases]);

/** A query with more words is searched as a whole only. */
const MAX_QUERY_WORDS = 20;

/** Searches the names of one catalogue. Results are deterministic, so pages of them fit together. */
export class NameIndex {
  readonly #names: IndexedName[] = [];
  readonly #byKey = new BigramIndex();
  readonly #byInitials = new BigramIndex();
  /** By a syllable and the initial consonant of the next one. */
  readonly #bySyllablePair = new BigramIndex();
  readonly #ranking: Ranking;
  #maxLetters = 0;

  constructor(entryCount: number) {
    this.#ranking = new Ranking(entryCount);
  }

  /** Entries are numbered from 0 and must be added in ascending order. */
  add(entry: number, name: string): void {
    const number = this.#names.length;
    const { key, wordStarts } = toSearchKey(name);
    const korean = HAS_SYLLABLE.test(key);
    const syllableStarts: number[] = [];
    let letters = '';
    if (korean)
      for (let i = 0; i < key.length; i += 1) {
        const syllable = disassemble(key.charAt(i));
        syllableStarts.push(letters.length);
        letters += syllable;
        if (i > 0) this.#bySyllablePair.addGram(number, key.charAt(i - 1) + syllable.charAt(0));
      }
    const initials = korean ? getChoseong(key) : '';
    this.#byKey.add(number, key);
    this.#byInitials.add(number, initials);
    this.#maxLetters = Math.max(this.#maxLetters, letters.length);
    this.#names.push({ entry, key, wordStarts, initials, letters, syllableStarts });
  }

  /** Returns entry numbers, best match first; equal matches keep the order of the catalogue. */
  search(query: string): number[] {
    const { key, wordStarts } = toSearchKey(query);
    if (key === '') return [];
    const ranking = this.#ranking.reset();
    this.#matchName(ranking, key);
    if (ONLY_CONSONANTS.test(key)) this.#matchInitials(ranking, disassemble(key));
    if (ENDS_IN_HANGUL.test(key)) this.#matchLetters(ranking, key, 'unfinishedAtStart', 'unfinishedInside');
    const converted = this.#convertKeyboardLayout(removeSeparators(query));
    if (HAS_SYLLABLE.test(converted))
      this.#matchLetters(ranking, converted, 'keyboardAtStart', 'keyboardInside');
    if (wordStarts.length > 1 && wordStarts.length <= MAX_QUERY_WORDS)
      this.#matchWords(
        ranking,
        wordStarts.map((start, i) => key.slice(start, wordStarts[i + 1])),
      );
    return ranking.sorted();
  }

  /** Matches names that contain every word of the query, in any order; a single letter only starts a word. */
  #matchWords(ranking: Ranking, words: readonly string[]): void {
    for (const number of this.#findWordCandidates(words)) {
      const { entry, key, wordStarts } = this.#names[number] as IndexedName;
      const startsWord = (word: string) => wordStarts.some((start) => key.startsWith(word, start));
      if (words.every(startsWord)) ranking.add(entry, 'wordsAtStart');
      else if (words.every((word) => (word.length > 1 ? key.includes(word) : startsWord(word))))
        ranking.add(entry, 'wordsInside');
    }
  }

  /** The candidates of the rarest word. */
  #findWordCandidates(words: readonly string[]): readonly number[] {
    return words
      .map((word) => this.#byKey.findCandidates(word))
      .reduce((rarest, candidates) => (candidates.length < rarest.length ? candidates : rarest));
  }

  #matchName(ranking: Ranking, query: string): void {
    for (const number of this.#byKey.findCandidates(query)) {
      const { entry, key, wordStarts } = this.#names[number] as IndexedName;
      const at = key.indexOf(query);
      if (at === -1) continue;
      if (at === 0) ranking.add(entry, key.length === query.length ? 'exact' : 'prefix');
      else
        ranking.add(
          entry,
          wordStarts.some((start) => key.startsWith(query, start)) ? 'wordPrefix' : 'substring',
        );
    }
  }

  #matchInitials(ranking: Ranking, query: string): void {
    for (const number of this.#byInitials.findCandidates(query)) {
      const { entry, initials } = this.#names[number] as IndexedName;
      const at = initials.indexOf(query);
      if (at !== -1) ranking.add(entry, at === 0 ? 'initialsAtStart' : 'initialsInside');
    }
  }

  /** Matches from the start of any syllable; the last syllable of the query may be unfinished. */
  #matchLetters(ranking: Ranking, query: string, atStart: Rank, inside: Rank): void {
    const queryLetters = disassemble(query);
    for (const number of this.#findLetterCandidates(query, queryLetters)) {
      const { entry, letters, syllableStarts } = this.#names[number] as IndexedName;
      if (letters === '') continue;
      if (letters.startsWith(queryLetters)) ranking.add(entry, atStart);
      else if (syllableStarts.some((start) => letters.startsWith(queryLetters, start)))
        ranking.add(entry, inside);
    }
  }

  /** A match contains all syllables but the last unchanged, followed by the initial consonant of the last. */
  #findLetterCandidates(query: string, letters: string): readonly number[] {
    const finished = query.slice(0, -1);
    if (finished === '') return this.#byInitials.textsWith(letters.charAt(0));
    const byFinished = this.#byKey.findCandidates(finished);
    const byPair = this.#bySyllablePair.textsWith(
      finished.slice(-1) + disassemble(query.slice(-1)).charAt(0),
    );
    return byPair.length < byFinished.length ? byPair : byFinished;
  }

  /** Converts Korean typed in the QWERTY layout. A query longer than any name cannot match and is skipped. */
  #convertKeyboardLayout(keys: string): string {
    if (keys.length > this.#maxLetters || !ONLY_LATIN.test(keys)) return '';
    try {
      return convertQwertyToHangul(keys);
    } catch {
      // es-hangul throws if the letters form no syllable, as in "Hoshino".
      return '';
    }
  }
}

/** Collects the best rank of each matching entry. All searches share one instance, because a search is synchronous. */
class Ranking {
  static readonly #unranked = 255;
  readonly #best: Uint8Array;
  #ranked: number[] = [];

  constructor(entryCount: number) {
    this.#best = new Uint8Array(entryCount).fill(Ranking.#unranked);
  }

  /** Clears the previous search, even one that threw. */
  reset(): this {
    for (const entry of this.#ranked) this.#best[entry] = Ranking.#unranked;
    this.#ranked = [];
    return this;
  }

  add(entry: number, rank: Rank): void {
    const best = this.#best[entry] as number;
    if (best === Ranking.#unranked) this.#ranked.push(entry);
    if (RANKS[rank] < best) this.#best[entry] = RANKS[rank];
  }

  /** Returns entries by rank, then by number. */
  sorted(): number[] {
    const byRank: number[][] = Object.keys(RANKS).map(() => []);
    for (const entry of Uint32Array.from(this.#ranked).sort())
      byRank[this.#best[entry] as number]?.push(entry);
    return byRank.flat();
  }
}
