import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { type Outcome, withHeaders } from '../request/outcome.ts';
import { chooseCoding } from './content-encoding.ts';
import { addVary } from './response-headers.ts';

const brotliInThread = promisify(brotliCompress);
const gzipInThread = promisify<string | Buffer, typeof GZIP, Buffer>(gzip);
/** At this quality 90 kB, a roster of all students, take about a millisecond; a thread costs as much. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 1 };
/** Smaller texts fit into one packet anyway. */
const MIN_BYTES = 1_024;
/** Longer texts are compressed by a thread. */
const MAX_SYNC_BYTES = 100_000;

/**
 * The answer, compressed if the client accepts that. For what was read only: the size of a compressed answer tells
 * something about a secret in it if somebody else chooses another part of the text (BREACH). So keys, recovery codes,
 * challenges and errors are never compressed.
 */
export async function compressOutcome(request: IncomingRequest, outcome: Outcome): Promise<Outcome> {
  addVary(request, 'Accept-Encoding');
  const { body } = outcome;
  const size = Buffer.byteLength(body ?? '');
  if (body === undefined || size < MIN_BYTES) return outcome;
  const coding = chooseCoding(request.headers['accept-encoding']);
  if (coding === 'identity') return outcome;
  const bytes = size > MAX_SYNC_BYTES ? await compressInThread(coding, body) : compress(coding, body);
  return { ...withHeaders(outcome, { 'content-encoding': coding }), body: bytes };
}

const compress = (coding: 'br' | 'gzip', text: string | Buffer): Buffer =>
  coding === 'br' ? brotliCompressSync(text, BROTLI) : gzipSync(text, GZIP);

const compressInThread = (coding: 'br' | 'gzip', text: string | Buffer): Promise<Buffer> =>
  coding === 'br' ? brotliInThread(text, BROTLI) : gzipInThread(text, GZIP);
