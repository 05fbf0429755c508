import { closeSync, openSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { type ArchiveFile, COMPRESSION_LEVEL, readContent, sortFiles } from './archive-file.ts';

const compress = promisify<Buffer, { level: number }, Buffer>(deflateRaw);

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_ARCHIVE = 0x06054b50;
const VERSION_2_0 = 20;
const NAMES_ARE_UTF8 = 1 << 11;
const DEFLATED = 8;
/** The first of January 1980, in the format of MS-DOS. */
const DATE = (1 << 5) | 1;

/** Writes a zip (APPNOTE.TXT, 4.3) for Windows, without the rights of Unix. */
export async function writeZip(target: string, files: readonly ArchiveFile[]): Promise<void> {
  const descriptor = openSync(target, 'w');
  try {
    let offset = 0;
    const write = (...parts: readonly Buffer[]): void => {
      for (const part of parts) {
        writeFileSync(descriptor, part);
        offset += part.length;
      }
    };
    const directory: Buffer[] = [];
    for (const file of sortFiles(files)) {
      const content = readContent(file);
      const compressed = await compress(content, { level: COMPRESSION_LEVEL });
      const name = Buffer.from(file.name);
      const description = describe(content, compressed, name);
      directory.push(formatDirectoryEntry(description, offset), name);
      write(toBytes([LOCAL_HEADER, 4]), description, name, compressed);
    }
    const start = offset;
    write(...directory);
    write(formatEnd(directory.length / 2, start, offset - start));
  } finally {
    closeSync(descriptor);
  }
}

/** The fields that the header of a file and its entry in the directory share. */
const describe = (content: Buffer, compressed: Buffer, name: Buffer): Buffer =>
  toBytes(
    [VERSION_2_0, 2],
    [NAMES_ARE_UTF8, 2],
    [DEFLATED, 2],
    [0, 2],
    [DATE, 2],
    [crc32(content), 4],
    [compressed.length, 4],
    [content.length, 4],
    [name.length, 2],
    [0, 2],
  );

/** After the shared fields: the length of a comment, the disk, the attributes within and without, and the place. */
const formatDirectoryEntry = (description: Buffer, offset: number): Buffer =>
  Buffer.concat([
    toBytes([CENTRAL_HEADER, 4], [VERSION_2_0, 2]),
    description,
    toBytes([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
  ]);

const formatEnd = (count: number, start: number, size: number): Buffer =>
  toBytes([END_OF_ARCHIVE, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [start, 4], [0, 2]);

function toBytes(...numbers: readonly [value: number, bytes: number][]): Buffer {
  return Buffer.concat(
    numbers.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}
