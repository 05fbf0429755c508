import { hash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';

export interface PortraitType {
  readonly extension: string;
  readonly contentType: string;
  /** How a file of this type begins, in Latin-1. */
  readonly signature: RegExp;
}

export const WEBP: PortraitType = {
  extension: '.webp',
  contentType: 'image/webp',
  signature: /^RIFF.{4}WEBP/s,
};

/** The first type is served of several files for one student. */
export const PORTRAIT_TYPES: readonly PortraitType[] = [
  { extension: '.avif', contentType: 'image/avif', signature: /^.{4}ftyp(?:.{4}){0,12}avi[fs]/s },
  WEBP,
  { extension: '.png', contentType: 'image/png', signature: /^\x89PNG\r\n/ },
  { extension: '.jpg', contentType: 'image/jpeg', signature: /^\xff\xd8\xff/ },
];
const SIGNATURE_BYTES = 64;

const MAX_MEBIBYTES = 2;
export const MAX_PORTRAIT_BYTES = MAX_MEBIBYTES * 1024 ** 2;
const HASH_LENGTH = 16;
/** No link is followed, and the open of a FIFO does not wait for a writer. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export interface PortraitImage {
  readonly bytes: Buffer;
  readonly hash: string;
}

/** A file that is no portrait, whose message says why. It stays so until the file changes. */
export class RefusedFileError extends Error {}

export function checkPortraitFile(stats: Stats): void {
  if (!stats.isFile()) throw new RefusedFileError('It is not a file.');
  if (stats.size > MAX_PORTRAIT_BYTES) throw new RefusedFileError(`It is larger than ${MAX_MEBIBYTES} MiB.`);
}

export function checkContent(bytes: Buffer, { signature, contentType }: PortraitType): void {
  if (!signature.test(bytes.toString('latin1', 0, SIGNATURE_BYTES)))
    throw new RefusedFileError(`Its content is not ${contentType}.`);
}

/** Reads a file and checks that its content has the type. Checked at each read, because files may be replaced. */
export async function readPortrait(path: string, type: PortraitType): Promise<PortraitImage> {
  await using file = await open(path, OPEN_FLAGS);
  const stats = await file.stat();
  checkPortraitFile(stats);
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(stats.size), 0, stats.size, 0);
  const bytes = buffer.subarray(0, bytesRead);
  checkContent(bytes, type);
  return { bytes, hash: hash('sha256', bytes, 'hex').slice(0, HASH_LENGTH) };
}
