/** The bound of one answer, decompressed. The catalogue of the game has less than a fiftieth of it. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** The values of a text may take a hundred times its length. The catalogue of the game has a hundredth of these. */
const MAX_VALUES = 1_000_000;
/** No answer of the API is nested half as deep. Programs that walk through a deeper one run out of stack. */
const MAX_DEPTH = 64;

/** The body of an answer. Undefined if it is too long: then no more of it is read, and its connection is closed. */
export async function readBody(response: Response): Promise<Uint8Array | undefined> {
  const reader = response.body?.getReader?.();
  if (reader === undefined) {
    // Without a body, or in a runtime without streams.
    const bytes = new TextEncoder().encode(await response.text());
    return bytes.length > MAX_ANSWER_BYTES ? undefined : bytes;
  }
  // Chunks may be a byte long each, so that a list of them would take a hundred times their length.
  let bytes = new Uint8Array(0);
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, length);
    const end = length + value.length;
    if (end > MAX_ANSWER_BYTES) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    if (end > bytes.length) {
      const longer = new Uint8Array(2 * end);
      longer.set(bytes);
      bytes = longer;
    }
    bytes.set(value, length);
    length = end;
  }
}

/** Undefined if it is not JSON in UTF-8, and null if it has more or deeper values than any answer. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return isExcessive(bytes) ? null : JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Counts by the commas and opening brackets, before JSON.parse creates any value. */
function isExcessive(bytes: Uint8Array): boolean {
  let depth = 0;
  let values = 0;
  let isQuoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const letter = String.fromCharCode(bytes[at] as number);
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += letter === '\\' ? 1 : 0;
    else {
      if ('[{'.includes(letter)) depth += 1;
      if (']}'.includes(letter)) depth -= 1;
      if ('[{,'.includes(letter)) values += 1;
    }
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true;
  }
  return false;
}
