import { readFileSync } from 'node:fs';

/** A file of an archive. Its content is in memory, or in the file that a path names. */
export interface ArchiveFile {
  readonly name: string;
  readonly content: Buffer | string;
  readonly isExecutable?: boolean;
}

/** Archives of equal files are equal: sorted by name, and of one date, the oldest that a zip can have. */
export const ARCHIVE_TIME_SECONDS = Date.UTC(1980, 0, 1) / 1000;

/** The highest level takes three times as long and saves 1%. */
export const COMPRESSION_LEVEL = 6;

export const sortFiles = (files: readonly ArchiveFile[]): ArchiveFile[] =>
  files.toSorted((one, other) => (one.name < other.name ? -1 : 1));

export const readContent = ({ content }: ArchiveFile): Buffer =>
  typeof content === 'string' ? readFileSync(content) : content;
