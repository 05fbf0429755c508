import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Permission } from '../../../contract/limits.ts';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import type { Statement } from '../database.ts';
import type { PoolLoad } from '../store.ts';
import { AccountConcurrency } from './account-concurrency.ts';
import { destroyClient } from './connect-postgres.ts';
import { ConnectionPool, type Work } from './connection-pool.ts';
import {
  ConnectionLostError,
  classifyError,
  NodeLostError,
  RolledBackError,
  RowLockedError,
} from './postgres-errors.ts';
import { type FindAccount, SilentNodes } from './silent-nodes.ts';

/** At a time: the rows of the account let its writes wait for one another anyway. */
const WRITES_PER_ACCOUNT = 1;
const COUNTS_PER_WINDOW = 2;
/** A count takes less time than a write. */
const COUNTS_PER_WRITE = 0.5;
const MIN_COUNT_CONNECTIONS = 3;
/** A statement that finds its row locked gives the connection back, and is sent again. */
const LOCK_TIMEOUT = 'SET lock_timeout = 100';
/** The table of rate-limit windows is unlogged. Whatever else a count writes to the log, no commit waits for it. */
const COUNT_SESSION = `SET synchronous_commit = off; ${LOCK_TIMEOUT}`;

/** How often a statement or transaction is sent that PostgreSQL rolled back because of a concurrent one. */
const MAX_ATTEMPTS = 5;
/** How long a row may be locked by others. */
const MAX_LOCK_WAIT_MS = 2_000;
/**
 * Between two attempts to lock a row, while others have the connection. At least half of it, at random, so that two that
 * wait for each other do not meet again.
 */
const LOCK_PAUSE_MS = 200;

/** Opens a connection; `sessionSettings` is SQL that runs after the settings that all connections have. */
export type Connect = (sessionSettings?: string) => Promise<pg.Client>;

/**
 * The store's connections: for reads, counts and writes, so that none of these waits for one of the others. Below stands
 * how a statement or transaction runs on one, and when it is sent again.
 */
export class Connections {
  readonly #reads: ConnectionPool;
  readonly #counts: ConnectionPool;
  readonly #writes: ConnectionPool;
  readonly #probes: ConnectionPool;
  readonly #silentNodes: SilentNodes | undefined;
  readonly #windows = new AccountConcurrency(COUNTS_PER_WINDOW);
  readonly #accounts = new AccountConcurrency(WRITES_PER_ACCOUNT);

  constructor(connect: Connect, size: number, isDistributed: boolean) {
    const countConnections = Math.max(MIN_COUNT_CONNECTIONS, Math.ceil(size * COUNTS_PER_WRITE));
    this.#reads = new ConnectionPool(() => connect(), size);
    this.#counts = new ConnectionPool(() => connect(COUNT_SESSION), countConnections);
    this.#writes = new ConnectionPool(() => connect(LOCK_TIMEOUT), size);
    this.#probes = new ConnectionPool(() => connect(), 1);
    if (isDistributed) this.#silentNodes = new SilentNodes(new ConnectionPool(() => connect(), 1));
  }

  read<Result>(work: Work<Result>, findAccount?: FindAccount): Promise<Result> {
    return retryRead(() => this.#lend(this.#reads, work, findAccount));
  }

  /** For /readyz: it waits for none of the others, whatever they wait for. */
  probe<Result>(work: Work<Result>): Promise<Result> {
    return retryRead(() => this.#probes.lend(work));
  }

  /**
   * Counts a request in the window. If the connection breaks the count may have happened, but the request itself surely
   * was not processed.
   */
  count<Result>(
    work: Work<Result>,
    subject: string,
    counted: string,
    maxLockWaitMs?: number,
  ): Promise<Result> {
    const window = `${counted} of ${subject}`;
    const send = () => retryConflicts(() => this.#lend(this.#counts, work, () => subject), maxLockWaitMs);
    return this.#windows.run(window, send, maxLockWaitMs).catch((error) => {
      throw asUnavailable(error);
    });
  }

  /** It is not retried after a lost connection, because it may have been committed. */
  write<Result>(work: Work<Result>, turn: string, findAccount?: FindAccount): Promise<Result> {
    return this.#accounts.run(turn, () => retryConflicts(() => this.#lend(this.#writes, work, findAccount)));
  }

  isOverloaded(work: Permission): boolean {
    const pools = work === 'read' ? [this.#reads] : [this.#reads, this.#counts, this.#writes];
    return pools.some(({ isOverloaded }) => isOverloaded);
  }

  load(): PoolLoad[] {
    return [
      { work: 'read', ...this.#reads.load() },
      { work: 'count', ...this.#counts.load() },
      { work: 'write', ...this.#writes.load() },
    ];
  }

  async close(): Promise<void> {
    await Promise.all([this.#reads, this.#counts, this.#writes, this.#probes].map((pool) => pool.close()));
    await this.#silentNodes?.close();
  }

  #lend<Result>(pool: ConnectionPool, work: Work<Result>, findAccount?: FindAccount): Promise<Result> {
    return this.#silentNodes?.lend(pool, work, findAccount) ?? pool.lend(work);
  }
}

export const sendStatement = (client: pg.Client, statement: Statement, values: readonly unknown[]) =>
  client.query({ ...statement, values: values as unknown[] });

/** A statement that is a transaction by itself: if the connection breaks, it may have been committed. */
export const oneStatement =
  (statement: Statement, values: readonly unknown[]): Work<pg.QueryResult> =>
  (client) =>
    sendStatement(client, statement, values).catch((error) => {
      throw giveUp(client, error);
    });

/**
 * Runs `work` in a transaction of the client. Commits unless `work` throws or returns false. Throws an
 * UnavailableError only if surely nothing was committed.
 */
export const inTransaction =
  <Result>(work: Work<Result>): Work<Result> =>
  async (client) => {
    let isCommitting = false;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      isCommitting = result !== false;
      await client.query(isCommitting ? 'COMMIT' : 'ROLLBACK');
      return result;
    } catch (error) {
      const reason = giveUp(client, error);
      if (!(reason instanceof ConnectionLostError))
        await client.query('ROLLBACK').catch(() => destroyClient(client));
      throw isCommitting ? reason : asUnavailable(reason);
    }
  };

function giveUp(client: pg.Client, error: unknown): Error {
  const reason = classifyError(error);
  if (reason instanceof ConnectionLostError) destroyClient(client);
  return reason;
}

/** Sends a write again while PostgreSQL rolls it back, or while others have locked its row. */
export async function retryConflicts<Result>(
  send: () => Promise<Result>,
  maxLockWaitMs = MAX_LOCK_WAIT_MS,
): Promise<Result> {
  const deadline = performance.now() + maxLockWaitMs;
  for (let attempts = 1; ; )
    try {
      return await send();
    } catch (error) {
      if (error instanceof RowLockedError && performance.now() < deadline)
        await pause(LOCK_PAUSE_MS * (0.5 + Math.random() / 2));
      else if (!(error instanceof RolledBackError)) throw error;
      else if (++attempts > MAX_ATTEMPTS) throw new UnavailableError(error.message, { cause: error });
    }
}

/** Sends a read a second time, on another connection, if the first one broke: a read changes nothing. */
export async function retryRead<Result>(send: () => Promise<Result>): Promise<Result> {
  return retryConflicts(send).catch((error) => {
    if (!(error instanceof ConnectionLostError)) throw asUnavailable(error);
    return retryConflicts(send).catch((failed) => {
      throw asUnavailable(failed);
    });
  });
}

/** For what surely had no effect if its connection, or that to its node, broke. */
const asUnavailable = (error: Error): Error =>
  error instanceof ConnectionLostError || error instanceof NodeLostError
    ? new UnavailableError(error.message, { cause: error })
    : error;
