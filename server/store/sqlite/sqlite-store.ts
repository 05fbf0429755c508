import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Access } from '../../../contract/limits.ts';
import type { Growth } from '../../../contract/state-fields.ts';
import type { KeyStatus, Permission, StoredAccount, StoredKey } from '../account-records.ts';
import { toColumnValues, toStoredStudent } from '../columns.ts';
import {
  type FileSizes,
  type PoolLoad,
  type Store,
  type StoredCatalogue,
  type StoredStudent,
  type StudentPage,
  UnavailableError,
} from '../types.ts';
import { backUpDatabase } from './backup.ts';
import { type Cache, RecordCache } from './record-cache.ts';
import { isEnvironmentError } from './sqlite-errors.ts';
import { READS } from './sqlite-statements.ts';
import { WriteQueue } from './write-queue.ts';

/** How long a read may stop the event loop for another process that recovers the file. */
const READ_WAIT_MS = 100;
/** How long a writer, or a command, waits for another process's transaction. */
export const LOCK_WAIT_MS = 5_000;
/** Pages that reads need not fetch from the system again. */
const READ_CACHE_KIB = 4_096;
/** Beyond this many keys in memory all are forgotten and read again. */
const MOST_KEYS_KEPT = 20_000;
/** A few milliseconds of the writer's time: other writes of the same transaction wait for it. */
const MOST_NOTED_AT_ONCE = 500;

/**
 * The embedded engine. Reads happen at once, on a connection that writes nothing, and see all that was answered;
 * writes go to the writer's thread. Keys are kept in memory as long as the epoch in the file stands still.
 */
export class SqliteStore implements Store {
  readonly #file: string;
  readonly #reader: DatabaseSync;
  readonly #reads: Record<keyof typeof READS, StatementSync>;
  readonly #writes: WriteQueue;
  readonly #keys = new Map<string, KeyStatus>();
  readonly #memory = new RecordCache();
  #epoch = -1;
  #looked = false;
  #reportFileProblem: (problem: string | undefined) => void = () => {};
  /** Whether what the file held at this turn's look is what the memory is of. */
  #remembers = false;

  constructor(file: string) {
    this.#file = file;
    this.#reader = new DatabaseSync(file, { readOnly: true, timeout: READ_WAIT_MS });
    this.#reader.exec(`PRAGMA cache_size = -${READ_CACHE_KIB}`);
    this.#reads = Object.fromEntries(
      Object.entries(READS).map(([verb, sql]) => [verb, this.#reader.prepare(sql)]),
    ) as Record<keyof typeof READS, StatementSync>;
    // Arrays are made faster than objects; these four are what requests are made of.
    for (const verb of ['epoch', 'findKey', 'readStudent', 'listStudents'] as const)
      this.#reads[verb].setReturnArrays(true);
    this.#writes = new WriteQueue(
      file,
      LOCK_WAIT_MS,
      (changes, step) => {
        // Who hears that a write is done may read it at once.
        this.#looked = false;
        this.#memory.applyChanges(changes, step);
      },
      ({ fileProblem }) => this.#reportFileProblem(fileProblem),
    );
  }

  onFileProblem(report: (problem: string | undefined) => void): void {
    this.#reportFileProblem = report;
  }

  started(): Promise<void> {
    return this.#writes.start();
  }

  findKey(digest: string): KeyStatus | undefined {
    return this.#reading(() => {
      const kept = this.#keys.get(digest);
      if (kept !== undefined) return kept;
      const row = this.#reads.findKey.get(digest) as
        | [string, string, Permission, number, number, number, number | null]
        | undefined;
      if (row === undefined) return undefined;
      const [keyId, accountId, permission, expiresAt, revoked, active, lastUsedAt] = row;
      const standing = {
        keyId,
        accountId,
        permission,
        expiresAt,
        revoked: revoked === 1,
        accountActive: active === 1,
        lastUsedAt,
      };
      if (this.#keys.size >= MOST_KEYS_KEPT) this.#keys.clear();
      this.#keys.set(digest, standing);
      return standing;
    });
  }

  /**
   * Reads the epochs once in every callback of the event loop, after what was sent has been received: one turn of the
   * loop lasts for seconds when thousands of connections ask. A row that is read afterwards may be younger than the
   * epochs; what is kept of it is true of the epochs that the next look finds, or falls with them.
   */
  #look(): void {
    if (this.#looked) return;
    const before = this.#epoch;
    // A look that fails has seen nothing.
    this.#epoch = -1;
    const [access, records] = this.#reads.epoch.get() as unknown as [number, number];
    if (access !== before) this.#keys.clear();
    this.#epoch = access;
    this.#remembers = this.#memory.isCurrent(records, () => this.#writes.inFlight);
    this.#looked = true;
    queueMicrotask(this.#lookAgain);
  }

  readonly #lookAgain = (): void => {
    this.#looked = false;
  };

  /** A failure of the place is one that passes. */
  #reading<T>(read: () => T): T {
    try {
      this.#look();
      return read();
    } catch (error) {
      // The look at the epoch may be what failed.
      this.#keys.clear();
      throw isEnvironmentError(error) ? new UnavailableError(String(error), { cause: error }) : error;
    }
  }

  #recalling<T, Found extends T | undefined>(
    kept: Cache<T>,
    accountId: string,
    what: string,
    read: () => Found,
  ): T | Found {
    return this.#reading(() => {
      const recalled = this.#remembers ? kept.get(accountId, what) : undefined;
      if (recalled !== undefined) return recalled;
      const found = read();
      if (found !== undefined && this.#remembers) kept.set(accountId, what, found);
      return found;
    });
  }

  readStudent(accountId: string, studentUid: string): StoredStudent | undefined {
    return this.#recalling(this.#memory.students, accountId, studentUid, () => {
      const row = this.#reads.readStudent.get(accountId, studentUid) as [string, number] | undefined;
      return row && { text: row[0], recruited: row[1] === 1 };
    });
  }

  listStudents(accountId: string, afterUid: string, limit: number): StudentPage {
    return this.#recalling(this.#memory.pages, accountId, `${limit} after ${afterUid}`, () => {
      const rows = this.#reads.listStudents.all(accountId, afterUid, limit + 1) as unknown as [
        string,
        string,
      ][];
      const next = rows.length > limit ? (rows[limit - 1]?.[0] ?? null) : null;
      const texts = rows.slice(0, limit).map(([, body]) => body);
      return { text: texts.join(','), next };
    });
  }

  async writeStudent(
    accountId: string,
    studentUid: string,
    next: Partial<Growth>,
    expected: StoredStudent | undefined,
    catalogueVersion?: string,
  ): Promise<StoredStudent | undefined> {
    const values = toColumnValues(next);
    const recorded = toStoredStudent(studentUid, next);
    const changes = this.#writes.run(
      expected === undefined
        ? ['insertRecord', accountId, studentUid, ...values, catalogueVersion ?? null]
        : ['updateRecord', ...values, accountId, studentUid, expected.text],
      { accountId, studentUid, recorded },
    );
    return (await changes) === 1 ? recorded : undefined;
  }

  async removeStudent(accountId: string, studentUid: string): Promise<boolean> {
    return (await this.#writes.run(['removeRecord', accountId, studentUid], { accountId, studentUid })) === 1;
  }

  async createAccount({ accountId, name, status, createdAt }: StoredAccount): Promise<void> {
    await this.#writes.run(['createAccount', accountId, name, status, createdAt]);
  }

  findAccount(accountId: string): StoredAccount | undefined {
    return this.#reading(
      () => this.#reads.findAccount.get(accountId) as unknown as StoredAccount | undefined,
    );
  }

  listAccounts(): StoredAccount[] {
    return this.#reading(() => this.#reads.listAccounts.all() as unknown as StoredAccount[]);
  }

  async setAccountStatus(accountId: string, status: StoredAccount['status']): Promise<boolean> {
    return (await this.#writes.run(['setAccountStatus', status, accountId])) === 1;
  }

  async deleteAccount(accountId: string): Promise<boolean> {
    return (await this.#writes.run(['deleteAccount', accountId], { accountId })) === 1;
  }

  async issueKey(
    { keyId, accountId, name, permission, shown, issuedAt, expiresAt }: StoredKey,
    digest: string,
  ): Promise<void> {
    await this.#writes.run([
      'issueKey',
      keyId,
      accountId,
      name,
      permission,
      digest,
      shown,
      issuedAt,
      expiresAt,
    ]);
  }

  listKeys(accountId: string): StoredKey[] {
    return this.#reading(() => this.#reads.listKeys.all(accountId) as unknown as StoredKey[]);
  }

  findKeyById(keyId: string): StoredKey | undefined {
    return this.#reading(() => this.#reads.findKeyById.get(keyId) as unknown as StoredKey | undefined);
  }

  async revokeKey(keyId: string, at: number): Promise<boolean> {
    return (await this.#writes.run(['revokeKey', at, keyId])) === 1;
  }

  async endKey(keyId: string, at: number): Promise<boolean> {
    return (await this.#writes.run(['endKey', at, keyId])) === 1;
  }

  async noteKeyUse(uses: ReadonlyMap<string, number>): Promise<void> {
    const all = [...uses];
    for (let i = 0; i < all.length; i += MOST_NOTED_AT_ONCE)
      await this.#writes.run([
        'noteKeyUse',
        JSON.stringify(Object.fromEntries(all.slice(i, i + MOST_NOTED_AT_ONCE))),
      ]);
  }

  catalogueVersion(): string | undefined {
    return this.#reading(() => this.#reads.catalogueVersion.get()?.version as string | undefined);
  }

  readCatalogue(): StoredCatalogue | undefined {
    return this.#reading(() => this.#reads.readCatalogue.get() as unknown as StoredCatalogue | undefined);
  }

  recordedAmong(studentUids: readonly string[]): string[] {
    return this.#reading(() =>
      this.#reads.recordedAmong.all(JSON.stringify(studentUids)).map(({ value }) => value as string),
    );
  }

  async replaceCatalogue(
    { version, entries, importedAt }: StoredCatalogue,
    before: string | undefined,
    ending: readonly string[],
  ): Promise<boolean> {
    const end = JSON.stringify(ending);
    return (
      (await this.#writes.run(['replaceCatalogue', version, entries, importedAt, before ?? null, end])) === 1
    );
  }

  /** Reads are there at once. */
  isOverloaded(work: Access): boolean {
    return work === 'write' && this.#writes.isOverloaded;
  }

  load(): PoolLoad[] {
    // Reads are over before anybody can ask.
    return [
      { work: 'read', connections: 1, underWay: 0, waiting: 0 },
      { work: 'write', ...this.#writes.load() },
    ];
  }

  fileSizes(): FileSizes {
    const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const { bavail, bsize } = statfsSync(dirname(this.#file));
    return { database: sizeOf(this.#file), log: sizeOf(`${this.#file}-wal`), diskFree: bavail * bsize };
  }

  async ready(): Promise<void> {
    this.#reading(() => this.#reads.epoch.get());
    await this.#writes.probe();
  }

  async backup(file: string, signal?: AbortSignal): Promise<void> {
    await backUpDatabase(this.#file, file, signal);
  }

  async close(): Promise<void> {
    // The writer closes last: the last connection carries the log into the file.
    await this.#writes.drained();
    this.#reader.close();
    await this.#writes.close();
  }
}
