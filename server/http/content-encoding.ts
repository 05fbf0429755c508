import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { IncomingRequest } from '../request/incoming-request.ts';
import type { Outcome } from '../request/outcome.ts';
import { parseQualities } from './accept-headers.ts';
import { matchesEtag } from './etags.ts';
import { addVary } from './response-headers.ts';

const compressBrotli = promisify(brotliCompress);
/** The highest, 11, takes almost three times as long for 2% less, and somebody waits for it. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** Async zlib functions, which compress outside the event loop. */
const ENCODERS = {
  br: (bytes: Buffer) => compressBrotli(bytes, QUALITY),
  gzip: promisify<Buffer, Buffer>(gzip),
  identity: async (bytes: Buffer) => bytes,
};
type Coding = keyof typeof ENCODERS;

/** A body in the content coding that one client accepts. */
export interface EncodedBody {
  coding: Coding;
  etag: string;
  bytes: () => Promise<Buffer>;
}
export type NegotiateEncoding = (acceptEncoding: string | undefined) => EncodedBody;

export const encodeText = (text: string): NegotiateEncoding => encodeBytes(Buffer.from(text));

/** Encodes on first use and caches the result, unless it is there already. Each coding has its own ETag. */
export function encodeBytes(plain: Buffer, brotli?: Buffer): NegotiateEncoding {
  const tag = hash('sha256', plain, 'hex').slice(0, 16);
  const cache = new Map<Coding, Promise<Buffer>>();
  if (brotli !== undefined) cache.set('br', Promise.resolve(brotli));
  return (acceptEncoding) => {
    const coding = chooseCoding(acceptEncoding);
    return {
      coding,
      etag: coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`,
      bytes() {
        const cached = cache.get(coding);
        if (cached !== undefined) return cached;
        const bytes = ENCODERS[coding](plain);
        cache.set(coding, bytes);
        // A failure is not cached, so the next request tries again.
        bytes.catch(() => cache.delete(coding));
        return bytes;
      },
    };
  };
}

/** The smallest coding that the client accepts. */
export function chooseCoding(acceptEncoding?: string): Coding {
  const accepted = parseQualities(acceptEncoding).filter(({ quality }) => quality > 0);
  return (
    (['br', 'gzip'] as const).find((coding) => accepted.some(({ value }) => value === coding)) ?? 'identity'
  );
}

/** The body in the content coding that the client accepts, or 304 if `If-None-Match` has its ETag. */
export async function encodedOutcome(
  request: IncomingRequest,
  negotiate: NegotiateEncoding,
  headers: Readonly<Record<string, string>>,
): Promise<Outcome> {
  addVary(request, 'Accept-Encoding');
  const { coding, etag, bytes } = negotiate(request.headers['accept-encoding']);
  const tagged = { ...headers, etag };
  if (matchesEtag(request.headers['if-none-match'], etag)) return { status: 304, headers: tagged };
  return {
    status: 200,
    headers: coding === 'identity' ? tagged : { ...tagged, 'content-encoding': coding },
    body: await bytes(),
  };
}
