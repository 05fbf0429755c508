import { closeSync, openSync, readSync } from 'node:fs';

/** The header of SQLite's WAL index (https://sqlite.org/walformat.html, 2.1). Each commit of any process changes it. */
const HEADER_BYTES = 48;

/** Tells whether any process has committed, without a read transaction (figures: docs/performance.md). */
export class WalIndex {
  readonly #fd: number;
  #header = Buffer.alloc(HEADER_BYTES);
  #lastHeader = Buffer.alloc(HEADER_BYTES);

  constructor(databaseFile: string) {
    this.#fd = openSync(`${databaseFile}-shm`, 'r');
  }

  /** Whether there may have been a commit since the last call. A commit that was completed before is never missed. */
  hasChanged(): boolean {
    const size = readSync(this.#fd, this.#header, 0, HEADER_BYTES, 0);
    if (size === HEADER_BYTES && this.#header.equals(this.#lastHeader)) return false;
    [this.#header, this.#lastHeader] = [this.#lastHeader, this.#header];
    return true;
  }

  /** Only once no connection of this process is open: POSIX would release their locks on the file. */
  close(): void {
    closeSync(this.#fd);
  }
}
