import type { Socket } from 'node:net';
import pg from 'pg';
import { Unavailable } from '../port.ts';
import { judged } from './faults.ts';
import type { Statement } from './statements.ts';

/** How long a statement may wait for a connection before it is refused. */
const WAIT_MS = 1_000;
/** How long the server may work on a statement before it cancels it. */
export const STATEMENT_MS = 3_000;
/** How long an answer may take; then not even the server's cancelling came through, and the connection is cut. */
const ANSWER_MS = 4_000;
/** How often the two are looked at. */
const LOOK_MS = 100;
/** After a connection could not be had, others are not tried for so long. */
const PAUSE_MS = 250;
/** When one of many has waited for so long, more come than can be done. */
const SOON_MS = 250;
/** So few are no crowd: when the database stands still for a moment, they wait until it goes on. */
const FEW = 100;
/** Past this many that wait a further one is refused at once: it could not be answered in time. */
const LONGEST_QUEUE = 5_000;

export type Result = pg.QueryResult;

interface Job {
  statement: Statement;
  values: readonly unknown[];
  since: number;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

interface Lane {
  client: pg.Client;
  /** When each statement under way was sent, the oldest first: answers come in the order of sending. */
  sent: number[];
}

/** Knows whether the end of its statement was heard. */
class Sent extends pg.Query {
  completed = false;

  handleCommandComplete(message: unknown, connection: unknown): void {
    this.completed = true;
    // The driver has it, its types do not.
    (pg.Query.prototype as unknown as Sent).handleCommandComplete.call(this, message, connection);
  }
}

/**
 * A few connections for statements of one kind, each of which may have several under way (pipelining). They are
 * made when there is something for them to do, and again when they broke. Whatever fails is judged: surely not
 * processed, or nobody knows.
 */
export class Lanes {
  readonly #connect: () => Promise<pg.Client>;
  readonly #most: number;
  readonly #depth: number;
  readonly #open: Lane[] = [];
  readonly #held = new Set<Lane>();
  #waiting: Job[] = [];
  #connecting = 0;
  #notBefore = 0;
  #closed = false;
  #look: NodeJS.Timeout | undefined;

  /** At most so many connections, with at most so many statements under way on each. */
  constructor(connect: () => Promise<pg.Client>, { most, depth }: { most: number; depth: number }) {
    this.#connect = connect;
    this.#most = most;
    this.#depth = depth;
  }

  /** How many statements are not answered yet. */
  get busy(): number {
    return this.#open.reduce((sum, { sent }) => sum + sent.length, this.#waiting.length);
  }

  load(): { connections: number; underWay: number; waiting: number } {
    return {
      connections: this.#open.length,
      underWay: this.busy - this.#waiting.length,
      waiting: this.#waiting.length,
    };
  }

  get crowded(): boolean {
    return this.#waiting.length > FEW && performance.now() - (this.#waiting[0] as Job).since > SOON_MS;
  }

  run(statement: Statement, values: readonly unknown[]): Promise<Result> {
    if (this.#closed) return Promise.reject(new Unavailable('closing'));
    if (this.#waiting.length >= LONGEST_QUEUE)
      return Promise.reject(new Unavailable('too many statements wait for a connection'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ statement, values, since: performance.now(), resolve, reject });
      this.#go();
      this.#look ??= setInterval(() => this.#lookAround(), LOOK_MS).unref();
    });
  }

  /** Takes no more, and resolves when all that was taken is done and every connection ended. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.busy > 0 || this.#connecting > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    clearInterval(this.#look);
    await Promise.all(this.#open.splice(0).map(({ client }) => client.end()));
  }

  #go(): void {
    for (let lane = this.#free(); lane !== undefined && this.#waiting.length > 0; lane = this.#free())
      this.#send(lane, this.#waiting.shift() as Job);
    if (this.#waiting.length > this.#connecting) this.#grow();
  }

  /** The one with the least to do, unless it has enough. */
  #free(): Lane | undefined {
    let least: Lane | undefined;
    for (const lane of this.#open) if (lane.sent.length < (least?.sent.length ?? this.#depth)) least = lane;
    return least;
  }

  #send(lane: Lane, { statement, values, resolve, reject }: Job): void {
    lane.sent.push(performance.now());
    const query: Sent = new Sent({ ...statement, values: values as unknown[] }, ((
      error: Error | null,
      result: Result,
    ) => {
      lane.sent.shift();
      if (error) reject(judged(error, query.completed));
      else resolve(result);
      if (this.#waiting.length > 0) this.#go();
    }) as never);
    this.#hold(lane);
    lane.client.query(query);
  }

  /** What a turn of the event loop has for a connection goes out as one packet. */
  #hold(lane: Lane): void {
    if (this.#held.has(lane)) return;
    if (this.#held.size === 0) setImmediate(this.#release);
    this.#held.add(lane);
    socketOf(lane.client).cork();
  }

  readonly #release = (): void => {
    for (const { client } of this.#held) socketOf(client).uncork();
    this.#held.clear();
  };

  #grow(): void {
    const none = this.#open.length === 0 && this.#connecting === 0;
    if (performance.now() < this.#notBefore) {
      if (none) this.#refuse('no connection to the database');
      return;
    }
    if (this.#open.length + this.#connecting >= this.#most) return;
    this.#connecting += 1;
    this.#connect().then(
      (client) => {
        this.#connecting -= 1;
        const lane: Lane = { client, sent: [] };
        // The driver fails what was under way on it; here it only must not be used again.
        const drop = () => {
          const at = this.#open.indexOf(lane);
          if (at >= 0) this.#open.splice(at, 1);
        };
        client.on('error', drop).on('end', drop);
        this.#open.push(lane);
        this.#go();
      },
      (error: Error) => {
        this.#connecting -= 1;
        this.#notBefore = performance.now() + PAUSE_MS;
        if (this.#open.length === 0 && this.#connecting === 0) this.#refuse(error.message);
      },
    );
  }

  #refuse(reason: string): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) reject(new Unavailable(reason));
  }

  /** Nobody waits for ever: neither for a connection nor for an answer. */
  #lookAround(): void {
    const now = performance.now();
    let late = 0;
    while ((this.#waiting[late]?.since ?? now) < now - WAIT_MS) late += 1;
    for (const { reject } of this.#waiting.splice(0, late))
      reject(new Unavailable('no connection became free in time'));
    for (const { client, sent } of [...this.#open])
      if ((sent[0] ?? now) < now - ANSWER_MS) socketOf(client).destroy();
    if (this.#waiting.length > 0) this.#go();
    else if (this.busy === 0) {
      clearInterval(this.#look);
      this.#look = undefined;
    }
  }
}

const socketOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
