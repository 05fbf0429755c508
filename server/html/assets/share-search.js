// @ts-check
// Finds students by what is typed, as the service does: the initial consonants of a Korean name, one whose last
// syllable is unfinished, one that was typed with the keyboard set to English.

const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const FINALS = ' ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';
const VOWELS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';
const PARTS = new Map(
  'ㄳㄱㅅ ㄵㄴㅈ ㄶㄴㅎ ㄺㄹㄱ ㄻㄹㅁ ㄼㄹㅂ ㄽㄹㅅ ㄾㄹㅌ ㄿㄹㅍ ㅀㄹㅎ ㅄㅂㅅ ㅘㅗㅏ ㅙㅗㅐ ㅚㅗㅣ ㅝㅜㅓ ㅞㅜㅔ ㅟㅜㅣ ㅢㅡㅣ'
    .split(' ')
    .map(([whole = '', ...parts]) => [whole, parts.join('')]),
);
const QWERTY = 'abcdefghijklmnopqrstuvwxyzEOPQRTW';
const DUBEOLSIK = 'ㅁㅠㅊㅇㄷㄹㅎㅗㅑㅓㅏㅣㅡㅜㅐㅔㅂㄱㄴㅅㅕㅍㅈㅌㅛㅋㄸㅒㅖㅃㄲㅆㅉ';
const SEPARATORS = /[\p{Z}\p{P}\p{S}\p{C}]+/u;

/** A name that is to be found, and a text that is typed, in the form in which they are compared. */
export const fold = (/** @type {string} */ text) =>
  text
    .replace(/[^\u3131-\u318e]+/g, (part) => part.normalize('NFKC'))
    .toUpperCase()
    .toLowerCase()
    .replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));

const placeOf = (/** @type {string} */ syllable) => syllable.charCodeAt(0) - 0xac00;

/** Every consonant and vowel of its own, in the order in which they are typed. */
const spell = (/** @type {string} */ text) =>
  text
    .replace(/[가-힣]/g, (syllable) => {
      const place = placeOf(syllable);
      const letters = [INITIALS[(place / 588) | 0], VOWELS[((place / 28) | 0) % 21], FINALS[place % 28]];
      return letters.join('').trim();
    })
    .replace(/[ㄳ-ㅢ]/g, (letter) => PARTS.get(letter) ?? letter);

const initialsOf = (/** @type {string} */ text) =>
  text.replace(/[^가-힣]/g, '').replace(/./g, (syllable) => INITIALS[(placeOf(syllable) / 588) | 0] ?? '');

/**
 * Returns for each student whether the query finds it.
 * @param {readonly (readonly string[])[]} students The names of each, as `foldName` of game/text-folding.ts folds them.
 * @returns {(query: string) => boolean[]}
 */
export function createSearch(students) {
  const known = students.map((names) =>
    names.map((name) => ({ name, letters: spell(name), initials: initialsOf(name) })),
  );
  return (query) => {
    const words = query.split(SEPARATORS).filter(Boolean);
    /** @type {(finds: (name: (typeof known)[number][number], word: string) => boolean, words: string[]) => boolean[]} */
    const find = (finds, words) =>
      known.map((names) => words.every((word) => names.some((name) => finds(name, word))));
    const found = find(({ name, letters, initials }, word) => {
      if (name.includes(word)) return true;
      if (/^[ㄱ-ㅎ]+$/.test(word)) return initials.includes(spell(word));
      return /[가-힣ㄱ-ㅣ]$/.test(word) && letters.includes(spell(word));
    }, words.map(fold));
    if (found.includes(true)) return found;
    const typed = words.map((word) => word.replace(/./g, (key) => DUBEOLSIK[keyOf(key)] ?? key));
    return find(({ letters }, word) => /^[ㄱ-ㅎ][ㅏ-ㅣ]/.test(word) && letters.includes(spell(word)), typed);
  };
}

/** Shift types another letter with a few keys alone. */
const keyOf = (/** @type {string} */ key) =>
  QWERTY.includes(key) ? QWERTY.indexOf(key) : QWERTY.indexOf(key.toLowerCase());
