import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import type { Coding } from '../content-encoding.ts';

/** A program: prints Scalar's script in one coding. The plugin gives it only as an answer, so it is asked for one. */
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
process.stdout.write(CODINGS[process.argv[2] as Coding]());
