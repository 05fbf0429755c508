import type { Permission } from '../../contract/limits.ts';
import type { GrowthState } from '../../contract/state-fields.ts';
import type { StudentWrite } from './caller.ts';
import type { Database } from './database.ts';
import type { RateLimiter, RateLimitRule } from './rate-limiter.ts';
import type { KeyStatus } from './stored-account.ts';
import type { StoredStudent, WrittenRecord, WrittenStudent } from './stored-student.ts';

/**
 * The port to the database, implemented for SQLite and PostgreSQL (store.test.ts runs against both). Each method is one
 * atomic operation: no transaction stays open between two calls, and a write is durable when its promise resolves.
 * Reads and writes return a promise; on SQLite a read runs synchronously, inside its call.
 */
export interface Store {
  /** A change to the key or its account by any process, such as a revocation, is visible to the next call. */
  findKey(accountId: string, digest: string): Promise<KeyStatus | undefined>;

  // Students
  readStudent(accountId: string, studentUid: string): Promise<StoredStudent | undefined>;
  /** Recruited students only, in ascending order of UID, starting after `afterUid`. */
  listStudents(accountId: string, afterUid: string, limit: number): Promise<StudentPage>;
  /**
   * Compare-and-set. Returns the new record; or undefined, without writing, if the current one differs from `expected`
   * or if the caller may not write any more.
   * To create a record (`expected` undefined), `catalogueVersion` must also be the version of the imported catalogue:
   * no record is created for a student that a concurrent import removes.
   * What it changes is recorded in the account's history, in the same transaction; then the `steps` of the write are
   * executed in it, and nothing is written either if one that is required changes no row.
   */
  writeStudent(
    write: StudentWrite,
    growth: Partial<GrowthState>,
    expected: StoredStudent | undefined,
    catalogueVersion?: string,
  ): Promise<WrittenStudent | undefined>;
  /**
   * Compare-and-set, likewise. Returns undefined if the student is not recruited, if the current record differs from
   * `expected`, or if the caller may not write any more. Deletes the bond too; growth goals stay.
   */
  removeStudent(write: StudentWrite, expected: StoredStudent): Promise<WrittenRecord | undefined>;

  /** The general door, by which each capability reaches its own tables. */
  readonly database: Database;

  // Catalogue
  /** The version of the imported catalogue; undefined if none was imported. */
  catalogueVersion(): Promise<string | undefined>;
  readCatalogue(): Promise<StoredCatalogue | undefined>;
  /** Filters the UIDs to those for which any account has a record. */
  recordedAmong(studentUids: readonly string[]): Promise<string[]>;
  /**
   * Compare-and-set on the version. Returns false without writing if the imported version is not `expectedVersion`, or
   * if any account has a record for one of `removedUids`.
   */
  replaceCatalogue(
    catalogue: StoredCatalogue,
    expectedVersion: string | undefined,
    removedUids: readonly string[],
  ): Promise<boolean>;

  // Operation
  /** PostgreSQL only: counters in the database, shared by all instances. With SQLite the process counts in memory. */
  rateLimiter?(rule: RateLimitRule): RateLimiter;
  /** PostgreSQL only. Deletes rate limit windows that have ended. */
  deleteEndedWindows?(): Promise<void>;
  /** Load shedding: whether more work is queued than the engine completes soon, so that a new request is rejected. */
  isOverloaded(work: Permission): boolean;
  /** The connections and their queues at this moment, for metrics. */
  load(): readonly PoolLoad[];
  /** Readiness: throws unless a read and a durable write succeed now. The caller limits rate and duration. */
  ready(): Promise<void>;
  /** SQLite only: reports removed, replaced or truncated database files, and undefined once the problem is resolved. */
  onFileProblem?(report: (problem: string | undefined) => void): void;
  /** SQLite only, for metrics. */
  fileSizes?(): FileSizes;
  /** SQLite only; PostgreSQL rejects. Writes a consistent copy to a new file, and removes it if aborted. */
  backup(file: string, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** `count` is the pool that PostgreSQL reserves for rate limit counters. */
export interface PoolLoad {
  readonly work: 'read' | 'count' | 'write';
  readonly connections: number;
  /** Statements sent to the database and not completed. */
  readonly inFlight: number;
  /** Statements queued until a connection is free. */
  readonly queued: number;
}

/** In bytes. */
export interface FileSizes {
  readonly databaseBytes: number;
  /** The write-ahead log. */
  readonly logBytes: number;
  readonly diskFreeBytes: number;
}

export interface StoredCatalogue {
  version: string;
  /** A JSON array. */
  entries: string;
  importedAt: number;
}

export interface StudentPage {
  /** The states as JSON, separated by commas: the inside of an array. */
  readonly json: string;
  /** The last UID of the page if more follow, else null. */
  readonly nextAfterUid: string | null;
}
