import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { parseAreas } from '../../../contract/areas.ts';
import type { Permission } from '../../../contract/limits.ts';
import type { GrowthState } from '../../../contract/state-fields.ts';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import type { StudentWrite } from '../caller.ts';
import type { Database, SqlValue, Statement } from '../database.ts';
import { type HistoryEntry, historyEntry } from '../history-entry.ts';
import { RosterSnapshots } from '../roster-snapshots.ts';
import type { FileSizes, PoolLoad, Store, StoredCatalogue, StudentPage } from '../store.ts';
import type { AppKind, KeyStatus } from '../stored-account.ts';
import {
  type StoredStudent,
  toWrittenStudent,
  type WrittenRecord,
  type WrittenStudent,
} from '../stored-student.ts';
import { trimHistory } from '../trim-history.ts';
import { backUpDatabase } from './backup-database.ts';
import { LOCK_WAIT_MS } from './database-files.ts';
import { openDatabase } from './open-database.ts';
import { createPreparer, prepareAll } from './prepared-statements.ts';
import { isEnvironmentError } from './sqlite-errors.ts';
import { READS } from './sqlite-statements.ts';
import { WriteQueue } from './write-queue.ts';
import type { StatementWrite } from './writer-thread.ts';

/** A read blocks the event loop for so long at most while another process recovers the file. */
const READ_LOCK_WAIT_MS = 100;
const READ_CACHE_KIB = 4_096;

/**
 * The SQLite engine. Reads run synchronously inside their call, on a read-only connection, each in a transaction of its own, so they see
 * every commit of any process. Writes go to the writer thread, which commits before it answers.
 */
export class SqliteStore implements Store {
  readonly #file: string;
  readonly #reader: DatabaseSync;
  readonly #reads: Record<keyof typeof READS, StatementSync>;
  readonly #prepare: (statement: Statement) => StatementSync;
  readonly #writes: WriteQueue;
  /** Undefined if no history is kept. */
  readonly #snapshots: RosterSnapshots | undefined;
  readonly database: Database = {
    read: async <Row>(statement: Statement, ...values: SqlValue[]) =>
      this.#read(() =>
        this.#prepare(statement)
          .all(...values)
          .map((row) => ({ ...row }) as Row),
      ),
    // The writer thread runs all transactions one after the other.
    write: async (_operation, steps, accountId) => steps[await this.#writes.run({ steps, accountId })],
  };
  #reportFileProblem: (problem: string | undefined) => void = () => {};

  constructor(file: string, keepsHistory = true) {
    this.#file = file;
    this.#snapshots = keepsHistory ? new RosterSnapshots(this.database) : undefined;
    this.#reader = openDatabase(file, { readOnly: true, timeout: READ_LOCK_WAIT_MS });
    this.#reader.exec(`PRAGMA cache_size = -${READ_CACHE_KIB}`);
    this.#reads = prepareAll(this.#reader, READS);
    this.#prepare = createPreparer(this.#reader);
    // Arrays are faster than objects, and these three statements serve almost all requests.
    for (const name of ['findKey', 'readStudent', 'listStudents'] as const)
      this.#reads[name].setReturnArrays(true);
    // Makes the log and its index if this is the first connection: the writer names them to its file guard.
    this.#reads.catalogueVersion.get();
    this.#writes = new WriteQueue(file, LOCK_WAIT_MS, (problem) => this.#reportFileProblem(problem));
  }

  onFileProblem(report: (problem: string | undefined) => void): void {
    this.#reportFileProblem = report;
  }

  start(): Promise<void> {
    return this.#writes.start();
  }

  /** Turns a problem of the file or disk into an UnavailableError. */
  #read<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw isEnvironmentError(error) ? new UnavailableError(String(error), { cause: error }) : error;
    }
  }

  async findKey(accountId: string, digest: string): Promise<KeyStatus | undefined> {
    const row = this.#read(() => this.#reads.findKey.get(accountId, digest)) as
      | [string, Permission, string | null, number, number, number, number | null, AppKind | null]
      | undefined;
    if (row === undefined) return undefined;
    const [keyId, permission, areas, expiresAt, revoked, active, lastUsedAt, app] = row;
    return {
      keyId,
      accountId,
      permission,
      areas: areas === null ? null : parseAreas(areas),
      expiresAt,
      revoked: revoked === 1,
      accountActive: active === 1,
      lastUsedAt,
      app,
    };
  }

  async readStudent(accountId: string, studentUid: string): Promise<StoredStudent | undefined> {
    const row = this.#read(() => this.#reads.readStudent.get(accountId, studentUid)) as
      | [string, number]
      | undefined;
    return row && { json: row[0], recruited: row[1] === 1 };
  }

  async listStudents(accountId: string, afterUid: string, limit: number): Promise<StudentPage> {
    const rows = this.#read(() =>
      this.#reads.listStudents.all(accountId, afterUid, limit + 1),
    ) as unknown as [uid: string, json: string][];
    const nextAfterUid = rows.length > limit ? (rows[limit - 1]?.[0] ?? null) : null;
    const states = rows.slice(0, limit).map(([, json]) => json);
    return { json: states.join(','), nextAfterUid };
  }

  async writeStudent(
    write: StudentWrite,
    growth: Partial<GrowthState>,
    expected: StoredStudent | undefined,
    catalogueVersion?: string,
  ): Promise<WrittenStudent | undefined> {
    const { accountId, studentUid, at } = write;
    const { kind, id } = write.caller;
    const recorded = toWrittenStudent(studentUid, growth, expected);
    const by = [accountId, studentUid, kind, id, at] as const;
    const values = [growth.tier ?? null, recorded.json] as const;
    const written = await this.#writeRecord(
      write,
      expected === undefined
        ? ['insertRecord', ...by, catalogueVersion ?? null, ...values]
        : ['updateRecord', ...by, expected.json, ...values],
      this.#snapshots && historyEntry(expected, growth),
    );
    return written && { ...recorded, ...written };
  }

  removeStudent(write: StudentWrite, expected: StoredStudent): Promise<WrittenRecord | undefined> {
    const { caller, at, accountId, studentUid } = write;
    return this.#writeRecord(
      write,
      ['removeRecord', accountId, studentUid, caller.kind, caller.id, at, expected.json],
      this.#snapshots && historyEntry(expected, undefined),
    );
  }

  /** Undefined if the statement changes no row. */
  async #writeRecord(
    { caller: { kind, id }, at, accountId, studentUid, operation, steps = [] }: StudentWrite,
    record: StatementWrite,
    entry: HistoryEntry | undefined,
  ): Promise<WrittenRecord | undefined> {
    if (entry !== undefined && this.#snapshots?.isDue(accountId, at))
      await this.#snapshots.take(accountId, at);
    const outcome = await this.#writes.run({
      record,
      steps,
      change: entry && [accountId, studentUid, entry.kind, entry.fields, at, kind, id, operation ?? null],
    });
    if (typeof outcome === 'number') return outcome === 1 ? { change: undefined } : undefined;
    trimHistory(this.database, accountId, outcome.number);
    return { change: outcome };
  }

  async catalogueVersion(): Promise<string | undefined> {
    return this.#read(() => this.#reads.catalogueVersion.get()?.version as string | undefined);
  }

  async readCatalogue(): Promise<StoredCatalogue | undefined> {
    return this.#read(() => this.#reads.readCatalogue.get() as unknown as StoredCatalogue | undefined);
  }

  async recordedAmong(studentUids: readonly string[]): Promise<string[]> {
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
    await this.catalogueVersion();
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
  }
}
