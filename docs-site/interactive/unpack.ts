import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import type { Coding } from '../content-encoding.ts';

/** Program that prints Scalar's script in one content coding. The plugin exposes the script only over HTTP. */
const app = fastify();
await app.register(scalar, { routePrefix: '/', configuration: { url: 'none' } });
const { statusCode, rawPayload } = await app.inject('/js/scalar.js');
if (statusCode !== 200) throw new Error(`Scalar's plugin answered ${statusCode} for its script`);

/** The highest quality takes ten seconds and saves one seventh of the size. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const ENCODERS: Record<Coding, () => Uint8Array> = {
  br: () => brotliCompressSync(rawPayload, QUALITY),
  gzip: () => gzipSync(rawPayload),
  identity: () => rawPayload,
};
process.stdout.write(ENCODERS[process.argv[2] as Coding]());
