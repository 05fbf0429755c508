import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { type Outcome, withHeaders } from '../request/outcome.ts';
import { chooseCoding } from './content-encoding.ts';
import { addVary } from './response-headers.ts';

const brotliInThread = promisify(brotliCompress);
const gzipInThread = promisify<string | Buffer, typeof GZIP, Buffer>(gzip);
/** A roster of all students is 90 kB; at this quality it takes 0.2 ms, which is less than a thread would cost. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 1 };
/** Smaller texts fit into one packet anyway. */
const MIN_LENGTH = 1_024;
/** Longer texts are compressed by a thread. */
const MAX_SYNC_LENGTH = 200_000;

/**
 * The answer, compressed if the client accepts that. For what was read only: the size of a compressed answer tells
 * something about a secret in it if somebody else chooses another part of the text (BREACH). So keys, recovery codes,
 * challenges and errors are never compressed.
 */
export async function compressOutcome(request: IncomingRequest, outcome: Outcome): Promise<Outcome> {
  addVary(request, 'Accept-Encoding');
  const { body } = outcome;
  if (body === undefined || body.length < MIN_LENGTH) return outcome;
  const coding = chooseCoding(request.headers['accept-encoding']);
  if (coding === 'identity') return outcome;
  const bytes = body.length > MAX_SYNC_LENGTH ? await compressInThread(coding, body) : compress(coding, body);
  return { ...withHeaders(outcome, { 'content-encoding': coding }), body: bytes };
}

const compress = (coding: 'br' | 'gzip', text: string | Buffer): Buffer =>
  coding === 'br' ? brotliCompressSync(text, BROTLI) : gzipSync(text, GZIP);

const compressInThread = (coding: 'br' | 'gzip', text: string | Buffer): Promise<Buffer> =>
  coding === 'br' ? brotliInThread(text, BROTLI) : gzipInThread(text, GZIP);
