import type pg from 'pg';
import { parseAreas } from '../../../contract/areas.ts';
import type { Permission } from '../../../contract/limits.ts';
import type { GrowthState } from '../../../contract/state-fields.ts';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { UserError } from '../../errors/user-error.ts';
import type { StudentWrite } from '../caller.ts';
import type { Database, SqlValue, Statement, Step } from '../database.ts';
import { type HistoryEntry, historyEntry } from '../history-entry.ts';
import type { RateLimiter, RateLimitRule } from '../rate-limiter.ts';
import { RosterSnapshots } from '../roster-snapshots.ts';
import type { PoolLoad, Store, StoredCatalogue, StudentPage } from '../store.ts';
import type { KeyStatus } from '../stored-account.ts';
import {
  type StoredStudent,
  toWrittenStudent,
  type WrittenRecord,
  type WrittenStudent,
} from '../stored-student.ts';
import { trimHistory } from '../trim-history.ts';
import type { Work } from './connection-pool.ts';
import { type Connect, Connections, inTransaction, oneStatement, sendStatement } from './connections.ts';
import { classifyError } from './postgres-errors.ts';
import {
  CONSUME_WINDOW,
  DELETE_ENDED_WINDOWS,
  LOCK_ACCOUNT,
  PROBE,
  READS,
  WRITES,
} from './postgres-statements.ts';

/** Rate limit windows that one statement deletes. */
const WINDOWS_PER_STATEMENT = 1_000;
/** How long an import may block all record writes while it checks that no account has a student that it drops. */
const IMPORT_TIMEOUT_MS = 10_000;

type WindowRow = { used: number; resetMs: number };

/**
 * The storage engine for several instances. Each request queries the database, so a change by one instance is seen by
 * all. Each method is one statement, or one transaction where its comment says so, and touches one account.
 */
export class PostgresStore implements Store {
  readonly #connect: Connect;
  readonly #connections: Connections;
  /** Undefined if no history is kept. */
  readonly #snapshots: RosterSnapshots | undefined;
  readonly database: Database;

  constructor(
    connect: Connect,
    poolSize: number,
    {
      keepsHistory = true,
      isDistributed = false,
    }: { keepsHistory?: boolean | undefined; isDistributed?: boolean } = {},
  ) {
    this.#connect = connect;
    this.database = {
      isDistributed,
      read: <Row>(statement: Statement, ...values: SqlValue[]) =>
        this.#read<Row>(prepared(statement), values),
      write: (_operation, steps, accountId) => this.#writeSteps(steps, accountId),
    };
    this.#snapshots = keepsHistory ? new RosterSnapshots(this.database) : undefined;
    this.#connections = new Connections(connect, poolSize, isDistributed);
  }

  async findKey(accountId: string, digest: string): Promise<KeyStatus | undefined> {
    const key = await this.#readOne<Omit<KeyStatus, 'areas'> & { areas: string | null }>(READS.findKey, [
      accountId,
      digest,
    ]);
    return key && { ...key, areas: key.areas === null ? null : parseAreas(key.areas) };
  }

  readStudent(accountId: string, studentUid: string): Promise<StoredStudent | undefined> {
    return this.#readOne(READS.readStudent, [accountId, studentUid]);
  }

  async listStudents(accountId: string, afterUid: string, limit: number): Promise<StudentPage> {
    const page = await this.#readOne(READS.listStudents, [accountId, afterUid, limit]);
    const { texts, last, more } = page as { texts: string | null; last: string; more: boolean };
    return { json: texts ?? '', nextAfterUid: more ? last : null };
  }

  async writeStudent(
    write: StudentWrite,
    next: Partial<GrowthState>,
    expected: StoredStudent | undefined,
    catalogueVersion?: string,
  ): Promise<WrittenStudent | undefined> {
    const recorded = toWrittenStudent(write.studentUid, next, expected);
    const entry = this.#snapshots && historyEntry(expected, next);
    const written =
      expected === undefined
        ? await this.#writeRecord('insert', write, catalogueVersion, recorded.json, entry)
        : await this.#writeRecord('update', write, expected.json, recorded.json, entry);
    return written && { ...recorded, ...written };
  }

  removeStudent(write: StudentWrite, expected: StoredStudent): Promise<WrittenRecord | undefined> {
    const entry = this.#snapshots && historyEntry(expected, undefined);
    return this.#writeRecord('remove', write, expected.json, null, entry);
  }

  async catalogueVersion(): Promise<string | undefined> {
    return (await this.#readOne<{ version: string }>(READS.catalogueVersion, []))?.version;
  }

  readCatalogue(): Promise<StoredCatalogue | undefined> {
    return this.#readOne(READS.readCatalogue, []);
  }

  async recordedAmong(studentUids: readonly string[]): Promise<string[]> {
    const rows = await this.#read<{ uid: string }>(READS.recordedAmong, [studentUids]);
    return rows.map(({ uid }) => uid);
  }

  /**
   * One transaction. It locks the records while it checks for those of dropped students; a new record that waits for
   * the lock then finds another catalogue version and is not written.
   */
  async replaceCatalogue(
    { version, entries, importedAt }: StoredCatalogue,
    before: string | undefined,
    ending: readonly string[],
  ): Promise<boolean> {
    const values = [version, entries, importedAt];
    const [statement, ...parameters] =
      before === undefined
        ? ([WRITES.insertCatalogue, ...values] as const)
        : ([WRITES.replaceCatalogue, ...values, before] as const);
    if (ending.length === 0) return (await this.#write(statement, parameters, 'catalogue')) === 1;
    return this.#transact(async (client) => {
      await client.query(`BEGIN; SET LOCAL statement_timeout = ${IMPORT_TIMEOUT_MS}`);
      await client.query('LOCK TABLE student_record IN SHARE ROW EXCLUSIVE MODE');
      const recorded = await client.query({ ...READS.anyRecorded, values: [ending] });
      const isReplaced =
        recorded.rowCount === 0 && (await client.query({ ...statement, values: parameters })).rowCount === 1;
      await client.query('COMMIT');
      return isReplaced;
    });
  }

  rateLimiter(rule: RateLimitRule): RateLimiter {
    const { name, limit, windowMs, maxLockWaitMs } = rule;
    return {
      consume: async (subject, part) => {
        const counted = part === undefined ? name : `${name} ${part}`;
        const count = oneStatement(CONSUME_WINDOW, [subject, counted, limit, windowMs]);
        const { rows } = await this.#connections.count(count, subject, counted, maxLockWaitMs);
        const [{ used, resetMs }] = rows as [WindowRow];
        return { allowed: used <= limit, remaining: Math.max(0, limit - used), resetMs };
      },
      peek: async (subject) => {
        const row = await this.#readOne<WindowRow>(READS.peekWindow, [subject, name, windowMs]);
        const remaining = Math.max(0, limit - (row?.used ?? 0));
        return { allowed: remaining > 0, remaining, resetMs: row?.resetMs ?? 0 };
      },
    };
  }

  isOverloaded(work: Permission): boolean {
    return this.#connections.isOverloaded(work);
  }

  load(): PoolLoad[] {
    return this.#connections.load();
  }

  async ready(): Promise<void> {
    const { rows } = await this.#connections.probe(oneStatement(PROBE, []));
    if (rows[0].readOnly) throw new UnavailableError('the database is read-only');
  }

  async backup(): Promise<void> {
    throw new UserError(
      'A PostgreSQL database is backed up by its own tool: pg_dump --format=custom --file=FILE, with the address in ROLLBOOK_DATABASE.',
    );
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  async #read<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const findAccount = () => accountIn(statement, values);
    return (await this.#connections.read(oneStatement(statement, values), findAccount)).rows;
  }

  async #readOne<Row>(statement: Statement, values: readonly unknown[]): Promise<Row | undefined> {
    return (await this.#read<Row>(statement, values))[0];
  }

  /** Undefined if nothing is written. */
  async #writeRecord(
    kind: 'insert' | 'update' | 'remove',
    { caller, at, accountId, studentUid, operation, steps }: StudentWrite,
    expected: string | undefined,
    next: string | null,
    entry: HistoryEntry | undefined,
  ): Promise<WrittenRecord | undefined> {
    if (entry !== undefined && this.#snapshots?.isDue(accountId, at))
      await this.#snapshots.take(accountId, at);
    const values = [
      ...[accountId, studentUid, caller.kind, caller.id, at, operation ?? null],
      ...[entry?.kind ?? null, entry?.fields ?? null],
      ...[kind, expected ?? null, next],
    ];
    const work = writeRecord(values, steps, accountId);
    const numbers = await this.#connections.write(work, accountId, () => accountId);
    if (numbers === false) return undefined;
    const [number, group] = numbers;
    if (number === undefined || group === undefined) return { change: undefined };
    trimHistory(this.database, accountId, number);
    return { change: { number, group } };
  }

  /** Returns the number of changed rows once they are on disk. */
  async #write(statement: Statement, values: readonly unknown[], turn: string): Promise<number> {
    const work = oneStatement(statement, values);
    return (await this.#connections.write(work, turn, () => accountIn(statement, values))).rowCount ?? 0;
  }

  /** A single step needs no transaction of its own. */
  async #writeSteps(steps: readonly Step[], accountId: string | undefined): Promise<Step | undefined> {
    const [first] = steps as [Step];
    const turn = accountId ?? `${first.statement.name} ${first.values[0]}`;
    if (steps.length === 1) {
      const changed = await this.#write(prepared(first.statement), first.values, turn);
      return changed === 0 && first.isRequired ? first : undefined;
    }
    let failed: Step | undefined;
    const work = inTransaction(async (client) => {
      failed = await runSteps(client, steps, accountId);
      return failed === undefined;
    });
    await this.#connections.write(work, turn, () => accountId);
    return failed;
  }

  /** In small portions, so that no request waits long for its locked window. */
  async deleteEndedWindows(): Promise<void> {
    let deleted: number;
    do deleted = await this.#write(DELETE_ENDED_WINDOWS, [WINDOWS_PER_STATEMENT], 'ended windows');
    while (deleted === WINDOWS_PER_STATEMENT);
  }

  /** Runs a transaction of several statements on a new connection, which is closed afterwards. */
  async #transact<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = await this.#connect().catch((error) => {
      throw new UnavailableError(error.message, { cause: error });
    });
    try {
      return await work(client);
    } catch (error) {
      throw classifyError(error);
    } finally {
      await client.end();
    }
  }
}

/** Returns the numbers of the change, none if nothing is recorded, or false if nothing is written. */
function writeRecord(
  values: readonly unknown[],
  steps: readonly Step[] | undefined,
  accountId: string,
): Work<number[] | false> {
  if (steps === undefined || steps.length === 0)
    return async (client) => {
      const { rows } = await oneStatement(WRITES.writeRecord, values)(client);
      return rows[0].numbers ?? false;
    };
  return inTransaction(async (client) => {
    // First, as in all transactions of several statements: the function's own lock is weaker.
    await client.query({ ...LOCK_ACCOUNT, values: [accountId] });
    const { rows } = await sendStatement(client, WRITES.writeRecord, values);
    const isWritten = rows[0].numbers !== null && (await runSteps(client, steps, undefined)) === undefined;
    return isWritten && rows[0].numbers;
  });
}

/**
 * The locked row of the account makes its transactions run one after the other. Returns the step that fails: the first
 * if the account does not exist.
 */
async function runSteps(
  client: pg.Client,
  steps: readonly Step[],
  accountId: string | undefined,
): Promise<Step | undefined> {
  if (accountId !== undefined) {
    const { rowCount } = await client.query({ ...LOCK_ACCOUNT, values: [accountId] });
    if (rowCount === 0) return steps[0];
  }
  for (const step of steps) {
    const { rowCount } = await sendStatement(client, prepared(step.statement), step.values);
    if (rowCount === 0 && step.isRequired) return step;
  }
  return undefined;
}

/** The account that the statement names. */
const accountIn = ({ text }: Statement, values: readonly unknown[]): string | undefined => {
  const [, position] = /\baccount_id = \$(\d+)/.exec(text) ?? [];
  return position === undefined ? undefined : String(values[Number(position) - 1]);
};

/** Its name differs from those of this engine's own statements, because a connection prepares both. */
const prepared = ({ name, text }: Statement): Statement => ({ name: `database ${name}`, text });
