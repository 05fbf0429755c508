import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, inflateSync } from 'node:zlib';
import { encodePng } from './encode-png.ts';

interface Chunk {
  type: string;
  content: Buffer;
}

function readChunks(png: Uint8Array): Chunk[] {
  const bytes = Buffer.from(png);
  assert.equal(bytes.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n');
  const chunks: Chunk[] = [];
  for (let at = 8; at < bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    assert.equal(bytes.readUInt32BE(end), crc32(bytes.subarray(at + 4, end)));
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

test('a PNG has the palette and the places of the pixels, and no chunk beside them', async () => {
  const palette = Uint8Array.of(1, 2, 3, 250, 251, 252, 0, 128, 255);
  const indexes = Uint8Array.of(0, 1, 2, 2, 1, 0);
  const chunks = readChunks(await encodePng({ palette, indexes }, 3, 2));
  assert.deepEqual(
    chunks.map(({ type }) => type),
    ['IHDR', 'PLTE', 'IDAT', 'IEND'],
  );
  const [header, colors, data] = chunks.map(({ content }) => content) as [Buffer, Buffer, Buffer];
  assert.deepEqual([header.readUInt32BE(0), header.readUInt32BE(4)], [3, 2]);
  // Eight bits, a palette, and the only compression, filters and order that most readers know.
  assert.deepEqual([...header.subarray(8)], [8, 3, 0, 0, 0]);
  assert.deepEqual([...colors], [...palette]);
  assert.deepEqual([...inflateSync(data)], [0, 0, 1, 2, 0, 2, 1, 0]);
});
