import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseCoding } from '../http/content-encoding.ts';
import { mapMaybe } from '../maybe-promise.ts';
import type { ConsoleRoute } from '../routes/route-table.ts';

/** A roster of all students is 90 kB; at this quality it takes 0.2 ms, which is less than a thread would cost. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 1 };
/** Smaller texts fit into one packet anyway. */
const MIN_CHARACTERS = 1_400;

/**
 * A handler whose answer is compressed if the client accepts that. For lists only: the size of a compressed answer tells
 * something about a secret in it if somebody else chooses another part of the text (BREACH). So keys, recovery codes,
 * challenges and errors are never compressed, nor is anything of /v1.
 */
export const compressList =
  (handle: ConsoleRoute['handle']): ConsoleRoute['handle'] =>
  (request, reply) =>
    mapMaybe(handle(request, reply), (text) => compress(request, reply, text));

function compress({ headers }: FastifyRequest, reply: FastifyReply, text: string | Buffer): string | Buffer {
  reply.header('vary', 'Accept-Encoding');
  if (text.length < MIN_CHARACTERS) return text;
  const coding = chooseCoding(headers['accept-encoding']);
  if (coding === 'identity') return text;
  const compressed = coding === 'br' ? brotliCompressSync(text, BROTLI) : gzipSync(text, GZIP);
  reply.header('content-encoding', coding);
  return compressed;
}
