import fc from 'fast-check';

/** Few students, so that requests meet on them; two of them have a second form. */
export const UIDS = ['10000', '10010', '10098', '10099', '10143', '10144', '13000'];

export const usually = <T>(weight: number, usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd });

const symbol = fc.constantFrom(...'가ㅅㅏシあＡ１éß👍🏽.*+?^$(){}[]|\\/"\'`<>;:&=%#_- \0\n\t\u202e\ud7ff');
export const words = fc.array(symbol, { minLength: 1, maxLength: 12 }).map((symbols) => symbols.join(''));
export const PROTOTYPES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

/** The same text in other percent-encodings. */
export const spelled = (text: fc.Arbitrary<string>): fc.Arbitrary<{ meant: string; sent: string }> =>
  fc.tuple(text, fc.constantFrom('usual', 'usual', 'usual', 'all', 'small')).map(([meant, spelling]) => {
    const all = () =>
      [...Buffer.from(meant)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
    const sent = spelling === 'usual' ? encodeURIComponent(meant) : all();
    return { meant, sent: spelling === 'small' ? sent.toLowerCase() : sent };
  });
export const unchanged = (text: string) => ({ meant: text, sent: text });
