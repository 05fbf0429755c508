import type pg from 'pg';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import {
  MAX_QUEUE_DELAY_MS,
  MAX_QUEUED_STATEMENTS,
  MAX_STATEMENT_WAIT_MS,
  MIN_OVERLOAD_QUEUE,
} from '../../overload-thresholds.ts';
import { destroyClient } from './connect-postgres.ts';
import { setLoopTimeout } from './loop-timeout.ts';

/**
 * How long a connection may be lent. Then the server's own timeout did not get through, and the connection is destroyed.
 */
const MAX_LOAN_MS = 4_000;
/** After this long a loan is late, and `lend` tells so whom it may concern. */
const LATE_LOAN_MS = 500;
/** A burst is served by the first connections before the last of many would be open. */
const MAX_CONNECTING = 2;
/** The pause after a failed attempt to connect. */
const RECONNECT_DELAY_MS = 250;

export type Work<Result> = (client: pg.Client) => Promise<Result>;

interface Waiting {
  readonly since: number;
  readonly take: (client: pg.Client) => void;
  readonly reject: (error: Error) => void;
}

/** Connections of one kind, opened on demand and replaced after they break. Each is lent to one at a time. */
export class ConnectionPool {
  readonly #connect: () => Promise<pg.Client>;
  readonly #maxConnections: number;
  readonly #open = new Set<pg.Client>();
  readonly #idle: pg.Client[] = [];
  #waiting: Waiting[] = [];
  #lent = 0;
  #late = 0;
  #connecting = 0;
  #reconnectAt = 0;
  #isClosed = false;

  constructor(connect: () => Promise<pg.Client>, maxConnections: number) {
    this.#connect = connect;
    this.#maxConnections = maxConnections;
  }

  load(): { connections: number; inFlight: number; queued: number } {
    return { connections: this.#open.size, inFlight: this.#lent, queued: this.#waiting.length };
  }

  get isOverloaded(): boolean {
    const [first] = this.#waiting;
    return (
      first !== undefined &&
      this.#waiting.length > MIN_OVERLOAD_QUEUE &&
      performance.now() - first.since > MAX_QUEUE_DELAY_MS
    );
  }

  /**
   * Gives `work` a connection for itself, which it may destroy. Fails with an UnavailableError, before `work` is called, if none becomes free
   * in time. With `noteLate`, which is called once the loan is late, another connection is opened in place of a late one.
   */
  async lend<Result>(work: Work<Result>, noteLate?: () => unknown): Promise<Result> {
    const client = await this.#take();
    const timeout = setLoopTimeout(() => destroyClient(client), MAX_LOAN_MS);
    let isLate = false;
    const setLate = () => {
      isLate = true;
      this.#late += 1;
      noteLate?.();
      this.#serve();
    };
    const lateTimeout = noteLate && setLoopTimeout(setLate, LATE_LOAN_MS);
    this.#lent += 1;
    try {
      return await work(client);
    } finally {
      clearTimeout(timeout);
      clearTimeout(lateTimeout);
      this.#lent -= 1;
      if (isLate) this.#late -= 1;
      this.#takeBack(client);
      this.#serve();
    }
  }

  /** Refuses further work, waits for what is under way and closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#waiting.length + this.#lent + this.#connecting > 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all([...this.#open].map((client) => client.end()));
  }

  /** As many as are late may be open beside the usual ones, but no more than twice as many. */
  get #limit(): number {
    return this.#maxConnections + Math.min(this.#late, this.#maxConnections);
  }

  #takeBack(client: pg.Client): void {
    if (!this.#open.has(client)) return;
    if (this.#open.size <= this.#limit) this.#idle.push(client);
    else {
      this.#open.delete(client);
      client.end().catch(() => {});
    }
  }

  #take(): Promise<pg.Client> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new UnavailableError('closing'));
      if (this.#waiting.length >= MAX_QUEUED_STATEMENTS)
        return reject(new UnavailableError('too many statements wait for a connection'));
      const timeout = setLoopTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new UnavailableError('no connection became free in time'));
      }, MAX_STATEMENT_WAIT_MS);
      const waiting: Waiting = {
        since: performance.now(),
        take: (client) => {
          clearTimeout(timeout);
          resolve(client);
        },
        reject: (error) => {
          clearTimeout(timeout);
          reject(error);
        },
      };
      this.#waiting.push(waiting);
      this.#serve();
    });
  }

  #serve(): void {
    while (this.#waiting.length > 0 && this.#idle.length > 0) {
      const client = this.#idle.pop() as pg.Client;
      // One that was destroyed is still listed until its socket is closed.
      if (!client.connection.stream.destroyed) this.#waiting.shift()?.take(client);
    }
    if (this.#waiting.length > this.#connecting && this.#connecting < MAX_CONNECTING) this.#addConnection();
  }

  #addConnection(): void {
    if (performance.now() < this.#reconnectAt) {
      this.#refuseWithoutConnection('no connection to the database');
      return;
    }
    if (this.#open.size + this.#connecting >= this.#limit) return;
    this.#connecting += 1;
    this.#connect().then(
      (client) => {
        this.#connecting -= 1;
        client.once('end', () => this.#remove(client));
        this.#open.add(client);
        this.#idle.push(client);
        this.#serve();
      },
      (error: Error) => {
        this.#connecting -= 1;
        this.#reconnectAt = performance.now() + RECONNECT_DELAY_MS;
        this.#refuseWithoutConnection(error.message);
      },
    );
  }

  /** Another one is opened at once: an attempt that failed before says nothing of this moment. */
  #remove(client: pg.Client): void {
    this.#open.delete(client);
    const index = this.#idle.indexOf(client);
    if (index >= 0) this.#idle.splice(index, 1);
    this.#reconnectAt = 0;
    this.#serve();
  }

  /** While there is no connection, nobody waits for one. */
  #refuseWithoutConnection(message: string): void {
    if (this.#open.size + this.#connecting > 0) return;
    for (const { reject } of this.#waiting.splice(0)) reject(new UnavailableError(message));
  }
}
