import { COSTUME_NICKNAMES } from './costume-nicknames.ts';
import type { NamedStudent } from './name-index.ts';
import { toSearchKey } from './search-key.ts';
import { splitName } from './student-name.ts';
import { foldName } from './text-folding.ts';

/** What a text says of a student in a costume. */
export interface CostumeReading<Student> {
  /** The one student whom the text names whole, in words with one meaning. */
  readonly student: Student | undefined;
  /** The students whom it may mean, the likeliest first. */
  readonly candidates: readonly Student[];
  /** True if it names a student in a costume that no student of the catalogue has. */
  readonly isUnmet: boolean;
  /** What the text has beside the longest words for each costume that it may have. */
  readonly beside: ReadonlyMap<string, string>;
  /** True if the text certainly has words of a costume. */
  readonly isInCostume: boolean;
}

/** A name or costume by what it is called; false where that is short for it. */
type Meanings = Map<string, boolean>;

const LATIN = /^[a-z]+$/;
const HAN = /^\p{Script=Han}/u;
/** Shorter beginnings of a costume's name might begin anything. */
const MIN_LATIN_PREFIX = 3;
const MIN_CLEAR_PREFIX = { latin: 4, other: 2 } as const;
/** Far more than any has. A hostile catalogue has endless ones. */
const MAX_WORD_LENGTH = 40;
/** `sHoshino`, `HSChinatsu`. */
const INITIALS = /^([a-zA-Z]|[A-Z]{2})(?=[A-Z][a-z])/;

/**
 * Reads what players call a student in a costume: `NY Haruna`, `D. Hina`, `체유카`, `水着ホシノ`. Costumes and the short forms
 * of names are those of the catalogue's own names and aliases.
 */
export class CostumeNames<Student extends NamedStudent> {
  readonly #costumes = new Map<string, Meanings>();
  readonly #names = new Map<string, Meanings>();
  readonly #students = new Map<string, Student>();
  readonly #longest: number;

  constructor(students: readonly Student[]) {
    for (const student of students) this.#addStudent(student);
    for (const [costume, words] of Object.entries(COSTUME_NICKNAMES))
      for (const word of words.split('|'))
        addMeaning(this.#costumes, foldName(word), foldName(costume), true);
    for (const student of students) this.#addShortNames(student);
    this.#longest = longestOf(this.#costumes) + longestOf(this.#names);
  }

  /** The costume of a student as `beside` names it. */
  static costumeOf({ names }: NamedStudent): string | undefined {
    const { costume } = splitName(names.ko);
    return costume === undefined ? undefined : foldName(costume);
  }

  read(text: string): CostumeReading<Student> {
    /** Whether the text names the student whole. */
    const found = new Map<Student, boolean>();
    const beside = new Map<string, string>();
    let isUnmet = false;
    let isMisspelt = false;
    let isInCostume = false;
    for (const { word, name, isApart, isBefore } of this.#divide(text)) {
      const costumes = this.#costumesOf(word, isApart);
      const isClear = costumes !== undefined && isSure(costumes);
      isInCostume ||= isClear && (isApart || word.length >= (LATIN.test(word) ? 4 : 3));
      const owners: Meanings = this.#names.get(name) ?? new Map();
      for (const costume of costumes?.keys() ?? []) {
        if (name.length < (beside.get(costume)?.length ?? Infinity)) beside.set(costume, name);
        for (const [owner, isWholeName] of owners) {
          const student = this.#students.get(keyOf(owner, costume));
          if (student !== undefined)
            found.set(student, found.get(student) === true || (isClear && isWholeName));
        }
      }
      const isWhole = [...owners.values()].includes(true);
      if (isWhole && costumes === undefined && !isApart && (LATIN.test(word) || !isBefore)) isMisspelt = true;
      else if (isWhole || (isClear && owners.size > 0)) isUnmet = true;
    }
    const candidates = [...found].sort(([, one], [, other]) => Number(other) - Number(one));
    const named = candidates.filter(([, isWhole]) => isWhole);
    return {
      student: named.length === 1 ? named[0]?.[0] : undefined,
      candidates: candidates.map(([student]) => student),
      isUnmet: isUnmet && !isMisspelt && candidates.length === 0,
      beside,
      isInCostume,
    };
  }

  /** A text as a costume before or behind a name, wherever it can be divided. */
  *#divide(text: string): Generator<{ word: string; name: string; isApart: boolean; isBefore: boolean }> {
    const { key, wordStarts } = toSearchKey(text.replace(INITIALS, '$1 '));
    if (key.length > this.#longest) return;
    for (let at = 1; at < key.length; at += 1) {
      const [head, tail, isApart] = [key.slice(0, at), key.slice(at), wordStarts.includes(at)];
      yield { word: head, name: tail, isApart, isBefore: true };
      yield { word: tail, name: head, isApart, isBefore: false };
    }
  }

  #costumesOf(word: string, isApart: boolean): Meanings | undefined {
    const costumes = this.#costumes.get(word);
    if (costumes === undefined || !LATIN.test(word)) return costumes;
    return isApart || word.length >= MIN_CLEAR_PREFIX.latin || isSure(costumes) ? costumes : undefined;
  }

  #addStudent(student: Student): void {
    const { names, aliases } = student;
    const { own, costume: named } = splitName(names.ko);
    const [owner, costume] = [foldName(own), CostumeNames.costumeOf(student)];
    for (const name of [...Object.values(names), ...aliases]) {
      const { own: said, costume: word } = splitName(name);
      if (named !== undefined && word === undefined) continue;
      addMeaning(this.#names, foldName(said), owner, true);
      if (costume !== undefined && word !== undefined) this.#addCostume(word, costume);
    }
    if (costume === undefined) return;
    this.#students.set(keyOf(owner, costume), student);
    // `정아루` of 아루(새해) says that 정 is short for 새해.
    for (const alias of aliases.map(foldName))
      if (alias.endsWith(owner) && alias !== owner)
        addMeaning(this.#costumes, alias.slice(0, -owner.length), costume, true);
  }

  /** The words for a costume, and what is short for them. */
  #addCostume(words: string, costume: string): void {
    const word = foldName(words);
    if (word.length > MAX_WORD_LENGTH) return;
    const isLatin = LATIN.test(word);
    const clear = MIN_CLEAR_PREFIX[isLatin ? 'latin' : 'other'];
    for (let length = isLatin ? MIN_LATIN_PREFIX : clear; length <= word.length; length += 1)
      addMeaning(this.#costumes, word.slice(0, length), costume, length >= clear || length === word.length);
    const { key, wordStarts } = toSearchKey(words);
    const initials = wordStarts.map((start) => key[start]).join('');
    if (isLatin) addMeaning(this.#costumes, initials, costume, false);
    // A single kana begins too much.
    else if (words === costume || HAN.test(word))
      addMeaning(this.#costumes, word.slice(0, 1), costume, words === costume);
  }

  /** 시로코 is short as 로코, and 유우카 as 유카, because `체유카` is 유우카(체육복). */
  #addShortNames(student: Student): void {
    const costume = CostumeNames.costumeOf(student);
    if (costume === undefined) return;
    const owner = foldName(splitName(student.names.ko).own);
    if (owner.length > 2) addMeaning(this.#names, owner.slice(1), owner, false);
    for (const alias of student.aliases.map(foldName)) {
      const rest = alias.slice(1);
      if (LATIN.test(alias) || rest.length < 2 || !this.#costumes.get(alias.slice(0, 1))?.has(costume))
        continue;
      addMeaning(this.#names, rest, owner, false);
    }
  }
}

function addMeaning(words: Map<string, Meanings>, word: string, meaning: string, isWhole: boolean): void {
  const meanings = words.get(word) ?? new Map<string, boolean>();
  meanings.set(meaning, isWhole || meanings.get(meaning) === true);
  words.set(word, meanings);
}

/** True if a word has one meaning, and stands for all of it. */
const isSure = (meanings: Meanings): boolean =>
  meanings.size === 1 && meanings.values().next().value === true;

const longestOf = (words: ReadonlyMap<string, unknown>): number =>
  [...words.keys()].reduce((longest, { length }) => Math.max(longest, length), 0);

const keyOf = (owner: string, costume: string): string => `${owner} ${costume}`;
