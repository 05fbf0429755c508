const PARTICLES = ['은는', '이가', '을를', '과와'] as const;

/** Latin endings that Korean reads with a final consonant: Excel, plan, bot, Rollbook. */
const CLOSED_LATIN = /(?:[lmn]|[mn]e|ng|le|[aeiou][bkpt]|ck|ook|pp)$/i;
/** 0, 1, 3, 6, 7 and 8 end in one: 영, 일, 삼, 육, 칠, 팔. */
const CLOSED_DIGIT = /[013678]$/;
const NOT_READ = /[^\p{L}\p{N}]+$/u;

/** The form of a particle that follows this word: the first of its pair if it ends in a consonant. */
export function particleAfter(word: string, particle: string): string {
  const pair = PARTICLES.find((forms) => forms.includes(particle)) ?? particle;
  return (endsInConsonant(word.replace(NOT_READ, '')) ? pair[0] : pair[1]) ?? particle;
}

function endsInConsonant(word: string): boolean {
  const code = (word.codePointAt(word.length - 1) ?? 0) - 0xac00;
  if (code >= 0 && code < 11_172) return code % 28 > 0;
  return CLOSED_LATIN.test(word) || CLOSED_DIGIT.test(word);
}
