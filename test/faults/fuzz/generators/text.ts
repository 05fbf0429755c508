import fc from 'fast-check';

/** Few students, so that several requests hit the same one; two of them have a second form. */
export const UIDS = ['10000', '10010', '10098', '10099', '10143', '10144', '13000'];

export const mostly = <T>(weight: number, usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd });

const symbol = fc.constantFrom(...'가ㅅㅏシあＡ１éß👍🏽.*+?^$(){}[]|\\/"\'`<>;:&=%#_- \0\n\t\u202e\ud7ff');
export const hostileText = fc
  .array(symbol, { minLength: 1, maxLength: 12 })
  .map((symbols) => symbols.join(''));
export const PROTOTYPE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
];

/** The same text in different percent-encodings. */
export const percentEncoded = (text: fc.Arbitrary<string>): fc.Arbitrary<{ decoded: string; sent: string }> =>
  fc.tuple(text, fc.constantFrom('usual', 'usual', 'usual', 'all', 'small')).map(([decoded, encoding]) => {
    const all = () =>
      [...Buffer.from(decoded)]
        .map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)
        .join('');
    const sent = encoding === 'usual' ? encodeURIComponent(decoded) : all();
    return { decoded, sent: encoding === 'small' ? sent.toLowerCase() : sent };
  });
export const asSent = (text: string) => ({ decoded: text, sent: text });
