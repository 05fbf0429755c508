import type pg from 'pg';
import type { Permission } from '../../../contract/limits.ts';
import type { PoolLoad } from '../store.ts';
import { AccountConcurrency } from './account-concurrency.ts';
import { ConnectionPool } from './connection-pool.ts';
import { asUnavailable, retryConflicts, retryRead, type Work } from './run-statements.ts';

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

/** Opens a connection; `sessionSettings` is SQL that runs after the settings that all connections have. */
export type Connect = (sessionSettings?: string) => Promise<pg.Client>;

/** The store's connections: for reads, counts and writes, so that none of these waits for one of the others. */
export class Connections {
  readonly #reads: ConnectionPool;
  readonly #counts: ConnectionPool;
  readonly #writes: ConnectionPool;
  readonly #probes: ConnectionPool;
  readonly #windows = new AccountConcurrency(COUNTS_PER_WINDOW);
  readonly #accounts = new AccountConcurrency(WRITES_PER_ACCOUNT);

  constructor(connect: Connect, size: number) {
    const countConnections = Math.max(MIN_COUNT_CONNECTIONS, Math.ceil(size * COUNTS_PER_WRITE));
    this.#reads = new ConnectionPool(() => connect(), size);
    this.#counts = new ConnectionPool(() => connect(COUNT_SESSION), countConnections);
    this.#writes = new ConnectionPool(() => connect(LOCK_TIMEOUT), size);
    this.#probes = new ConnectionPool(() => connect(), 1);
  }

  read<Result>(work: Work<Result>): Promise<Result> {
    return retryRead(() => this.#reads.lend(work));
  }

  /** For /readyz: it waits for none of the others, whatever they wait for. */
  probe<Result>(work: Work<Result>): Promise<Result> {
    return retryRead(() => this.#probes.lend(work));
  }

  /**
   * Counts a request in the window. If the connection breaks the count may have happened, but the request itself surely
   * was not processed.
   */
  count<Result>(work: Work<Result>, window: string, maxLockWaitMs?: number): Promise<Result> {
    const send = () => retryConflicts(() => this.#counts.lend(work), maxLockWaitMs);
    return this.#windows.run(window, send, maxLockWaitMs).catch((error) => {
      throw asUnavailable(error);
    });
  }

  /** It is not retried after a lost connection, because it may have been committed. */
  write<Result>(work: Work<Result>, accountId: string): Promise<Result> {
    return this.#accounts.run(accountId, () => retryConflicts(() => this.#writes.lend(work)));
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
  }
}
