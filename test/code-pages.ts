/** The bytes of each character in the code pages that Excel writes, by what a decoder makes of every pair of bytes. */
function mapCharacters(encoding: 'euc-kr' | 'shift_jis'): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const bytesOf = new Map<string, readonly number[]>();
  const add = (bytes: readonly number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if ([...character].length === 1 && !bytesOf.has(character)) bytesOf.set(character, bytes);
    } catch {
      // No character has these bytes.
    }
  };
  for (let byte = 0; byte < 0x80; byte += 1) add([byte]);
  for (let first = 0x81; first < 0xff; first += 1)
    for (let second = 0x40; second < 0xff; second += 1) add([first, second]);
  return bytesOf;
}

/** Node decodes no pair of CP949 beyond KS X 1001. */
const BEYOND_STANDARD: ReadonlyMap<string, readonly number[]> = new Map([
  ['슌', [0x9a, 0x9c]],
  ['뷁', [0x94, 0xee]],
  ['똠', [0x8c, 0x63]],
]);

const encode = (text: string, encoding: 'euc-kr' | 'shift_jis'): Uint8Array => {
  const bytesOf = mapCharacters(encoding);
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const bytes = bytesOf.get(character) ?? BEYOND_STANDARD.get(character);
      if (bytes === undefined) throw new Error(`${encoding} lacks ${character}`);
      return bytes;
    }),
  );
};

/** As Excel in Korean saves a CSV. */
export const toCp949 = (text: string): Uint8Array => encode(text, 'euc-kr');
/** As Excel in Japanese saves a CSV. */
export const toCp932 = (text: string): Uint8Array => encode(text, 'shift_jis');
