/** Without letters that both parts could begin with, so that they take linear time. */
const WITH_COSTUME = /^([^(（]+)[(（]([^)）]+)[)）]$/;
const WITH_SELF = /^([^*＊]+)[*＊](.+)$/;

interface NameParts {
  own: string;
  costume: string | undefined;
}

/** The name of a student, and the costume in parentheses behind it. */
export const splitCostume = (name: string): NameParts => split(name, WITH_COSTUME);

/** The same for two lines: what stands after an asterisk is another self, and goes to the second as a costume does. */
export const splitName = (name: string): NameParts =>
  split(name, isInCostume(name) ? WITH_COSTUME : WITH_SELF);

function split(name: string, pattern: RegExp): NameParts {
  const [, own = name, costume] = pattern.exec(name) ?? [];
  return { own: own.trim(), costume };
}

/** Whether it is another student's name with a costume. */
export const isInCostume = (name: string): boolean => WITH_COSTUME.test(name);

/** Vowels of Latin letters, small kana and the sign of a long vowel tell students apart worst. */
const WEAK = /[aeiouーャュョ]/;

/**
 * Stand for a student where there is no portrait: the first letter of the name without the costume, and the last that is
 * not weak. Names begin alike more often than they end alike. Between Latin letters, which are narrow, there is a third.
 */
export function lettersOf(name: string): string {
  const [first = '', ...rest] = splitCostume(name).own.match(/\p{L}/gu) ?? [];
  const strong = rest.filter((letter) => !WEAK.test(letter));
  const last = strong.pop() ?? rest.at(-1) ?? '';
  return first + (first < 'ぁ' ? (strong[0] ?? '') : '') + last;
}
