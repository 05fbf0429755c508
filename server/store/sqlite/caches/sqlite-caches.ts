import type { KeyStatus } from '../../account-records.ts';
import type { StudentPage } from '../../store.ts';
import type { StoredStudent } from '../../stored-student.ts';
import type { AccountCache } from './account-cache.ts';
import { type EpochRange, UNKNOWN_EPOCH } from './epoch-range.ts';
import { type InFlightTransaction, RecordCache, type RecordChange } from './record-cache.ts';
import { WalIndex } from './wal-index.ts';

/** The key cache is cleared when it is full. */
const MAX_CACHED_KEYS = 20_000;

/** The file's counters of changes: of keys and accounts, and of records. */
export type Epochs = readonly [access: number, records: number];

/** The caches of keys, records and pages. README.md in this folder explains how epochs keep them valid. */
export class SqliteCaches {
  readonly #walIndex: WalIndex;
  readonly #readEpochs: () => Epochs;
  readonly #getInFlight: () => InFlightTransaction | undefined;
  readonly #keys = new Map<string, KeyStatus>();
  readonly #records = new RecordCache();
  #recordsValid = false;
  #accessEpoch = UNKNOWN_EPOCH;
  /** False from a commit until its epochs are read, also if reading them fails. */
  #epochsCurrent = false;
  #checkedInCallback = false;

  constructor(file: string, readEpochs: () => Epochs, getInFlight: () => InFlightTransaction | undefined) {
    // Creates the WAL index if this is the first connection.
    readEpochs();
    this.#walIndex = new WalIndex(file);
    this.#readEpochs = readEpochs;
    this.#getInFlight = getInFlight;
  }

  /**
   * To be called before each read. Checks once per event loop callback, not once per iteration: with thousands of active
   * connections an iteration lasts for seconds. A row that is read after the epochs may be newer than they are; the next
   * check then finds new epochs and clears its cache entry.
   */
  check(): void {
    if (this.#checkedInCallback) return;
    if (this.#walIndex.hasChanged()) this.#epochsCurrent = false;
    if (!this.#epochsCurrent) {
      const [access, records] = this.#readEpochs();
      if (access !== this.#accessEpoch) this.#keys.clear();
      this.#accessEpoch = access;
      this.#recordsValid = this.#records.validate(records, this.#getInFlight);
      this.#epochsCurrent = true;
    }
    this.#checkedInCallback = true;
    queueMicrotask(this.#endCallback);
  }

  readonly #endCallback = (): void => {
    this.#checkedInCallback = false;
  };

  /** Takes over the changes of our own transaction. Its callers continue in this callback and must read the new state. */
  applyTransaction(changes: Iterable<RecordChange>, epochs: EpochRange | undefined): void {
    this.#epochsCurrent = this.#checkedInCallback = false;
    this.#records.applyChanges(changes, epochs);
  }

  /** For when a read failed: if the epochs could not be read, a revocation may have gone unnoticed. */
  clearKeys(): void {
    this.#keys.clear();
  }

  findKey(digest: string, query: () => KeyStatus | undefined): KeyStatus | undefined {
    const cached = this.#keys.get(digest);
    if (cached !== undefined) return cached;
    const found = query();
    if (found === undefined) return undefined;
    if (this.#keys.size >= MAX_CACHED_KEYS) this.#keys.clear();
    this.#keys.set(digest, found);
    return found;
  }

  readStudent(
    accountId: string,
    studentUid: string,
    query: () => StoredStudent | undefined,
  ): StoredStudent | undefined {
    return this.#readThrough(this.#records.students, accountId, studentUid, query);
  }

  /** `range` names the part of the account's list. */
  readPage(accountId: string, range: string, query: () => StudentPage): StudentPage {
    return this.#readThrough(this.#records.pages, accountId, range, query);
  }

  #readThrough<T extends { readonly json: string }, Found extends T | undefined>(
    cache: AccountCache<T>,
    accountId: string,
    key: string,
    query: () => Found,
  ): T | Found {
    const cached = this.#recordsValid ? cache.get(accountId, key) : undefined;
    if (cached !== undefined) return cached;
    const found = query();
    if (found !== undefined && this.#recordsValid) cache.set(accountId, key, found);
    return found;
  }

  close(): void {
    this.#walIndex.close();
  }
}
