import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  ARCHIVE_TIME_SECONDS,
  type ArchiveFile,
  COMPRESSION_LEVEL,
  readContent,
  sortFiles,
} from './archive-file.ts';

const BLOCK_BYTES = 512;
const MAX_NAME_BYTES = 100;
const CHECKSUM_OFFSET = 148;

/** Writes a .tar.gz in the ustar format (POSIX.1-1988), which every tar reads. */
export async function writeTarGz(target: string, files: readonly ArchiveFile[]): Promise<void> {
  await pipeline(
    Readable.from(listBlocks(sortFiles(files))),
    createGzip({ level: COMPRESSION_LEVEL }),
    createWriteStream(target),
  );
}

function* listBlocks(files: readonly ArchiveFile[]): Generator<Buffer> {
  for (const file of files) {
    const content = readContent(file);
    yield formatHeader(file, content.length);
    if (content.length > 0) yield content;
    yield Buffer.alloc(-content.length & (BLOCK_BYTES - 1));
  }
  yield Buffer.alloc(2 * BLOCK_BYTES);
}

function formatHeader({ name, isExecutable }: ArchiveFile, size: number): Buffer {
  const [prefix, shortName] = splitName(name);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  const header = Buffer.alloc(BLOCK_BYTES);
  const fields: readonly [offset: number, text: string][] = [
    [0, shortName],
    [100, octal(isExecutable ? 0o755 : 0o644, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(size, 11)],
    [136, octal(ARCHIVE_TIME_SECONDS, 11)],
    // The checksum is that of the header with spaces in its own place.
    [CHECKSUM_OFFSET, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar\x0000'],
    [345, prefix],
  ];
  for (const [offset, text] of fields) header.write(text, offset, 'utf8');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)} `, CHECKSUM_OFFSET, 'utf8');
  return header;
}

/** A name of more than 100 bytes is split at a slash. */
function splitName(name: string): [prefix: string, name: string] {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return ['', name];
  const slash = name.indexOf('/', name.length - MAX_NAME_BYTES - 1);
  if (slash === -1) throw new Error(`The name is too long for a tar archive: ${name}`);
  return [name.slice(0, slash), name.slice(slash + 1)];
}
