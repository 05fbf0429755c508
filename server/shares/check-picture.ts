import { promisify } from 'node:util';
import { crc32, inflate } from 'node:zlib';
import { SHARE_PICTURE } from '../../contract/shares.ts';
import { invalidRequest } from '../errors/api-error.ts';

/** With `info`, zlib also tells how many bytes of the input it has used. */
interface Unpacked {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}
const unpackInThread = promisify<Buffer, object, Unpacked>(inflate as never);
const unpack = (bytes: Buffer, maxOutputLength: number): Promise<Unpacked> =>
  unpackInThread(bytes, { maxOutputLength, info: true });

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/**
 * The chunks that a canvas writes, and those that make a picture smaller, with the most bytes of each: nothing that
 * could hold a text.
 */
const MAX_LENGTHS: Readonly<Record<string, number>> = {
  ...{ IHDR: 13, PLTE: 768, tRNS: 256, IDAT: SHARE_PICTURE.maxBytes, IEND: 0 },
  ...{ sRGB: 1, gAMA: 4, cHRM: 32, pHYs: 9, sBIT: 4 },
};
/** Samples of a pixel by colour type, with 8 bits each. */
const PALETTE = 3;
const SAMPLES: Record<number, number> = { 2: 3, [PALETTE]: 1, 6: 4 };
const MAX_FILTER = 4;
/** Length, type and checksum. */
const CHUNK_OVERHEAD = 12;

/** The bytes of a picture in base64, which is a PNG of the one size and nothing else. Throws 400. */
export async function checkPicture(image: string): Promise<Buffer> {
  const bytes = Buffer.from(image, 'base64');
  if (
    bytes.toString('base64') !== image ||
    bytes.length > SHARE_PICTURE.maxBytes ||
    !(await isPicture(bytes))
  )
    throw invalidRequest([NO_PICTURE]);
  return bytes;
}

async function isPicture(bytes: Buffer): Promise<boolean> {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false;
  const chunks = readChunks(bytes.subarray(SIGNATURE.length)) ?? [];
  const [header] = chunks;
  if (header?.type !== 'IHDR' || header.data.length !== MAX_LENGTHS.IHDR) return false;
  const counts = Map.groupBy(chunks, ({ type }) => type);
  if ([...counts].some(([type, { length }]) => length > 1 && type !== 'IDAT')) return false;
  const { data } = header;
  const [depth, colours = -1, ...methods] = data.subarray(8);
  const samples = SAMPLES[colours];
  if (data.readUInt32BE(0) !== SHARE_PICTURE.width || data.readUInt32BE(4) !== SHARE_PICTURE.height)
    return false;
  // Neither another filter method nor interlacing.
  if (depth !== 8 || samples === undefined || methods.some((method) => method !== 0)) return false;
  if (colours === PALETTE && !counts.has('PLTE')) return false;
  const pixels = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data));
  return hasPixels(pixels, SHARE_PICTURE.width * samples);
}

/** True if it unpacks to all lines, each of which begins with its filter, and nothing stands behind. */
async function hasPixels(pixels: Buffer, lineLength: number): Promise<boolean> {
  const stride = 1 + lineLength;
  const length = SHARE_PICTURE.height * stride;
  const unpacked = await unpack(pixels, length).catch(() => undefined);
  if (unpacked?.buffer.length !== length || unpacked.engine.bytesWritten !== pixels.length) return false;
  for (let at = 0; at < length; at += stride) if ((unpacked.buffer[at] ?? 0) > MAX_FILTER) return false;
  return true;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Undefined unless they are whole, known, and end with the last one. */
function readChunks(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + CHUNK_OVERHEAD > bytes.length) return undefined;
    const end = at + CHUNK_OVERHEAD + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!(end - at - CHUNK_OVERHEAD <= (MAX_LENGTHS[type] ?? -1))) return undefined;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined;
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4) });
    at = end;
  }
  return chunks.at(-1)?.type === 'IEND' ? chunks : undefined;
}

const NO_PICTURE = {
  field: 'image',
  message: `${SHARE_PICTURE.width}×${SHARE_PICTURE.height} 크기이고 ${SHARE_PICTURE.maxBytes.toLocaleString('en')}바이트 이하인 PNG를 base64로 보내십시오.`,
};
