import type pg from 'pg';
import type { Permission } from '../../../contract/limits.ts';
import type { PoolLoad } from '../store.ts';
import { LockWaits } from './lock-waits.ts';
import { PipelinedPool, STATEMENT_TIMEOUT_MS } from './pipelined-pool.ts';
import { runTransaction } from './run-transaction.ts';
import { retryRolledBack } from './statement-retries.ts';

/** Few connections with many reads in flight on each: responses share packets and wake-ups. */
const READ_POOL = { maxConnections: 4, maxInFlight: 16 };
/** Counts have connections of their own, so that a locked window of one account blocks nobody's reads. */
const COUNT_POOL = { maxConnections: 2, maxInFlight: 16 };
/** Connections for batches of student writes. */
const BATCH_CONNECTIONS = 3;
/** A transaction has its connection to itself: behind another one it would wait for that one's sync to disk too. */
const MAX_TRANSACTIONS_IN_FLIGHT = 1;
/** Connections for transactions that no locked row can occupy. */
const RESERVED_CONNECTIONS = 2;

/** Statements of other accounts wait behind one that meets a locked row. */
const SHORT_LOCK_TIMEOUT = 'SET lock_timeout = 50';
/** Up to 16 counts of one window are in flight on a connection, and each may meet the lock. */
const COUNT_LOCK_TIMEOUT = 'SET lock_timeout = 10';
/** For a statement that nobody waits behind. */
const BEGIN_WITH_LONG_LOCK_TIMEOUT = 'BEGIN; SET LOCAL lock_timeout = 2000';
/**
 * The table of rate-limit windows is unlogged, but a count also reads records, and cleaning up their page writes to
 * the log: with synchronous_commit on, the commit would wait for that.
 */
const COUNT_SESSION = `SET synchronous_commit = off; ${COUNT_LOCK_TIMEOUT}`;
/**
 * A whole batch may take as long as one statement. PostgreSQL 17 and later also end a transaction that lasts longer,
 * which otherwise would keep its rows locked.
 */
const batchSession = (maxBatchSize: number) => `${SHORT_LOCK_TIMEOUT};
  SET statement_timeout = ${Math.ceil(STATEMENT_TIMEOUT_MS / maxBatchSize)};
  SELECT set_config(name, '${STATEMENT_TIMEOUT_MS}', false) FROM pg_settings WHERE name = 'transaction_timeout'`;

/** Opens a connection; `sessionSettings` is SQL that runs after the settings that all connections have. */
export type Connect = (sessionSettings?: string) => Promise<pg.Client>;
export type TransactionWork<Result> = (client: pg.Client) => Promise<Result>;

export interface PoolSizes {
  maxWriteConnections: number;
  /** Student writes in one transaction, at most. */
  maxBatchSize: number;
}

/** The store's connection pools, one for each kind of statement. */
export class PostgresPools {
  readonly reads: PipelinedPool;
  readonly counts: PipelinedPool;
  /** Student writes, several in a transaction. */
  readonly batches: PipelinedPool;
  /** All other writes, and the probes of /readyz. */
  readonly transactions: PipelinedPool;
  readonly #lockWaits: LockWaits;

  constructor(connect: Connect, { maxWriteConnections, maxBatchSize }: PoolSizes) {
    this.reads = new PipelinedPool(() => connect(), READ_POOL);
    this.counts = new PipelinedPool(() => connect(COUNT_SESSION), COUNT_POOL);
    this.batches = new PipelinedPool(() => connect(batchSession(maxBatchSize)), {
      maxConnections: maxBatchSize === 1 ? maxWriteConnections : BATCH_CONNECTIONS,
      maxInFlight: MAX_TRANSACTIONS_IN_FLIGHT,
      maxBatchSize,
    });
    this.transactions = new PipelinedPool(() => connect(SHORT_LOCK_TIMEOUT), {
      maxConnections: maxWriteConnections + RESERVED_CONNECTIONS,
      maxInFlight: MAX_TRANSACTIONS_IN_FLIGHT,
    });
    this.#lockWaits = new LockWaits(maxWriteConnections);
  }

  /** Runs a transaction of several statements. Rolls back if `work` throws or returns false. */
  transact<Result>(work: TransactionWork<Result>, begin?: string): Promise<Result> {
    return retryRolledBack(() => this.transactions.lend((client) => runTransaction(client, work, begin)));
  }

  /** Whether a statement waits for the row, which another session has locked. */
  isWaitedFor(row: string): boolean {
    return this.#lockWaits.has(row);
  }

  /** Waits for a row that another session has locked: one statement for each row, on a connection of its own. */
  waitForRow<Result>(row: string, work: TransactionWork<Result>, maxWaitMs?: number): Promise<Result> {
    return this.#lockWaits.run(row, () => this.transact(work, BEGIN_WITH_LONG_LOCK_TIMEOUT), maxWaitMs);
  }

  isOverloaded(work: Permission): boolean {
    const pools = work === 'read' ? [this.reads] : [this.reads, this.counts, this.batches];
    return pools.some(({ isOverloaded }) => isOverloaded);
  }

  load(): PoolLoad[] {
    const [batches, transactions] = [this.batches.load(), this.transactions.load()];
    return [
      { work: 'read', ...this.reads.load() },
      { work: 'count', ...this.counts.load() },
      {
        work: 'write',
        connections: batches.connections + transactions.connections,
        inFlight: batches.inFlight + transactions.inFlight,
        queued: batches.queued + transactions.queued,
      },
    ];
  }

  async close(): Promise<void> {
    await Promise.all([this.reads.close(), this.counts.close(), this.batches.close()]);
    // Closed last: writes whose batch was rolled back are sent again here.
    await this.transactions.close();
  }
}
