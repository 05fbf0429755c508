import type pg from 'pg';
import { UnavailableError } from '../../errors/unavailable-error.ts';

import { destroyClient } from './driver-internals.ts';
import { RESPONSE_TIMEOUT_MS } from './pipelined-pool.ts';
import { ConnectionLostError, classifyError, endsSession } from './postgres-errors.ts';

/** For a free connection. Longer than for a read: a sign-in is rare, and its player would have to begin again. */
const MAX_WAIT_MS = 3_000;
/** A transaction beyond this is rejected at once. */
const MAX_QUEUE = 1_000;

interface QueuedTransaction {
  resolve: (client: pg.Client) => void;
  reject: (error: Error) => void;
  timeout: NodeJS.Timeout;
}

/**
 * A few connections for transactions of several statements, one at a time on each. Connections are opened on demand
 * and kept for the next transaction.
 */
export class TransactionPool {
  readonly #connect: () => Promise<pg.Client>;
  readonly #maxConnections: number;
  readonly #clients = new Set<pg.Client>();
  readonly #idle: pg.Client[] = [];
  readonly #queue: QueuedTransaction[] = [];
  #connecting = 0;
  #isClosed = false;

  constructor(connect: () => Promise<pg.Client>, maxConnections: number) {
    this.#connect = connect;
    this.#maxConnections = maxConnections;
  }

  load(): { connections: number; inFlight: number; queued: number } {
    const connections = this.#clients.size;
    return { connections, inFlight: connections - this.#idle.length, queued: this.#queue.length };
  }

  /**
   * Commits if `work` returns true, and rolls back if it returns false or throws. Throws an UnavailableError only if
   * surely nothing was committed.
   */
  async run(work: (client: pg.Client) => Promise<boolean>): Promise<boolean> {
    const client = await this.#acquire();
    const timeout = setTimeout(() => destroyClient(client), RESPONSE_TIMEOUT_MS);
    let isCommitting = false;
    try {
      await client.query('BEGIN');
      isCommitting = await work(client);
      await client.query(isCommitting ? 'COMMIT' : 'ROLLBACK');
      return isCommitting;
    } catch (error) {
      if (endsSession(error)) this.#remove(client);
      else await client.query('ROLLBACK').catch(() => this.#remove(client));
      const reason = classifyError(error, isCommitting);
      throw reason instanceof ConnectionLostError && !isCommitting
        ? new UnavailableError(reason.message, { cause: error })
        : reason;
    } finally {
      clearTimeout(timeout);
      this.#release(client);
    }
  }

  /** Rejects new transactions, waits for the pending ones and closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#queue.length > 0 || this.#connecting > 0 || this.#idle.length < this.#clients.size)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all([...this.#clients].map((client) => client.end()));
  }

  #acquire(): Promise<pg.Client> {
    if (this.#isClosed) return Promise.reject(new UnavailableError('closing'));
    const idle = this.#idle.pop();
    if (idle !== undefined) return Promise.resolve(idle);
    if (this.#queue.length >= MAX_QUEUE)
      return Promise.reject(new UnavailableError('too many transactions wait for a connection'));
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(queued), 1);
        reject(new UnavailableError('no connection became free in time'));
      }, MAX_WAIT_MS);
      const queued = { resolve, reject, timeout };
      this.#queue.push(queued);
      this.#addConnection();
    });
  }

  #addConnection(): void {
    if (this.#queue.length <= this.#connecting) return;
    if (this.#clients.size + this.#connecting >= this.#maxConnections) return;
    this.#connecting += 1;
    this.#connect().then(
      (client) => {
        this.#connecting -= 1;
        this.#clients.add(client);
        client.on('error', () => this.#remove(client)).on('end', () => this.#remove(client));
        this.#release(client);
      },
      (error: Error) => {
        this.#connecting -= 1;
        // Nobody returns a connection if there is none, so nobody may wait for one.
        if (this.#clients.size + this.#connecting === 0)
          for (const queued of this.#queue.splice(0)) {
            clearTimeout(queued.timeout);
            queued.reject(new UnavailableError(error.message, { cause: error }));
          }
      },
    );
  }

  /** Gives a connection to the transaction that waits longest. */
  #release(client: pg.Client): void {
    if (!this.#clients.has(client)) {
      this.#addConnection();
      return;
    }
    const next = this.#queue.shift();
    if (next === undefined) {
      this.#idle.push(client);
      return;
    }
    clearTimeout(next.timeout);
    next.resolve(client);
  }

  #remove(client: pg.Client): void {
    if (!this.#clients.delete(client)) return;
    const index = this.#idle.indexOf(client);
    if (index >= 0) this.#idle.splice(index, 1);
    destroyClient(client);
  }
}
