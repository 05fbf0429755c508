import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';

const PREFIX = 'BAPSTATE1:';
/** The first bytes of gzip in Base64. */
const GZIP = 'H4sI';
const PACKED = /^[\w+/=\s-]*$/;

/** All students, items and resources of the game take a fraction of it. */
export const MAX_UNPACKED_BYTES = 4 * 1024 * 1024;
/** Base64 of that size if nothing of it could be compressed. */
const MAX_PACKED_LENGTH = 6 * 1024 * 1024;
/** Browsers unpack all that they are given at once, up to a thousand times its size. */
const SLICE_BYTES = 4096;

/**
 * Unpacks a text of planner_of_plana, which is compressed; any other text is given back as it is. Rejects with a
 * `RosterFormatError` if it is broken, or too large once it is unpacked.
 */
export async function unpackText(text: string): Promise<string> {
  const packed = findPacked(text.trim());
  if (packed === undefined) return text;
  if (packed.length > MAX_PACKED_LENGTH) throw new RosterFormatError(FORMAT_ERRORS.unpackedTooLarge);
  try {
    return await gunzip(decodeBase64Url(packed));
  } catch (error) {
    if (error instanceof RosterFormatError) throw error;
    throw new RosterFormatError(FORMAT_ERRORS.brokenPacked);
  }
}

/** The Base64 of a compressed text, which may lack its prefix. Undefined if it is another text. */
export function findPacked(text: string): string | undefined {
  if (text.startsWith(PREFIX)) return text.slice(PREFIX.length);
  return text.startsWith(GZIP) && PACKED.test(text) ? text : undefined;
}

function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  // `Uint8Array.from` takes twenty times as long.
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

async function gunzip(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  let at = 0;
  const slices = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      controller.enqueue(bytes.slice(at, at + SLICE_BYTES));
      at += SLICE_BYTES;
      if (at >= bytes.length) controller.close();
    },
  });
  const reader = slices.pipeThrough(new DecompressionStream('gzip')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MAX_UNPACKED_BYTES) {
      await reader.cancel();
      throw new RosterFormatError(FORMAT_ERRORS.unpackedTooLarge);
    }
    text += decoder.decode(value, { stream: true });
  }
}
