import type { IndexedPixels } from './quantize.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const INDEXED = 3;

/** A PNG of a palette with a byte for each pixel. */
export async function encodePng(
  { palette, indexes }: IndexedPixels,
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer>> {
  // Each row begins with its filter: none, as neighbours of a palette have no similar numbers.
  const rows = new Uint8Array(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const chunks = [
    SIGNATURE,
    ...makeChunk('IHDR', Uint8Array.of(...bigEndian(width), ...bigEndian(height), 8, INDEXED, 0, 0, 0)),
    ...makeChunk('PLTE', palette),
    ...makeChunk('IDAT', await deflate(rows)),
    ...makeChunk('IEND', new Uint8Array()),
  ];
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

type Bytes = Uint8Array<ArrayBuffer>;

async function deflate(bytes: Bytes): Promise<Bytes> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function makeChunk(type: string, content: Bytes): Bytes[] {
  const name = new TextEncoder().encode(type);
  return [bigEndian(content.length), name, content, bigEndian(checksum([name, content]))];
}

function bigEndian(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** The reversed polynomial of CRC-32, one bit at a time for each byte. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function checksum(parts: readonly Bytes[]): number {
  let value = 0xffffffff;
  for (const bytes of parts)
    for (const byte of bytes) value = (value >>> 8) ^ (CRC_TABLE[(value ^ byte) & 0xff] as number);
  return (value ^ 0xffffffff) >>> 0;
}
