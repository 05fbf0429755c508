import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** Where the header of a database file holds the size of a page and the number of pages (SQLite file format, 1.3). */
const HEADER_BYTES = 100;
const PAGE_SIZE_AT = 16;
const PAGE_COUNT_AT = 28;
/** A page size of 64 KiB does not fit its two bytes and is written as 1. */
const LARGEST_PAGE = 65_536;

/** A file as it was when it was opened. */
export interface OpenedFile {
  readonly path: string;
  readonly dev: number;
  readonly ino: number;
}

/** The database with its log and the log's index, which a connection makes with its first read. */
export const openedFiles = (file: string): OpenedFile[] =>
  [file, `${file}-wal`, `${file}-shm`].map((path) => {
    const { dev, ino } = statSync(path);
    return { path, dev, ino };
  });

/**
 * Whether the database's names still lead to the files that this process has open. A file that was unlinked or replaced
 * goes on taking writes through its open descriptor, and nobody will ever find them.
 */
export class FileGuard {
  readonly #files: readonly OpenedFile[];
  readonly #database: string;
  #size = 0;

  constructor(files: readonly OpenedFile[]) {
    this.#files = files;
    this.#database = (files[0] as OpenedFile).path;
  }

  /** What is wrong, as a sentence; undefined if nothing is. */
  problem(): string | undefined {
    try {
      return this.#found();
    } catch (error) {
      return `The file ${this.#database} cannot be looked at: ${(error as Error).message}.`;
    }
  }

  #found(): string | undefined {
    for (const { path, dev, ino } of this.#files) {
      const now = statSync(path, { throwIfNoEntry: false });
      if (now === undefined) return `The file ${path} was removed under the running server. ${REMEDY}`;
      if (now.ino !== ino || now.dev !== dev)
        return `The file ${path} was replaced under the running server. ${REMEDY}`;
      if (path === this.#database && this.#isTruncated(now.size))
        return `The file ${path} was truncated under the running server. ${REMEDY}`;
    }
    return undefined;
  }

  /** VACUUM shortens a file as well, but to what its header says; the header is read only then. */
  #isTruncated(size: number): boolean {
    if (size < this.#size && size < bytesByHeader(this.#database)) return true;
    this.#size = size;
    return false;
  }
}

const REMEDY = 'Stop the server and put the file back, or use `rollbook restore`.';

function bytesByHeader(file: string): number {
  const header = Buffer.alloc(HEADER_BYTES);
  const opened = openSync(file, 'r');
  try {
    if (readSync(opened, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return Number.POSITIVE_INFINITY;
  } finally {
    closeSync(opened);
  }
  const pageSize = header.readUInt16BE(PAGE_SIZE_AT);
  return (pageSize === 1 ? LARGEST_PAGE : pageSize) * header.readUInt32BE(PAGE_COUNT_AT);
}
