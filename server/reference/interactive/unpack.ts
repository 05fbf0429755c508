import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import type { Coding } from '../encoded.ts';

/** A thread's whole life: the plugin gives its script only as an answer, so it is asked for one. */
const app = fastify();
await app.register(scalar, { routePrefix: '/', configuration: { url: 'none' } });
const { statusCode, rawPayload } = await app.inject('/js/scalar.js');
if (statusCode !== 200) throw new Error(`Scalar's plugin answered ${statusCode} for its script`);

/** The highest quality costs ten seconds and spares a seventh. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const CODINGS: Record<Coding, () => Uint8Array> = {
  br: () => brotliCompressSync(rawPayload, QUALITY),
  gzip: () => gzipSync(rawPayload),
  identity: () => rawPayload,
};
// Copied once more, because a buffer may be a part of a larger one, and handed over, not copied.
const { buffer } = Uint8Array.from(CODINGS[workerData as Coding]());
parentPort?.postMessage(buffer, [buffer]);
