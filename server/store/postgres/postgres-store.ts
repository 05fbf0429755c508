import type pg from 'pg';
import type { Access } from '../../../contract/limits.ts';
import type { Growth } from '../../../contract/state-fields.ts';
import type { RateLimiter, RateLimitResult, RateLimitRule } from '../../rate-limit/rate-limiter.ts';
import { UserError } from '../../user-error.ts';
import type { KeyStatus, StoredAccount, StoredKey } from '../account-records.ts';
import { toColumnValues, toStoredStudent } from '../columns.ts';
import {
  type AuthenticatedKey,
  type KeyLookupHints,
  type PoolLoad,
  type PrefetchedStudent,
  type Store,
  type StoredCatalogue,
  type StoredStudent,
  type StudentPage,
  UnavailableError,
} from '../types.ts';
import type { Result } from './driver-queries.ts';
import { LockedRows } from './locked-rows.ts';
import { PipelinedPool, STATEMENT_MS } from './pipelined-pool.ts';
import {
  BatchRolledBackError,
  ConnectionLostError,
  classifyError,
  RolledBackError,
  RowLockedError,
} from './postgres-errors.ts';
import { COUNTS, PROBE, READS, type Statement, WRITES } from './postgres-statements.ts';

/** Reads follow each other on few connections: the answers share packets and wake-ups. */
const READ_LANES = { maxConnections: 4, maxInFlight: 16 };
/** Counting is apart from reading, so that a locked row of one account stops nobody's reads. */
const COUNT_LANES = { maxConnections: 2, maxInFlight: 16 };
/**
 * The windows are not logged, but clearing a page of records that is read along is: the commit would wait for that.
 * Whoever holds the window of an account keeps the counts that follow on the connection for 50 ms.
 */
const COUNT_SESSION = 'SET synchronous_commit = off; SET lock_timeout = 50';
/** Asks whether a write becomes durable, whatever all others wait for. */
const PROBE_LANES = { maxConnections: 1, maxInFlight: 1 };
/** How long that may take. */
const PROBE_MS = 2_000;
/** Of connections that write records of students together, each with one transaction under way. */
const TOGETHER_LANES = { maxConnections: 3, maxInFlight: 1 };
/** Whoever holds a row keeps the connection of its writer, and those who share a transaction with it, for 50 ms. */
const LOCK_TIMEOUT = 'SET lock_timeout = 50';
/**
 * All of a transaction take no longer than a statement may. One whose end never came would hold its rows: from 17 on
 * PostgreSQL ends it.
 */
const sessionOf = (together: number) => `${LOCK_TIMEOUT};
  SET statement_timeout = ${Math.ceil(STATEMENT_MS / together)};
  SELECT set_config(name, '${STATEMENT_MS}', false) FROM pg_settings WHERE name = 'transaction_timeout'`;
/** A write by itself a connection: behind another on the same one it would wait for that one's sync too. */
const WRITE_DEPTH = 1;
/** What was undone because two met is tried again so often. */
const MOST_ATTEMPTS = 5;
/** Beyond this many keys all are forgotten and met again. */
const MOST_KEYS_KEPT = 20_000;
/** Last uses that are written by one statement. */
const KEY_USES_AT_ONCE = 500;
/** How long an import may hold up everybody's writes while it looks who has recorded what it drops. */
const IMPORT_MS = 10_000;

/** A row of nulls where the join found none. */
type Found = { body: string | null; recruited: boolean };
/** Nulls where nothing was counted. */
type Used = { used: number | null; resetMs: number };

/**
 * The engine for many machines. Every request asks the database, so what any instance answered holds for all; each
 * verb is one statement, or one transaction where it says so, and touches one account. What is written of students at
 * one moment shares a transaction, unless that fails.
 */
export class PostgresStore implements Store {
  readonly #connect: () => Promise<pg.Client>;
  readonly #reads: PipelinedPool;
  readonly #counts: PipelinedPool;
  readonly #together: PipelinedPool;
  readonly #writes: PipelinedPool;
  /** Where statements wait for a locked row, so that no others wait for a connection meanwhile. */
  readonly #contended: PipelinedPool;
  readonly #probes: PipelinedPool;
  readonly #lockedRows = new LockedRows();
  /** Keys as they stood when they were last met. The account of a key never changes; the rest is asked each time. */
  readonly #known = new Map<string, KeyStatus>();

  /** `connect` may be given settings of the session beside those that all have. */
  constructor(
    connect: (more?: string) => Promise<pg.Client>,
    { pool, together }: { pool: number; together: number },
  ) {
    this.#connect = connect;
    this.#reads = new PipelinedPool(() => connect(), READ_LANES);
    this.#counts = new PipelinedPool(() => connect(COUNT_SESSION), COUNT_LANES);
    this.#writes = new PipelinedPool(() => connect(LOCK_TIMEOUT), {
      maxConnections: pool,
      maxInFlight: WRITE_DEPTH,
    });
    this.#contended = new PipelinedPool(() => connect(), { maxConnections: pool, maxInFlight: WRITE_DEPTH });
    this.#probes = new PipelinedPool(() => connect(), PROBE_LANES);
    this.#together =
      together === 1
        ? this.#writes
        : new PipelinedPool(() => connect(sessionOf(together)), { ...TOGETHER_LANES, batchSize: together });
  }

  /** A key met before is judged as it stood then, and if it still stands so, its request is counted at once. */
  async findKey(digest: string, next?: KeyLookupHints): Promise<AuthenticatedKey | undefined> {
    const { studentUid, rateLimitRule, isAllowed } = next ?? {};
    const known = this.#known.get(digest);
    const asked = [known?.accountId ?? null, studentUid ?? null];
    const [row] =
      rateLimitRule !== undefined && known !== undefined && isAllowed?.(known)
        ? await this.#count(
            COUNTS.findKeyAndTake,
            [...asked, ...valuesOf(rateLimitRule), digest, known.permission, known.expiresAt],
            known.accountId,
            rateLimitRule,
          )
        : await this.#read(READS.findKey, [...asked, digest]);
    if (row === undefined) return undefined;
    const { used = null, resetMs, body, recruited, ...standing } = row as KeyStatus & Found & Partial<Used>;
    if (known === undefined && this.#known.size >= MOST_KEYS_KEPT) this.#known.clear();
    this.#known.set(digest, standing);
    if (known === undefined) return standing;
    const rateLimitResult =
      rateLimitRule && used !== null
        ? takenOf({ used, resetMs: resetMs as number }, rateLimitRule)
        : undefined;
    return { ...standing, rateLimitResult, prefetched: broughtBy({ body, recruited }, studentUid) };
  }

  async readStudent(accountId: string, studentUid: string): Promise<StoredStudent | undefined> {
    return recordedIn(await this.#one<Found>(READS.readStudent, [accountId, studentUid]));
  }

  async listStudents(accountId: string, afterUid: string, limit: number): Promise<StudentPage> {
    const {
      texts: text,
      last,
      more,
    } = (await this.#one(READS.listStudents, [accountId, afterUid, limit])) as {
      texts: string | null;
      last: string;
      more: boolean;
    };
    return { text: text ?? '', next: more ? last : null };
  }

  async writeStudent(
    accountId: string,
    studentUid: string,
    next: Partial<Growth>,
    expected: StoredStudent | undefined,
    catalogueVersion?: string,
  ): Promise<StoredStudent | undefined> {
    const values = toColumnValues(next);
    const changed =
      expected === undefined
        ? this.#writeRecord(WRITES.insertRecord, [accountId, studentUid, catalogueVersion ?? null, ...values])
        : this.#writeRecord(WRITES.updateRecord, [accountId, studentUid, expected.text, ...values]);
    return (await changed) === 1 ? toStoredStudent(studentUid, next) : undefined;
  }

  async removeStudent(accountId: string, studentUid: string): Promise<boolean> {
    return (await this.#writeRecord(WRITES.removeRecord, [accountId, studentUid])) === 1;
  }

  async createAccount({ accountId, name, status, createdAt }: StoredAccount): Promise<void> {
    await this.#write(WRITES.createAccount, [accountId, name, status, createdAt]);
  }

  findAccount(accountId: string): Promise<StoredAccount | undefined> {
    return this.#one(READS.findAccount, [accountId]);
  }

  listAccounts(): Promise<StoredAccount[]> {
    return this.#read(READS.listAccounts, []);
  }

  async setAccountStatus(accountId: string, status: StoredAccount['status']): Promise<boolean> {
    return (await this.#write(WRITES.setAccountStatus, [status, accountId])) === 1;
  }

  async deleteAccount(accountId: string): Promise<boolean> {
    return (await this.#write(WRITES.deleteAccount, [accountId])) === 1;
  }

  async issueKey(key: StoredKey, digest: string): Promise<void> {
    const { keyId, accountId, name, permission, shown, issuedAt, expiresAt } = key;
    await this.#write(WRITES.issueKey, [
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

  listKeys(accountId: string): Promise<StoredKey[]> {
    return this.#read(READS.listKeys, [accountId]);
  }

  findKeyById(keyId: string): Promise<StoredKey | undefined> {
    return this.#one(READS.findKeyById, [keyId]);
  }

  async revokeKey(keyId: string, at: number): Promise<boolean> {
    return (await this.#write(WRITES.revokeKey, [at, keyId])) === 1;
  }

  async endKey(keyId: string, at: number): Promise<boolean> {
    return (await this.#write(WRITES.endKey, [at, keyId])) === 1;
  }

  async noteKeyUse(uses: ReadonlyMap<string, number>): Promise<void> {
    const all = [...uses];
    // In turn: a last use is worth neither a second connection nor a wait for a lock.
    for (let from = 0; from < all.length; from += KEY_USES_AT_ONCE) {
      const some = all.slice(from, from + KEY_USES_AT_ONCE);
      const values = [some.map(([keyId]) => keyId), some.map(([, at]) => at)];
      await again(() => this.#writes.run(WRITES.noteKeyUse, values));
    }
  }

  async catalogueVersion(): Promise<string | undefined> {
    return (await this.#one<{ version: string }>(READS.catalogueVersion, []))?.version;
  }

  readCatalogue(): Promise<StoredCatalogue | undefined> {
    return this.#one(READS.readCatalogue, []);
  }

  async recordedAmong(studentUids: readonly string[]): Promise<string[]> {
    const rows = await this.#read<{ uid: string }>(READS.recordedAmong, [studentUids]);
    return rows.map(({ uid }) => uid);
  }

  /**
   * A transaction: while it looks who has recorded what ends, nobody records more. Whoever waits with a new record
   * finds another catalogue then, and is refused.
   */
  async replaceCatalogue(
    { version, entries, importedAt }: StoredCatalogue,
    before: string | undefined,
    ending: readonly string[],
  ): Promise<boolean> {
    const values = [version, entries, importedAt, before ?? null, ending];
    if (ending.length === 0) return (await this.#write(WRITES.replaceCatalogue, values)) === 1;
    return this.#alone(async (client) => {
      await client.query(`BEGIN; SET LOCAL statement_timeout = ${IMPORT_MS}`);
      await client.query('LOCK TABLE student_record IN SHARE ROW EXCLUSIVE MODE');
      const { rowCount } = await client.query({ ...WRITES.replaceCatalogue, values });
      await client.query('COMMIT');
      return rowCount === 1;
    });
  }

  rateLimiter(counted: RateLimitRule): RateLimiter {
    return {
      storeRule: counted,
      consume: async (accountId, wanted) => {
        const values = [accountId, wanted ?? null, ...valuesOf(counted)];
        const [row] = await this.#count(COUNTS.take, values, accountId, counted);
        return { ...takenOf(row as Used, counted), prefetched: broughtBy(row as Found, wanted) };
      },
    };
  }

  isOverloaded(work: Access): boolean {
    const lanes = work === 'read' ? [this.#reads] : [this.#reads, this.#counts, this.#together, this.#writes];
    return lanes.some(({ isOverloaded }) => isOverloaded);
  }

  load(): PoolLoad[] {
    return [
      { work: 'read', ...this.#reads.load() },
      { work: 'count', ...this.#counts.load() },
      {
        work: 'write',
        ...sum([...new Set([this.#together, this.#writes, this.#contended])].map((lanes) => lanes.load())),
      },
    ];
  }

  async ready(): Promise<void> {
    const { rows } = await within(
      PROBE_MS,
      reading(() => this.#probes.run(PROBE, [])),
    );
    if (rows[0].readOnly) throw new UnavailableError('the database is read-only');
  }

  async backup(): Promise<void> {
    throw new UserError(
      'A PostgreSQL database is backed up by its own tool: pg_dump --format=custom --file=FILE, with the address in ROLLBOOK_DATABASE.',
    );
  }

  async close(): Promise<void> {
    // What was undone together goes on alone.
    await Promise.all([
      this.#reads.close(),
      this.#counts.close(),
      this.#together.close(),
      this.#probes.close(),
    ]);
    await this.#writes.close();
    await this.#contended.close();
  }

  async #read<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return (await reading(() => this.#reads.run(statement, values))).rows;
  }

  async #one<Row>(statement: Statement, values: readonly unknown[]): Promise<Row | undefined> {
    return (await this.#read<Row>(statement, values))[0];
  }

  /**
   * What was lost may have been counted, but the request itself was surely not processed. A read is not worth a wait
   * for its window: it can be counted elsewhere.
   */
  async #count(
    statement: Statement,
    values: readonly unknown[],
    accountId: string,
    { name }: RateLimitRule,
  ): Promise<unknown[]> {
    const by = (lanes: PipelinedPool) => () => again(() => lanes.run(statement, values));
    const patient = name === 'write' ? by(this.#contended) : undefined;
    try {
      const { rows } = await this.#lockedRows.run(`window ${accountId} ${name}`, by(this.#counts), patient);
      return rows;
    } catch (error) {
      throw error instanceof ConnectionLostError
        ? new UnavailableError(error.message, { cause: error })
        : error;
    }
  }

  /** Together with others of its moment if that goes well, which it nearly always does, and else by itself. */
  async #writeRecord(
    statement: Statement,
    values: readonly [accountId: string, studentUid: string, ...rest: unknown[]],
  ): Promise<number> {
    const row = `${values[0]} ${values[1]}`;
    const alone = (lanes: PipelinedPool) => again(() => lanes.run(statement, values));
    const { rowCount } = await this.#lockedRows.run(
      `student ${row}`,
      () =>
        this.#together.run(statement, values, row).catch((error) => {
          if (!(error instanceof BatchRolledBackError || error instanceof RolledBackError)) throw error;
          if (error.cause instanceof RowLockedError) throw error.cause;
          return alone(this.#writes);
        }),
      () => alone(this.#contended),
    );
    return rowCount ?? 0;
  }

  /** Gives the number of rows changed, once they are on disk. A write that was lost stays so: who knows? */
  async #write(statement: Statement, values: readonly unknown[]): Promise<number> {
    const by = (lanes: PipelinedPool) => again(() => lanes.run(statement, values));
    const { rowCount } = await by(this.#writes).catch((error) => {
      if (error instanceof RowLockedError) return by(this.#contended);
      throw error;
    });
    return rowCount ?? 0;
  }

  /** A transaction of several statements, on a connection of its own that ends with it. */
  async #alone<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = await this.#connect().catch((error) => {
      throw new UnavailableError(error.message, { cause: error });
    });
    try {
      return await work(client);
    } catch (error) {
      throw classifyError(error, true);
    } finally {
      await client.end();
    }
  }
}

/** Whatever became of it, nobody waits for it longer. */
function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new UnavailableError(`no answer within ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A read may be made twice: if its connection broke, another has the answer. */
async function reading(read: () => Promise<Result>): Promise<Result> {
  try {
    return await again(read);
  } catch (first) {
    if (!(first instanceof ConnectionLostError)) throw first;
    return again(read).catch((error) => {
      throw error instanceof ConnectionLostError
        ? new UnavailableError(error.message, { cause: error })
        : error;
    });
  }
}

async function again(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof RolledBackError)) throw error;
      if (attempt === MOST_ATTEMPTS) throw new UnavailableError(error.message, { cause: error });
    }
  }
}

const sum = (loads: ReturnType<PipelinedPool['load']>[]): ReturnType<PipelinedPool['load']> =>
  loads.reduce((all, { connections, underWay, waiting }) => ({
    connections: all.connections + connections,
    underWay: all.underWay + underWay,
    waiting: all.waiting + waiting,
  }));

const recordedIn = (row: Found | undefined): StoredStudent | undefined =>
  row === undefined || row.body === null ? undefined : { text: row.body, recruited: row.recruited };

const broughtBy = (row: Found, wanted: string | undefined): PrefetchedStudent | undefined =>
  wanted === undefined ? undefined : { studentUid: wanted, student: recordedIn(row) };

const valuesOf = ({ name, limit, windowMs }: RateLimitRule) => [name, limit, windowMs];

const takenOf = ({ used, resetMs }: Used, { limit }: RateLimitRule): RateLimitResult => ({
  allowed: (used as number) <= limit,
  remaining: Math.max(0, limit - (used as number)),
  resetMs,
});
