import { convertQwertyToHangul, disassemble, getChoseong } from 'es-hangul';
import type { CatalogueEntry } from './catalogue.ts';
import { type Comparable, comparable, typed } from './comparable.ts';
import { Grams } from './grams.ts';

/** How a text can match, best first (DECISIONS, "Students"). The UID itself comes before all of these. */
const RANKS = [
  'exact',
  'prefix',
  'wordPrefix',
  'substring',
  'consonantsAtStart',
  'consonantsInside',
  'unfinishedAtStart',
  'unfinishedInside',
  'keyboardAtStart',
  'keyboardInside',
] as const;
type Rank = (typeof RANKS)[number];

/** A name or alias of one entry, read once in every way in which it can be searched. */
interface Text extends Comparable {
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

/** The names of one catalogue, indexed once. The same query always finds the same entries in the same order. */
export class NameIndex {
  readonly #texts: Text[] = [];
  readonly #byKey = new Grams();
  readonly #byConsonants = new Grams();

  constructor(entries: readonly CatalogueEntry[]) {
    for (const [entry, { names, aliases }] of entries.entries())
      for (const name of new Set([names.ko, names.ja, names.en, ...aliases])) this.#add(entry, name);
  }

  #add(entry: number, name: string): void {
    const { key, wordStarts } = comparable(name);
    const korean = HAS_SYLLABLE.test(key);
    const syllables = korean ? [...key].map((syllable) => disassemble(syllable)) : [];
    const syllableStarts: number[] = [];
    let letters = '';
    for (const syllable of syllables) {
      syllableStarts.push(letters.length);
      letters += syllable;
    }
    const text = {
      entry,
      key,
      wordStarts,
      consonants: korean ? getChoseong(key) : '',
      letters,
      syllableStarts,
    };
    this.#byKey.add(this.#texts.length, key);
    this.#byConsonants.add(this.#texts.length, text.consonants);
    this.#texts.push(text);
  }

  /** Numbers of the entries that match, best first; equal matches keep the order of the catalogue. */
  search(query: string): number[] {
    const found = new Map<number, Rank>();
    for (const [entry, rank] of this.#matches(query)) {
      const best = found.get(entry);
      if (best === undefined || RANKS.indexOf(rank) < RANKS.indexOf(best)) found.set(entry, rank);
    }
    const byRank = new Map<Rank, number[]>(RANKS.map((rank) => [rank, []]));
    for (const [entry, rank] of found) byRank.get(rank)?.push(entry);
    return [...byRank.values()].flatMap((entries) => entries.sort((a, b) => a - b));
  }

  *#matches(query: string): Generator<[number, Rank]> {
    const { key } = comparable(query);
    if (key === '') return;
    yield* this.#byName(key);
    if (ONLY_CONSONANTS.test(key)) yield* this.#byInitials(disassemble(key));
    if (ENDS_IN_HANGUL.test(key)) yield* this.#byLetters(key, 'unfinishedAtStart', 'unfinishedInside');
    const keys = typed(query);
    const meant = ONLY_LATIN.test(keys) ? convertQwertyToHangul(keys) : '';
    if (HAS_SYLLABLE.test(meant)) yield* this.#byLetters(meant, 'keyboardAtStart', 'keyboardInside');
  }

  *#byName(query: string): Generator<[number, Rank]> {
    for (const { entry, key, wordStarts } of this.#of(this.#byKey.mayContain(query))) {
      const at = key.indexOf(query);
      if (at === 0) yield [entry, key.length === query.length ? 'exact' : 'prefix'];
      else if (wordStarts.some((start) => key.startsWith(query, start))) yield [entry, 'wordPrefix'];
      else if (at > 0) yield [entry, 'substring'];
    }
  }

  *#byInitials(query: string): Generator<[number, Rank]> {
    for (const { entry, consonants } of this.#of(this.#byConsonants.mayContain(query))) {
      const at = consonants.indexOf(query);
      if (at >= 0) yield [entry, at === 0 ? 'consonantsAtStart' : 'consonantsInside'];
    }
  }

  /** Letters that begin where a syllable does; the syllable in which they end may go on. */
  *#byLetters(query: string, atStart: Rank, inside: Rank): Generator<[number, Rank]> {
    const letters = disassemble(query);
    for (const text of this.#of(this.#mayGoOn(query))) {
      if (text.letters === '') continue;
      if (text.letters.startsWith(letters)) yield [text.entry, atStart];
      else if (text.syllableStarts.some((start) => text.letters.startsWith(letters, start)))
        yield [text.entry, inside];
    }
  }

  /** All but the last syllable stands in the text as it is; a single one shares its first consonant. */
  #mayGoOn(query: string): readonly number[] {
    const finished = query.slice(0, -1);
    return finished === ''
      ? this.#byConsonants.mayContain(disassemble(query).charAt(0))
      : this.#byKey.mayContain(finished);
  }

  *#of(numbers: readonly number[]): Generator<Text> {
    for (const number of numbers) yield this.#texts[number] as Text;
  }
}
