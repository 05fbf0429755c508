import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { chooseCoding } from '../http/content-encoding.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { jsonOutcome, type Outcome, withHeaders } from '../request/outcome.ts';

const brotliInThread = promisify(brotliCompress);
const gzipInThread = promisify<string, typeof GZIP, Buffer>(gzip);
/** A roster of all students is 90 kB; at this quality it takes 0.2 ms, which is less than a thread would cost. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 1 };
/** Smaller texts fit into one packet anyway. */
const MIN_CHARACTERS = 1_400;
/** Longer texts are compressed by a thread. */
const MAX_SYNC_CHARACTERS = 200_000;

/**
 * The answer, compressed if the client accepts that. For lists only: the size of a compressed answer tells something
 * about a secret in it if somebody else chooses another part of the text (BREACH). So keys, recovery codes, challenges
 * and errors are never compressed, nor is anything of /v1.
 */
export async function compressList({ headers }: IncomingRequest, text: string): Promise<Outcome> {
  const outcome = withHeaders(jsonOutcome(text), { vary: 'Accept-Encoding' });
  const coding = text.length < MIN_CHARACTERS ? 'identity' : chooseCoding(headers['accept-encoding']);
  if (coding === 'identity') return outcome;
  const body =
    text.length > MAX_SYNC_CHARACTERS ? await compressInThread(coding, text) : compress(coding, text);
  return { ...withHeaders(outcome, { 'content-encoding': coding }), body };
}

const compress = (coding: 'br' | 'gzip', text: string): Buffer =>
  coding === 'br' ? brotliCompressSync(text, BROTLI) : gzipSync(text, GZIP);

const compressInThread = (coding: 'br' | 'gzip', text: string): Promise<Buffer> =>
  coding === 'br' ? brotliInThread(text, BROTLI) : gzipInThread(text, GZIP);
