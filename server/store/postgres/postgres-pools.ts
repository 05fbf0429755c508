import type pg from 'pg';
import type { Permission } from '../../../contract/limits.ts';
import type { PoolLoad } from '../store.ts';
import { PipelinedPool, STATEMENT_TIMEOUT_MS } from './pipelined-pool.ts';
import { TransactionPool } from './transaction-pool.ts';

/** Few connections with many reads in flight on each: responses share packets and wake-ups. */
const READ_POOL = { maxConnections: 4, maxInFlight: 16 };
/** Counts have connections of their own, so that a locked window of one account blocks nobody's reads. */
const COUNT_POOL = { maxConnections: 2, maxInFlight: 16 };
const PROBE_POOL = { maxConnections: 1, maxInFlight: 1 };
/** Connections for batches of student writes, each with one transaction in flight. */
const BATCH_POOL = { maxConnections: 3, maxInFlight: 1 };
/** A single write has its connection to itself: behind another write it would wait for that one's sync to disk too. */
const MAX_WRITES_IN_FLIGHT = 1;
/** Sign-ins and other transactions of the console are rare: those that come together wait for one another. */
const TRANSACTION_CONNECTIONS = 2;

/** A statement in a shared pool waits at most 50 ms for a row lock, because the statements behind it wait too. */
const SHORT_LOCK_TIMEOUT = 'SET lock_timeout = 50';
/**
 * The table of rate-limit windows is unlogged, but a count also reads records, and cleaning up their page writes to
 * the log: with synchronous_commit on, the commit would wait for that.
 */
const COUNT_SESSION = `SET synchronous_commit = off; ${SHORT_LOCK_TIMEOUT}`;
/**
 * A whole batch may take as long as one statement. PostgreSQL 17 and later also end a transaction that lasts longer,
 * which otherwise would keep its rows locked.
 */
const batchSession = (maxBatchSize: number) => `${SHORT_LOCK_TIMEOUT};
  SET statement_timeout = ${Math.ceil(STATEMENT_TIMEOUT_MS / maxBatchSize)};
  SELECT set_config(name, '${STATEMENT_TIMEOUT_MS}', false) FROM pg_settings WHERE name = 'transaction_timeout'`;

/** Opens a connection; `sessionSettings` is SQL that runs after the settings that all connections have. */
export type Connect = (sessionSettings?: string) => Promise<pg.Client>;

export interface PoolSizes {
  maxWriteConnections: number;
  /** Student writes in one transaction, at most. */
  maxBatchSize: number;
}

/** The store's connection pools, one for each kind of statement. */
export class PostgresPools {
  readonly reads: PipelinedPool;
  readonly counts: PipelinedPool;
  /** Student writes, several in a transaction. The same pool as `writes` if a batch is one write. */
  readonly batches: PipelinedPool;
  readonly writes: PipelinedPool;
  /** Statements that wait for a locked row, apart from all others so that those need not wait for a connection. */
  readonly lockWaits: PipelinedPool;
  /** Transactions of several statements. */
  readonly transactions: TransactionPool;
  /** Transactions that wait for a locked row. */
  readonly transactionLockWaits: TransactionPool;
  readonly probes: PipelinedPool;

  constructor(connect: Connect, { maxWriteConnections, maxBatchSize }: PoolSizes) {
    const writePool = { maxConnections: maxWriteConnections, maxInFlight: MAX_WRITES_IN_FLIGHT };
    this.reads = new PipelinedPool(() => connect(), READ_POOL);
    this.counts = new PipelinedPool(() => connect(COUNT_SESSION), COUNT_POOL);
    this.writes = new PipelinedPool(() => connect(SHORT_LOCK_TIMEOUT), writePool);
    this.lockWaits = new PipelinedPool(() => connect(), writePool);
    this.transactions = new TransactionPool(() => connect(SHORT_LOCK_TIMEOUT), TRANSACTION_CONNECTIONS);
    this.transactionLockWaits = new TransactionPool(() => connect(), TRANSACTION_CONNECTIONS);
    this.probes = new PipelinedPool(() => connect(), PROBE_POOL);
    this.batches =
      maxBatchSize === 1
        ? this.writes
        : new PipelinedPool(() => connect(batchSession(maxBatchSize)), { ...BATCH_POOL, maxBatchSize });
  }

  isOverloaded(work: Permission): boolean {
    const pools = work === 'read' ? [this.reads] : [this.reads, this.counts, this.batches, this.writes];
    return pools.some(({ isOverloaded }) => isOverloaded);
  }

  load(): PoolLoad[] {
    const writePools = [
      ...new Set([this.batches, this.writes, this.lockWaits]),
      this.transactions,
      this.transactionLockWaits,
    ];
    return [
      { work: 'read', ...this.reads.load() },
      { work: 'count', ...this.counts.load() },
      { work: 'write', ...sumLoads(writePools.map((pool) => pool.load())) },
    ];
  }

  async close(): Promise<void> {
    await Promise.all([this.reads.close(), this.counts.close(), this.batches.close(), this.probes.close()]);
    // Closed later: writes whose batch was rolled back are sent again here.
    await this.writes.close();
    await this.lockWaits.close();
    await this.transactions.close();
    await this.transactionLockWaits.close();
  }
}

const sumLoads = (loads: ReturnType<PipelinedPool['load']>[]): ReturnType<PipelinedPool['load']> =>
  loads.reduce((sum, { connections, inFlight, queued }) => ({
    connections: sum.connections + connections,
    inFlight: sum.inFlight + inFlight,
    queued: sum.queued + queued,
  }));
