import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** Offsets in the header of a database file (SQLite file format, 1.3). */
const HEADER_BYTES = 100;
const PAGE_SIZE_OFFSET = 16;
const PAGE_COUNT_OFFSET = 28;
/** A page size of 64 KiB does not fit in two bytes and is stored as 1. */
const MAX_PAGE_BYTES = 65_536;

/** The identity of a file when it was opened. */
export interface OpenedFile {
  readonly path: string;
  readonly dev: number;
  readonly ino: number;
}

/** The database, its write-ahead log and the log's index. A connection creates the latter two with its first read. */
export const identifyDatabaseFiles = (file: string): OpenedFile[] =>
  [file, `${file}-wal`, `${file}-shm`].map((path) => {
    const { dev, ino } = statSync(path);
    return { path, dev, ino };
  });

/**
 * Checks that the paths still lead to the files that this process has open. An unlinked or replaced file accepts writes
 * through its open descriptor, and they are lost.
 */
export class FileGuard {
  readonly #files: readonly OpenedFile[];
  readonly #database: string;
  #lastSize = 0;

  constructor(files: readonly OpenedFile[]) {
    this.#files = files;
    this.#database = (files[0] as OpenedFile).path;
  }

  /** Returns the problem as a sentence for the operator; undefined if there is none. */
  check(): string | undefined {
    try {
      return this.#findProblem();
    } catch (error) {
      return `The file ${this.#database} cannot be checked: ${(error as Error).message}.`;
    }
  }

  #findProblem(): string | undefined {
    for (const { path, dev, ino } of this.#files) {
      const current = statSync(path, { throwIfNoEntry: false });
      if (current === undefined) return `The file ${path} was removed under the running server. ${REMEDY}`;
      if (current.ino !== ino || current.dev !== dev)
        return `The file ${path} was replaced under the running server. ${REMEDY}`;
      if (path === this.#database && this.#isTruncated(current.size))
        return `The file ${path} was truncated under the running server. ${REMEDY}`;
    }
    return undefined;
  }

  /** VACUUM also shortens a file, but to the size in its header, so the header is read only if the file has shrunk. */
  #isTruncated(size: number): boolean {
    if (size < this.#lastSize && size < readSizeFromHeader(this.#database)) return true;
    this.#lastSize = size;
    return false;
  }
}

const REMEDY = 'Stop the server and put the file back, or use `rollbook restore`.';

function readSizeFromHeader(file: string): number {
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    if (readSync(descriptor, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return Number.POSITIVE_INFINITY;
  } finally {
    closeSync(descriptor);
  }
  const pageSize = header.readUInt16BE(PAGE_SIZE_OFFSET);
  return (pageSize === 1 ? MAX_PAGE_BYTES : pageSize) * header.readUInt32BE(PAGE_COUNT_OFFSET);
}
