import type pg from 'pg';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import {
  MAX_QUEUE_DELAY_MS,
  MAX_QUEUED_STATEMENTS,
  MAX_STATEMENT_WAIT_MS,
  MIN_OVERLOAD_QUEUE,
} from '../../overload-thresholds.ts';
import type { Statement } from '../database.ts';
import { type BatchFailure, type QueryRequest, type Result, sendBatch, sendQuery } from './batch-query.ts';
import { destroyClient } from './driver-internals.ts';
import {
  BatchRolledBackError,
  ConnectionLostError,
  classifyError,
  endsSession,
  isRowError,
  RolledBackError,
} from './postgres-errors.ts';

/** How long the server may work on a statement before it cancels it. */
export const STATEMENT_TIMEOUT_MS = 3_000;
/** How long a response may take. Then the server's own timeout did not get through, and the connection is destroyed. */
const RESPONSE_TIMEOUT_MS = 4_000;
/** How often MAX_STATEMENT_WAIT_MS and RESPONSE_TIMEOUT_MS are checked. */
const TIMEOUT_CHECK_MS = 100;
/** The pause after a failed attempt to connect. */
const RECONNECT_DELAY_MS = 250;

interface Queued {
  queuedAt: number;
  reject: (error: Error) => void;
}
interface QueuedQuery extends QueryRequest, Queued {
  resolve: (result: Result) => void;
}
interface QueuedWork extends Queued {
  /** Never rejects. */
  work: (client: pg.Client) => Promise<void>;
}

interface PooledConnection {
  client: pg.Client;
  /** Transactions in flight, the oldest first: responses come in the order of sending. */
  inFlight: { sentAt: number; statements: number }[];
}

export interface PoolOptions {
  maxConnections: number;
  /** Transactions in flight on each connection, at most. */
  maxInFlight: number;
  /**
   * Statements in a transaction, at most. Without it each statement is one of its own, and must have no effect that a
   * caller would miss if its connection broke.
   */
  maxBatchSize?: number;
}

/**
 * A few connections for statements of one kind, with several in flight on each (pipelining), or for transactions of
 * several statements, one on each. Connections are opened on demand and replaced after they break. Statements of one
 * event loop iteration are sent together at its end. `classifyError` tells for each failure whether the statement
 * surely had no effect.
 */
export class PipelinedPool {
  readonly #connect: () => Promise<pg.Client>;
  readonly #options: PoolOptions;
  readonly #connections: PooledConnection[] = [];
  #queue: (QueuedQuery | QueuedWork)[] = [];
  #connecting = 0;
  #reconnectAt = 0;
  #isClosed = false;
  #isFlushScheduled = false;
  #timeoutCheck: NodeJS.Timeout | undefined;

  constructor(connect: () => Promise<pg.Client>, options: PoolOptions) {
    this.#connect = connect;
    this.#options = options;
  }

  /** How many statements are queued or in flight. */
  get #pending(): number {
    const inFlight = this.#connections.flatMap((connection) => connection.inFlight);
    return inFlight.reduce((sum, { statements }) => sum + statements, this.#queue.length);
  }

  load(): { connections: number; inFlight: number; queued: number } {
    return {
      connections: this.#connections.length,
      inFlight: this.#pending - this.#queue.length,
      queued: this.#queue.length,
    };
  }

  get isOverloaded(): boolean {
    return (
      this.#queue.length > MIN_OVERLOAD_QUEUE &&
      performance.now() - (this.#queue[0] as Queued).queuedAt > MAX_QUEUE_DELAY_MS
    );
  }

  /** `row` identifies the row that the statement writes, if the pool sends batches. */
  run(statement: Statement, values: readonly unknown[], row = ''): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#enqueue({ statement, values, row, queuedAt: performance.now(), resolve, reject });
    });
  }

  /** Gives `work` a connection for itself, which it may destroy. For pools with one transaction in flight on each. */
  lend<Lent>(work: (client: pg.Client) => Promise<Lent>): Promise<Lent> {
    return new Promise((resolve, reject) => {
      const queuedAt = performance.now();
      this.#enqueue({ work: (client) => work(client).then(resolve, reject), queuedAt, reject });
    });
  }

  #enqueue(queued: QueuedQuery | QueuedWork): void {
    if (this.#isClosed) queued.reject(new UnavailableError('closing'));
    else if (this.#queue.length >= MAX_QUEUED_STATEMENTS)
      queued.reject(new UnavailableError('too many statements wait for a connection'));
    else {
      this.#queue.push(queued);
      this.#scheduleFlush();
      this.#timeoutCheck ??= setInterval(() => this.#checkTimeouts(), TIMEOUT_CHECK_MS).unref();
    }
  }

  /** Rejects new statements, waits for the pending ones and closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#pending > 0 || this.#connecting > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    clearInterval(this.#timeoutCheck);
    await Promise.all(this.#connections.splice(0).map(({ client }) => client.end()));
  }

  #scheduleFlush(): void {
    if (this.#isFlushScheduled) return;
    this.#isFlushScheduled = true;
    setImmediate(this.#flush);
  }

  readonly #flush = (): void => {
    this.#isFlushScheduled = false;
    // Corked until all is written: one packet for each connection.
    const corked = new Set<PooledConnection>();
    for (
      let connection = this.#leastBusy();
      connection !== undefined && this.#queue.length > 0;
      connection = this.#leastBusy()
    ) {
      if (!corked.has(connection)) connection.client.connection.stream.cork();
      corked.add(connection);
      const [next] = this.#queue as [QueuedQuery | QueuedWork];
      if ('work' in next) this.#startWork(connection, this.#queue.shift() as QueuedWork);
      else if (this.#options.maxBatchSize === undefined)
        this.#send(connection, this.#queue.shift() as QueuedQuery);
      else this.#sendBatch(connection, this.#queue.splice(0, this.#options.maxBatchSize) as QueuedQuery[]);
    }
    for (const { client } of corked) client.connection.stream.uncork();
    if (this.#queue.length > this.#connecting) this.#addConnection();
  };

  #leastBusy(): PooledConnection | undefined {
    let leastBusy: PooledConnection | undefined;
    for (const connection of this.#connections)
      if (
        !connection.client.connection.stream.destroyed &&
        connection.inFlight.length < (leastBusy?.inFlight.length ?? this.#options.maxInFlight)
      )
        leastBusy = connection;
    return leastBusy;
  }

  #startWork(connection: PooledConnection, { work }: QueuedWork): void {
    const finish = this.#start(connection, 1);
    void work(connection.client).then(() => finish());
  }

  #send(connection: PooledConnection, query: QueuedQuery): void {
    const finish = this.#start(connection, 1);
    sendQuery(connection.client, query, (error, result) => {
      finish(error);
      if (error === null) query.resolve(result);
      else query.reject(classifyError(error, false));
    });
  }

  /** All transactions lock rows in the same order, which avoids deadlocks. */
  #sendBatch(connection: PooledConnection, queries: QueuedQuery[]): void {
    const batch = queries.sort(compareRows);
    const finish = this.#start(connection, batch.length);
    sendBatch(connection.client, batch, (failure, results) => {
      finish(failure?.error);
      if (failure === undefined)
        for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
      else this.#handleFailure(batch, failure);
    });
  }

  /** Notes a transaction as in flight until the returned function is called. */
  #start(connection: PooledConnection, statements: number): (error?: Error | null) => void {
    connection.inFlight.push({ sentAt: performance.now(), statements });
    return (error) => {
      connection.inFlight.shift();
      if (error && endsSession(error)) destroyClient(connection.client);
      if (this.#queue.length > 0) this.#scheduleFlush();
    };
  }

  /** After an error of one row, the statements of other rows go back to the head of the queue; all others fail. */
  #handleFailure(batch: QueuedQuery[], { error, request }: BatchFailure): void {
    const reason = classifyError(error, request === undefined);
    const isRolledBack =
      reason instanceof RolledBackError ||
      (request !== undefined && !(reason instanceof ConnectionLostError));
    const isRequeued = ({ row }: QueuedQuery) =>
      isRowError(error) && request !== undefined && row !== request.row;
    this.#queue.unshift(...batch.filter(isRequeued));
    for (const query of batch)
      if (!isRequeued(query)) query.reject(isRolledBack ? this.#toBatchError(reason) : reason);
  }

  /** Where statements share a transaction, tells that the statement had no effect and may succeed alone. */
  #toBatchError(reason: Error): Error {
    return (this.#options.maxBatchSize ?? 1) === 1
      ? reason
      : new BatchRolledBackError(reason.message, { cause: reason });
  }

  #addConnection(): void {
    if (performance.now() < this.#reconnectAt) {
      if (this.#hasNoConnection) this.#rejectQueue('no connection to the database');
      return;
    }
    if (this.#connections.length + this.#connecting >= this.#options.maxConnections) return;
    this.#connecting += 1;
    this.#connect().then(
      (client) => {
        this.#connecting -= 1;
        const connection: PooledConnection = { client, inFlight: [] };
        // The driver fails the queries in flight; the pool only stops using the connection. Another one is opened at
        // once: an attempt that failed before says nothing of this moment.
        const remove = () => {
          const index = this.#connections.indexOf(connection);
          if (index < 0) return;
          this.#connections.splice(index, 1);
          this.#reconnectAt = 0;
        };
        client.on('error', remove).on('end', remove);
        this.#connections.push(connection);
        this.#flush();
      },
      (error: Error) => {
        this.#connecting -= 1;
        this.#reconnectAt = performance.now() + RECONNECT_DELAY_MS;
        if (this.#hasNoConnection) this.#rejectQueue(error.message);
      },
    );
  }

  get #hasNoConnection(): boolean {
    return this.#connections.length === 0 && this.#connecting === 0;
  }

  #rejectQueue(message: string): void {
    const queue = this.#queue;
    this.#queue = [];
    for (const { reject } of queue) reject(this.#toBatchError(new UnavailableError(message)));
  }

  #checkTimeouts(): void {
    const now = performance.now();
    let late = 0;
    while ((this.#queue[late]?.queuedAt ?? now) < now - MAX_STATEMENT_WAIT_MS) late += 1;
    for (const { reject } of this.#queue.splice(0, late))
      reject(new UnavailableError('no connection became free in time'));
    for (const { client, inFlight } of [...this.#connections])
      if ((inFlight[0]?.sentAt ?? now) < now - RESPONSE_TIMEOUT_MS) destroyClient(client);
    if (this.#queue.length > 0) this.#flush();
    else if (this.#pending === 0) {
      clearInterval(this.#timeoutCheck);
      this.#timeoutCheck = undefined;
    }
  }
}

const compareRows = (a: QueryRequest, b: QueryRequest): number =>
  a.row < b.row ? -1 : a.row > b.row ? 1 : 0;
