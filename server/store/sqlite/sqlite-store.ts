import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Permission } from '../../../contract/limits.ts';
import type { GrowthState } from '../../../contract/state-fields.ts';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import type { KeyStatus, StoredAccount, StoredKey } from '../account-records.ts';
import type { Caller, StudentWrite } from '../caller.ts';
import { toColumnValues, toStoredStudent } from '../columns.ts';
import type { ConsoleRead, ConsoleValue } from '../console-statements.ts';
import { SqlConsoleStore } from '../sql-console-store.ts';
import type { FileSizes, PoolLoad, Store, StoredCatalogue, StudentPage } from '../store.ts';
import type { StoredStudent } from '../stored-student.ts';
import type { AccountCache } from './account-cache.ts';
import { backUpDatabase } from './backup-database.ts';
import { LOCK_WAIT_MS } from './database-files.ts';
import { UNKNOWN_EPOCH } from './epoch-range.ts';
import { RecordCache } from './record-cache.ts';
import { isEnvironmentError } from './sqlite-errors.ts';
import { READS } from './sqlite-statements.ts';
import { WalIndex } from './wal-index.ts';
import { WriteQueue } from './write-queue.ts';

/** A read blocks the event loop for so long at most while another process recovers the file. */
const READ_LOCK_WAIT_MS = 100;
const READ_CACHE_KIB = 4_096;
/** The key cache is cleared when it is full. */
const MAX_CACHED_KEYS = 20_000;
/** Takes a few milliseconds, for which the other writes of the same transaction wait. */
const MAX_KEY_USES_PER_WRITE = 500;

/**
 * The SQLite engine. Reads run synchronously on a read-only connection and see every completed write; writes go to the
 * writer thread. Triggers increment two epochs in the file, of access (keys, accounts) and of records. The caches are
 * valid as long as these epochs do not change.
 */
export class SqliteStore implements Store {
  readonly #file: string;
  readonly #reader: DatabaseSync;
  readonly #reads: Record<keyof typeof READS, StatementSync>;
  readonly #writes: WriteQueue;
  readonly #walIndex: WalIndex;
  readonly #keyCache = new Map<string, KeyStatus>();
  readonly #recordCache = new RecordCache();
  #recordCacheValid = false;
  #accessEpoch = UNKNOWN_EPOCH;
  #epochsCurrent = false;
  #epochsChecked = false;
  readonly console = new SqlConsoleStore({
    read: <Row>(statement: ConsoleRead, values: readonly ConsoleValue[]) =>
      this.#read(() => this.#reads[statement].all(...values).map((row) => ({ ...row }) as Row)),
    // The writer thread runs all transactions one after the other.
    write: async (steps) => (await this.#writes.run({ steps })) === 1,
  });
  #reportFileProblem: (problem: string | undefined) => void = () => {};

  constructor(file: string) {
    this.#file = file;
    this.#reader = new DatabaseSync(file, { readOnly: true, timeout: READ_LOCK_WAIT_MS });
    this.#reader.exec(`PRAGMA cache_size = -${READ_CACHE_KIB}`);
    this.#reads = Object.fromEntries(
      Object.entries(READS).map(([name, sql]) => [name, this.#reader.prepare(sql)]),
    ) as Record<keyof typeof READS, StatementSync>;
    // Arrays are faster than objects, and these four statements serve almost all requests.
    for (const name of ['epoch', 'findKey', 'readStudent', 'listStudents'] as const)
      this.#reads[name].setReturnArrays(true);
    // Creates the WAL index if this is the first connection.
    this.#reads.epoch.get();
    this.#walIndex = new WalIndex(file);
    this.#writes = new WriteQueue(
      file,
      LOCK_WAIT_MS,
      (changes, epochs) => {
        // The callers of these writes continue in this event loop callback and must read the new state.
        this.#epochsCurrent = this.#epochsChecked = false;
        this.#recordCache.applyChanges(changes, epochs);
      },
      ({ fileProblem }) => this.#reportFileProblem(fileProblem),
    );
  }

  onFileProblem(report: (problem: string | undefined) => void): void {
    this.#reportFileProblem = report;
  }

  start(): Promise<void> {
    return this.#writes.start();
  }

  findKey(digest: string): KeyStatus | undefined {
    return this.#read(() => {
      const cached = this.#keyCache.get(digest);
      if (cached !== undefined) return cached;
      const row = this.#reads.findKey.get(digest) as
        | [string, string, Permission, number, number, number, number | null]
        | undefined;
      if (row === undefined) return undefined;
      const [keyId, accountId, permission, expiresAt, revoked, active, lastUsedAt] = row;
      const status = {
        keyId,
        accountId,
        permission,
        expiresAt,
        revoked: revoked === 1,
        accountActive: active === 1,
        lastUsedAt,
      };
      if (this.#keyCache.size >= MAX_CACHED_KEYS) this.#keyCache.clear();
      this.#keyCache.set(digest, status);
      return status;
    });
  }

  /**
   * Checks the epochs once per event loop callback, not once per iteration: with thousands of active connections an
   * iteration lasts for seconds. A row that is read after the epochs may be newer than they are; the next check then
   * finds new epochs and clears its cache entry.
   */
  #checkEpochs(): void {
    if (this.#epochsChecked) return;
    if (this.#walIndex.hasChanged()) this.#epochsCurrent = false;
    if (!this.#epochsCurrent) this.#readEpochs();
    this.#epochsChecked = true;
    queueMicrotask(this.#expireCheck);
  }

  #readEpochs(): void {
    const [access, records] = this.#reads.epoch.get() as unknown as [number, number];
    if (access !== this.#accessEpoch) this.#keyCache.clear();
    this.#accessEpoch = access;
    this.#recordCacheValid = this.#recordCache.validate(records, () => this.#writes.inFlight);
    this.#epochsCurrent = true;
  }

  readonly #expireCheck = (): void => {
    this.#epochsChecked = false;
  };

  /** Turns a problem of the file or disk into an UnavailableError. */
  #read<T>(read: () => T): T {
    try {
      this.#checkEpochs();
      return read();
    } catch (error) {
      // If reading the epochs failed, a revocation may have gone unnoticed.
      this.#keyCache.clear();
      throw isEnvironmentError(error) ? new UnavailableError(String(error), { cause: error }) : error;
    }
  }

  #readThroughCache<T extends { readonly json: string }, Found extends T | undefined>(
    cache: AccountCache<T>,
    accountId: string,
    key: string,
    query: () => Found,
  ): T | Found {
    return this.#read(() => {
      const cached = this.#recordCacheValid ? cache.get(accountId, key) : undefined;
      if (cached !== undefined) return cached;
      const found = query();
      if (found !== undefined && this.#recordCacheValid) cache.set(accountId, key, found);
      return found;
    });
  }

  readStudent(accountId: string, studentUid: string): StoredStudent | undefined {
    return this.#readThroughCache(this.#recordCache.students, accountId, studentUid, () => {
      const row = this.#reads.readStudent.get(accountId, studentUid) as [string, number] | undefined;
      return row && { json: row[0], recruited: row[1] === 1 };
    });
  }

  listStudents(accountId: string, afterUid: string, limit: number): StudentPage {
    return this.#readThroughCache(this.#recordCache.pages, accountId, `${limit} after ${afterUid}`, () => {
      const rows = this.#reads.listStudents.all(accountId, afterUid, limit + 1) as unknown as [
        string,
        string,
      ][];
      const nextAfterUid = rows.length > limit ? (rows[limit - 1]?.[0] ?? null) : null;
      const states = rows.slice(0, limit).map(([, json]) => json);
      return { json: states.join(','), nextAfterUid };
    });
  }

  async writeStudent(
    { caller, at, accountId, studentUid }: StudentWrite,
    growth: Partial<GrowthState>,
    expected: StoredStudent | undefined,
    catalogueVersion?: string,
  ): Promise<StoredStudent | undefined> {
    const { kind, id } = caller;
    const values = toColumnValues(growth);
    const recorded = toStoredStudent(studentUid, growth);
    const by = [accountId, studentUid, kind, id, at] as const;
    const changedRows = this.#writes.run(
      expected === undefined
        ? ['insertRecord', ...by, catalogueVersion ?? null, ...values]
        : ['updateRecord', ...by, expected.json, ...values],
      { accountId, studentUid, recorded },
    );
    return (await changedRows) === 1 ? recorded : undefined;
  }

  async removeStudent(
    { caller: { kind, id }, at, accountId, studentUid }: StudentWrite,
    expected?: StoredStudent,
  ): Promise<boolean> {
    const changedRows = this.#writes.run(
      ['removeRecord', accountId, studentUid, kind, id, at, expected?.json ?? null],
      { accountId, studentUid },
    );
    return (await changedRows) === 1;
  }

  async createAccount({ accountId, name, status, createdAt }: StoredAccount): Promise<void> {
    await this.#writes.run(['createAccount', accountId, name, status, createdAt]);
  }

  findAccount(accountId: string): StoredAccount | undefined {
    return this.#read(() => this.#reads.findAccount.get(accountId) as unknown as StoredAccount | undefined);
  }

  listAccounts(): StoredAccount[] {
    return this.#read(() => this.#reads.listAccounts.all() as unknown as StoredAccount[]);
  }

  async setAccountStatus(accountId: string, status: StoredAccount['status']): Promise<boolean> {
    return (await this.#writes.run(['setAccountStatus', status, accountId])) === 1;
  }

  async deleteAccount(accountId: string, { kind, id }: Caller, at: number): Promise<boolean> {
    const changedRows = this.#writes.run(['deleteAccount', accountId, kind, id, at], {
      accountId,
    });
    return (await changedRows) === 1;
  }

  listKeys(accountId: string): StoredKey[] {
    return this.#read(() => this.#reads.listKeys.all(accountId) as unknown as StoredKey[]);
  }

  findKeyById(keyId: string): StoredKey | undefined {
    return this.#read(() => this.#reads.findKeyById.get(keyId) as unknown as StoredKey | undefined);
  }

  async noteKeyUse(lastUsed: ReadonlyMap<string, number>): Promise<void> {
    const entries = [...lastUsed];
    for (let i = 0; i < entries.length; i += MAX_KEY_USES_PER_WRITE)
      await this.#writes.run([
        'noteKeyUse',
        JSON.stringify(Object.fromEntries(entries.slice(i, i + MAX_KEY_USES_PER_WRITE))),
      ]);
  }

  catalogueVersion(): string | undefined {
    return this.#read(() => this.#reads.catalogueVersion.get()?.version as string | undefined);
  }

  readCatalogue(): StoredCatalogue | undefined {
    return this.#read(() => this.#reads.readCatalogue.get() as unknown as StoredCatalogue | undefined);
  }

  recordedAmong(studentUids: readonly string[]): string[] {
    return this.#read(() =>
      this.#reads.recordedAmong.all(JSON.stringify(studentUids)).map(({ value }) => value as string),
    );
  }

  async replaceCatalogue(
    { version, entries, importedAt }: StoredCatalogue,
    expectedVersion: string | undefined,
    removedUids: readonly string[],
  ): Promise<boolean> {
    const removed = JSON.stringify(removedUids);
    return (
      (await this.#writes.run([
        'replaceCatalogue',
        version,
        entries,
        importedAt,
        expectedVersion ?? null,
        removed,
      ])) === 1
    );
  }

  /** Reads are synchronous and never queue. */
  isOverloaded(work: Permission): boolean {
    return work === 'write' && this.#writes.isOverloaded;
  }

  load(): PoolLoad[] {
    return [
      { work: 'read', connections: 1, inFlight: 0, queued: 0 },
      { work: 'write', ...this.#writes.load() },
    ];
  }

  fileSizes(): FileSizes {
    const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const { bavail, bsize } = statfsSync(dirname(this.#file));
    return {
      databaseBytes: sizeOf(this.#file),
      logBytes: sizeOf(`${this.#file}-wal`),
      diskFreeBytes: bavail * bsize,
    };
  }

  async ready(): Promise<void> {
    this.#read(() => this.#reads.epoch.get());
    await this.#writes.probe();
  }

  async backup(file: string, signal?: AbortSignal): Promise<void> {
    await backUpDatabase(this.#file, file, signal);
  }

  async close(): Promise<void> {
    // The writer closes last: the last connection copies the log into the file, which the reader cannot.
    await this.#writes.drain();
    this.#reader.close();
    await this.#writes.close();
    this.#walIndex.close();
  }
}
