/** Vowels of Latin letters, small kana and the sign of a long vowel tell students apart worst. */
const WEAK = /[aeiouーャュョ]/;

/**
 * Stand for a student where there is no portrait: the first letter of the name without the costume, and the last that is
 * not weak. Names begin alike more often than they end alike. Between Latin letters, which are narrow, there is a third.
 */
export function lettersOf(name: string): string {
  const [first = '', ...rest] = name.replace(/[(（].*/, '').match(/\p{L}/gu) ?? [];
  const strong = rest.filter((letter) => !WEAK.test(letter));
  const last = strong.pop() ?? rest.at(-1) ?? '';
  return first + (first < 'ぁ' ? (strong[0] ?? '') : '') + last;
}

/** Whether it is another student's name with a costume. */
export const isInCostume = (name: string): boolean => /[(（]/.test(name);
