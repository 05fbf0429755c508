import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

const SIZE = 96;
const TRUECOLOUR = 2;

/** Coloured faces with noise in the folder, one for each student: worse for a compression than any that is drawn. */
export async function paintPortraits(folder: string, studentUids: readonly string[]): Promise<void> {
  await Promise.all(
    studentUids.map((uid, place) => writeFile(join(folder, `${uid}.png`), paintPortrait(place + 1))),
  );
}

function paintPortrait(seed: number): Buffer {
  const random = randomNumbers(seed);
  const [red, green, blue] = [random(), random(), random()];
  const rows = Array.from({ length: SIZE }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: SIZE }, (_, x) => {
        const isFace = Math.hypot(x - SIZE / 2, y - SIZE * 0.6) < SIZE * 0.3;
        const isEye = Math.hypot(Math.abs(x - SIZE / 2) - SIZE * 0.12, y - SIZE * 0.6) < SIZE * 0.055;
        const light = isEye ? 40 : isFace ? 230 : 60 + (150 * y) / SIZE;
        return [red, green, blue].map((share) =>
          Math.max(
            0,
            Math.min(255, light * (isFace ? 0.75 + share / 4 : 0.4 + share * 0.8) + 50 * (random() - 0.5)),
          ),
        );
      }).flat(),
    ]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, TRUECOLOUR], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    makeChunk('IHDR', header),
    makeChunk('IDAT', deflateSync(Buffer.concat(rows))),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function makeChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type), content, Buffer.alloc(4)]);
  chunk.writeUInt32BE(content.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/** The same for each run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
