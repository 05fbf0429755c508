import type { IndexedPixels } from './quantize.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const INDEXED = 3;

/** A PNG of a palette with a byte for each pixel. */
export async function encodePng(
  { palette, indexes }: IndexedPixels,
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const header = new Uint8Array(13);
  const numbers = new DataView(header.buffer);
  numbers.setUint32(0, width);
  numbers.setUint32(4, height);
  header.set([8, INDEXED], 8);
  // Each row begins with its filter: none, as neighbours of a palette have no similar numbers.
  const rows = new Uint8Array(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const chunks = [
    SIGNATURE,
    ...makeChunk('IHDR', header),
    ...makeChunk('PLTE', palette),
    ...makeChunk('IDAT', await deflate(rows)),
    ...makeChunk('IEND', new Uint8Array()),
  ];
  return joinBytes(chunks);
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function makeChunk(type: string, content: Uint8Array): Uint8Array[] {
  const named = joinBytes([new TextEncoder().encode(type), content]);
  return [bigEndian(content.length), named, bigEndian(checksum(named))];
}

function bigEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** The reversed polynomial of CRC-32, one bit at a time for each byte. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (CRC_TABLE[(value ^ byte) & 0xff] as number);
  return (value ^ 0xffffffff) >>> 0;
}
