import type { Access } from '../../contract/limits.ts';
import type { Growth } from '../../contract/state-fields.ts';
import type { RateLimiter, RateLimitResult, RateLimitRule } from '../rate-limit/rate-limiter.ts';
import type { KeyStatus, StoredAccount, StoredKey } from './account-records.ts';
import type { MaybePromise } from './maybe-promise.ts';

/**
 * What an engine does for the house: whole verbs in the words of the domain, each atomic and, once answered,
 * on disk. Nothing here spans an await of the caller. Reads may answer at once (SQLite) or later (PostgreSQL).
 */
export interface Store {
  /** By the digest of the key. A change made by any process holds from the next call on. */
  findKey(digest: string, next?: KeyLookupHints): MaybePromise<AuthenticatedKey | undefined>;

  /** What is known of a student: recruited, or only a bond recorded for one who is not. */
  readStudent(accountId: string, studentUid: string): MaybePromise<StoredStudent | undefined>;
  /** Recruited students after a UID, in ascending order. */
  listStudents(accountId: string, afterUid: string, limit: number): MaybePromise<StudentPage>;
  /**
   * Compare-and-set, gives what is recorded then: nothing, and nothing is written, unless `expected` is still what
   * was; and where nothing was, unless `catalogueVersion` is still the imported one, so that no record is made of a
   * student just dropped.
   */
  writeStudent(
    accountId: string,
    studentUid: string,
    next: Partial<Growth>,
    expected: StoredStudent | undefined,
    catalogueVersion?: string,
  ): Promise<StoredStudent | undefined>;
  /** False if the student was not recruited. Takes the bond with it; goals and plans stay. */
  removeStudent(accountId: string, studentUid: string): Promise<boolean>;

  createAccount(account: StoredAccount): Promise<void>;
  findAccount(accountId: string): MaybePromise<StoredAccount | undefined>;
  listAccounts(): MaybePromise<StoredAccount[]>;
  /** False if there is no such account, as with the verbs below. */
  setAccountStatus(accountId: string, status: StoredAccount['status']): Promise<boolean>;
  /** With its keys, students, goals and plans. */
  deleteAccount(accountId: string): Promise<boolean>;
  issueKey(key: StoredKey, digest: string): Promise<void>;
  listKeys(accountId: string): MaybePromise<StoredKey[]>;
  findKeyById(keyId: string): MaybePromise<StoredKey | undefined>;
  revokeKey(keyId: string, at: number): Promise<boolean>;
  /** Brings its end forward; never puts it off. */
  endKey(keyId: string, at: number): Promise<boolean>;
  noteKeyUse(uses: ReadonlyMap<string, number>): Promise<void>;

  /** The version of the catalogue that was imported last; undefined as long as none was. */
  catalogueVersion(): MaybePromise<string | undefined>;
  readCatalogue(): MaybePromise<StoredCatalogue | undefined>;
  /** Those of the UIDs under which any account has something recorded. */
  recordedAmong(studentUids: readonly string[]): MaybePromise<string[]>;
  /** False, and nothing replaced, if another came first or something is recorded under one of the UIDs that end. */
  replaceCatalogue(
    next: StoredCatalogue,
    before: string | undefined,
    ending: readonly string[],
  ): Promise<boolean>;

  /** Windows that all instances share, kept beside the state; an engine of one machine leaves counting to the process. */
  rateLimiter?(counted: RateLimitRule): RateLimiter;
  /** Whether what waits already is more than is done soon, so that one more had better not begin. */
  isOverloaded(work: Access): boolean;
  /** How busy it is at this moment. */
  load(): readonly PoolLoad[];
  /** Throws unless it can read, and has made a write durable just now. Whoever calls it bounds how often and how long. */
  ready(): MaybePromise<void>;
  /** Reports what befalls the files that hold the state, where there are some, and undefined when it is over. */
  onFileProblem?(report: (problem: string | undefined) => void): void;
  /** The size of those files and the room beside them, in bytes. */
  fileSizes?(): FileSizes;
  /** A copy of this moment, on which a service can start. Aborted, it leaves nothing. */
  backup(file: string, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface PoolLoad {
  readonly work: 'read' | 'count' | 'write';
  readonly connections: number;
  /** What was given to them and is not answered yet. */
  readonly underWay: number;
  /** What waits for one of them to be free. */
  readonly waiting: number;
}

export interface FileSizes {
  readonly database: number;
  readonly log: number;
  readonly diskFree: number;
}

export interface StoredCatalogue {
  version: string;
  /** The entries as JSON. */
  entries: string;
  importedAt: number;
}

export interface StoredStudent {
  readonly recruited: boolean;
  /** The state as the JSON text that is answered. Two records are the same exactly if their texts are. */
  readonly text: string;
}

/** What a request is going to ask for: an engine at a distance may do it along with the look at the key. */
export interface KeyLookupHints {
  readonly studentUid?: string | undefined;
  /** To be counted, though only for a key that may do what is asked. */
  readonly rateLimitRule?: RateLimitRule | undefined;
  readonly isAllowed: (standing: KeyStatus) => boolean;
}

/** A record that came with something else, as it was after the request had begun. */
export interface PrefetchedStudent {
  readonly studentUid: string;
  readonly student: StoredStudent | undefined;
}

/** A key as it was met, with what was done along. */
export interface AuthenticatedKey extends KeyStatus {
  readonly prefetched?: PrefetchedStudent | undefined;
  readonly rateLimitResult?: RateLimitResult | undefined;
}

export interface StudentPage {
  /** The states as JSON texts with a comma between, ready to stand in an array. */
  readonly text: string;
  /** The last UID of the page if others follow it, else null. */
  readonly next: string | null;
}

/** Surely not processed: nothing was written, the same request may be sent again. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
}
