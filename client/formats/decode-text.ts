import { decodeCp949 } from './decode-cp949.ts';

/** How much of a file tells its encoding. */
const SAMPLE_BYTES = 64 * 1024;

/** Reads a file in UTF-8, UTF-16, CP949 (Excel in Korean) or CP932 (Excel in Japanese). It may end within a character. */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = findUtf16(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  return (
    decodeStrictly('utf-8', bytes) ??
    (isJapanese(bytes) ? decodeStrictly('shift_jis', bytes) : decodeCp949(bytes)) ??
    new TextDecoder().decode(bytes)
  );
}

function decodeStrictly(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** By its byte order mark, or by the zeros on one side of the ASCII among the text. */
function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [high = 0, low = 0] = zeros;
  // Separators and line ends alone are more than this.
  if (high + low < sample.length / 50 || Math.min(high, low) > Math.max(high, low) / 10) return undefined;
  return low > high ? 'utf-16le' : 'utf-16be';
}

/** In Korean nearly every pair has two bytes from 0xa1 on; in Japanese the first of most, kana above all, is below. */
function isJapanese(bytes: Uint8Array): boolean {
  let below = 0;
  let pairs = 0;
  const end = Math.min(bytes.length - 1, SAMPLE_BYTES);
  for (let at = 0; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x81) continue;
    pairs += 1;
    if (byte < 0xa1) below += 1;
    at += 1;
  }
  return below > pairs / 2;
}
