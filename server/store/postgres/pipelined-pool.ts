import type pg from 'pg';
import { UnavailableError } from '../types.ts';
import { BatchQuery, connectionOf, PoolQuery, type QueryRequest, type Result } from './driver-queries.ts';
import {
  BatchRolledBackError,
  ConnectionLostError,
  classifyError,
  endsSession,
  isRowError,
  RolledBackError,
} from './postgres-errors.ts';
import type { Statement } from './postgres-statements.ts';

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

interface QueuedQuery extends QueryRequest {
  since: number;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

interface PooledConnection {
  client: pg.Client;
  /** The transactions under way, the oldest first: answers come in the order of sending. */
  inFlight: { since: number; statements: number }[];
  /** Its session has ended, though the connection has not yet. */
  isClosing: boolean;
}

export interface PoolOptions {
  /** Connections, at most. */
  maxConnections: number;
  /** Transactions under way on each, at most. */
  maxInFlight: number;
  /** Statements in a transaction, at most. What was undone in one of several is given back as `UndoneTogether`. */
  batchSize?: number;
}

/**
 * A few connections for statements of one kind, each of which may have several under way (pipelining). They are
 * made when there is something for them to do, and again when they broke. What a turn of the event loop has for them
 * leaves at its end. Whatever fails is judged: surely not processed, or nobody knows.
 */
export class PipelinedPool {
  readonly #connect: () => Promise<pg.Client>;
  readonly #width: Required<PoolOptions>;
  readonly #open: PooledConnection[] = [];
  #waiting: QueuedQuery[] = [];
  #connecting = 0;
  #notBefore = 0;
  #closed = false;
  #going = false;
  #look: NodeJS.Timeout | undefined;

  constructor(connect: () => Promise<pg.Client>, width: PoolOptions) {
    this.#connect = connect;
    this.#width = { batchSize: 1, ...width };
  }

  /** How many statements are not answered yet. */
  get busy(): number {
    const sent = this.#open.flatMap((lane) => lane.inFlight);
    return sent.reduce((sum, { statements }) => sum + statements, this.#waiting.length);
  }

  load(): { connections: number; underWay: number; waiting: number } {
    return {
      connections: this.#open.length,
      underWay: this.busy - this.#waiting.length,
      waiting: this.#waiting.length,
    };
  }

  get isOverloaded(): boolean {
    return (
      this.#waiting.length > FEW && performance.now() - (this.#waiting[0] as QueuedQuery).since > SOON_MS
    );
  }

  run(statement: Statement, values: readonly unknown[], row = ''): Promise<Result> {
    if (this.#closed) return Promise.reject(new UnavailableError('closing'));
    if (this.#waiting.length >= LONGEST_QUEUE)
      return Promise.reject(new UnavailableError('too many statements wait for a connection'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ statement, values, row, since: performance.now(), resolve, reject });
      this.#soon();
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

  #soon(): void {
    if (this.#going) return;
    this.#going = true;
    setImmediate(this.#go);
  }

  readonly #go = (): void => {
    this.#going = false;
    const corked = new Set<PooledConnection>();
    for (let lane = this.#free(); lane !== undefined && this.#waiting.length > 0; lane = this.#free()) {
      if (!corked.has(lane)) connectionOf(lane.client).stream.cork();
      corked.add(lane);
      this.#send(lane, this.#next(lane));
    }
    // A packet for each connection.
    for (const { client } of corked) connectionOf(client).stream.uncork();
    if (this.#waiting.length > this.#connecting) this.#grow();
  };

  /** The one with the least to do, unless it has enough. */
  #free(): PooledConnection | undefined {
    let least: PooledConnection | undefined;
    for (const lane of this.#open)
      if (!lane.isClosing && lane.inFlight.length < (least?.inFlight.length ?? this.#width.maxInFlight))
        least = lane;
    return least;
  }

  /** What goes in one transaction; what the connection has never run goes alone, because preparing may fail too. */
  #next({ client }: PooledConnection): QueuedQuery[] {
    const { parsedStatements } = connectionOf(client);
    const most = Math.min(this.#width.batchSize, this.#waiting.length);
    let count = 0;
    while (count < most && (this.#waiting[count] as QueuedQuery).statement.name in parsedStatements)
      count += 1;
    // Everybody locks rows in the same order, so that no two transactions wait for each other.
    return this.#waiting.splice(0, Math.max(1, count)).sort(byRow);
  }

  #send(lane: PooledConnection, jobs: QueuedQuery[]): void {
    const [first] = jobs as [QueuedQuery];
    const ended = (error: Error | null, results: readonly Result[]) => {
      lane.inFlight.shift();
      if (error === null) for (const [i, { resolve }] of jobs.entries()) resolve(results[i] as Result);
      else {
        if (endsSession(error)) lane.isClosing = true;
        this.#failed(jobs, query.at, error);
      }
      if (this.#waiting.length > 0) this.#soon();
    };
    const query =
      jobs.length > 1
        ? new BatchQuery(jobs, ended)
        : new PoolQuery(first, (error, result) => ended(error, [result]));
    lane.inFlight.push({ since: performance.now(), statements: jobs.length });
    lane.client.query(query as never);
  }

  /** What was undone by the fault of another's row goes first the next time, without whatever is of that row. */
  #failed(jobs: QueuedQuery[], at: QueryRequest | undefined, error: Error): void {
    const why = classifyError(error, at === undefined);
    const undone =
      why instanceof RolledBackError || (at !== undefined && !(why instanceof ConnectionLostError));
    const harmed = (job: QueuedQuery) => isRowError(error) && at !== undefined && job.row !== at.row;
    this.#waiting.unshift(...jobs.filter(harmed));
    for (const job of jobs) if (!harmed(job)) job.reject(undone ? this.#apart(why) : why);
  }

  /** Surely not done; where several share a transaction it may go well by itself. */
  #apart(why: Error): Error {
    return this.#width.batchSize === 1 ? why : new BatchRolledBackError(why.message, { cause: why });
  }

  #grow(): void {
    const none = this.#open.length === 0 && this.#connecting === 0;
    if (performance.now() < this.#notBefore) {
      if (none) this.#refuse('no connection to the database');
      return;
    }
    if (this.#open.length + this.#connecting >= this.#width.maxConnections) return;
    this.#connecting += 1;
    this.#connect().then(
      (client) => {
        this.#connecting -= 1;
        const lane: PooledConnection = { client, inFlight: [], isClosing: false };
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
    for (const { reject } of waiting) reject(this.#apart(new UnavailableError(reason)));
  }

  /** Nobody waits for ever: neither for a connection nor for an answer. */
  #lookAround(): void {
    const now = performance.now();
    let late = 0;
    while ((this.#waiting[late]?.since ?? now) < now - WAIT_MS) late += 1;
    for (const { reject } of this.#waiting.splice(0, late))
      reject(new UnavailableError('no connection became free in time'));
    for (const { client, inFlight } of [...this.#open])
      if ((inFlight[0]?.since ?? now) < now - ANSWER_MS) connectionOf(client).stream.destroy();
    if (this.#waiting.length > 0) this.#go();
    else if (this.busy === 0) {
      clearInterval(this.#look);
      this.#look = undefined;
    }
  }
}

const byRow = (a: QueryRequest, b: QueryRequest): number => (a.row < b.row ? -1 : a.row > b.row ? 1 : 0);
