import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Best first. Compressed outside the event loop. */
const CODINGS = {
  br: (bytes: Buffer) => brotli(bytes, QUALITY),
  gzip: promisify<Buffer, Buffer>(gzip),
  identity: async (bytes: Buffer) => bytes,
};
export type Coding = keyof typeof CODINGS;

/** A text as one client takes it. */
export interface Encoded {
  coding: Coding;
  etag: string;
  bytes: () => Promise<Buffer>;
}
type Encodings = (acceptEncoding: string | undefined) => Encoded;

/** A text in every coding. */
export function encodings(text: string): Encodings {
  const plain = Buffer.from(text);
  return madeOnDemand(hash('sha256', plain, 'hex').slice(0, 16), (coding) => CODINGS[coding](plain));
}

/** Each coding made when first asked for, kept, and told apart by its ETag. */
export function madeOnDemand(tag: string, make: (coding: Coding) => Promise<Buffer>): Encodings {
  const made = new Map<Coding, Promise<Buffer>>();
  return (acceptEncoding = '') => {
    const coding = (['br', 'gzip'] as const).find((one) => takes(acceptEncoding, one)) ?? 'identity';
    return {
      coding,
      etag: coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`,
      bytes() {
        const known = made.get(coding);
        if (known !== undefined) return known;
        const bytes = make(coding);
        made.set(coding, bytes);
        // What failed is tried again when it is asked for again.
        bytes.catch(() => made.delete(coding));
        return bytes;
      },
    };
  };
}

function takes(acceptEncoding: string, coding: Coding): boolean {
  return acceptEncoding.split(',').some((one) => {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
