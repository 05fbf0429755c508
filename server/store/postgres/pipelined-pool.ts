import type pg from 'pg';
import { Unavailable } from '../types.ts';
import { type Asked, connectionOf, type Result, Sent, SentTogether } from './driver-queries.ts';
import { endsSession, isOfOneRow, judged, Lost, Undone, UndoneTogether } from './postgres-errors.ts';
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

interface Job extends Asked {
  since: number;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

interface Lane {
  client: pg.Client;
  /** The transactions under way, the oldest first: answers come in the order of sending. */
  sent: { since: number; statements: number }[];
  /** Its session has ended, though the connection has not yet. */
  over: boolean;
}

export interface Width {
  /** Connections, at most. */
  most: number;
  /** Transactions under way on each, at most. */
  depth: number;
  /** Statements in a transaction, at most. What was undone in one of several is given back as `UndoneTogether`. */
  together?: number;
}

/**
 * A few connections for statements of one kind, each of which may have several under way (pipelining). They are
 * made when there is something for them to do, and again when they broke. What a turn of the event loop has for them
 * leaves at its end. Whatever fails is judged: surely not processed, or nobody knows.
 */
export class Lanes {
  readonly #connect: () => Promise<pg.Client>;
  readonly #width: Required<Width>;
  readonly #open: Lane[] = [];
  #waiting: Job[] = [];
  #connecting = 0;
  #notBefore = 0;
  #closed = false;
  #going = false;
  #look: NodeJS.Timeout | undefined;

  constructor(connect: () => Promise<pg.Client>, width: Width) {
    this.#connect = connect;
    this.#width = { together: 1, ...width };
  }

  /** How many statements are not answered yet. */
  get busy(): number {
    const sent = this.#open.flatMap((lane) => lane.sent);
    return sent.reduce((sum, { statements }) => sum + statements, this.#waiting.length);
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

  run(statement: Statement, values: readonly unknown[], row = ''): Promise<Result> {
    if (this.#closed) return Promise.reject(new Unavailable('closing'));
    if (this.#waiting.length >= LONGEST_QUEUE)
      return Promise.reject(new Unavailable('too many statements wait for a connection'));
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
    const corked = new Set<Lane>();
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
  #free(): Lane | undefined {
    let least: Lane | undefined;
    for (const lane of this.#open)
      if (!lane.over && lane.sent.length < (least?.sent.length ?? this.#width.depth)) least = lane;
    return least;
  }

  /** What goes in one transaction; what the connection has never run goes alone, because preparing may fail too. */
  #next({ client }: Lane): Job[] {
    const { parsedStatements } = connectionOf(client);
    const most = Math.min(this.#width.together, this.#waiting.length);
    let count = 0;
    while (count < most && (this.#waiting[count] as Job).statement.name in parsedStatements) count += 1;
    // Everybody locks rows in the same order, so that no two transactions wait for each other.
    return this.#waiting.splice(0, Math.max(1, count)).sort(byRow);
  }

  #send(lane: Lane, jobs: Job[]): void {
    const [first] = jobs as [Job];
    const ended = (error: Error | null, results: readonly Result[]) => {
      lane.sent.shift();
      if (error === null) for (const [i, { resolve }] of jobs.entries()) resolve(results[i] as Result);
      else {
        if (endsSession(error)) lane.over = true;
        this.#failed(jobs, query.at, error);
      }
      if (this.#waiting.length > 0) this.#soon();
    };
    const query =
      jobs.length > 1
        ? new SentTogether(jobs, ended)
        : new Sent(first, (error, result) => ended(error, [result]));
    lane.sent.push({ since: performance.now(), statements: jobs.length });
    lane.client.query(query as never);
  }

  /** What was undone by the fault of another's row goes first the next time, without whatever is of that row. */
  #failed(jobs: Job[], at: Asked | undefined, error: Error): void {
    const why = judged(error, at === undefined);
    const undone = why instanceof Undone || (at !== undefined && !(why instanceof Lost));
    const harmed = (job: Job) => isOfOneRow(error) && at !== undefined && job.row !== at.row;
    this.#waiting.unshift(...jobs.filter(harmed));
    for (const job of jobs) if (!harmed(job)) job.reject(undone ? this.#apart(why) : why);
  }

  /** Surely not done; where several share a transaction it may go well by itself. */
  #apart(why: Error): Error {
    return this.#width.together === 1 ? why : new UndoneTogether(why.message, { cause: why });
  }

  #grow(): void {
    const none = this.#open.length === 0 && this.#connecting === 0;
    if (performance.now() < this.#notBefore) {
      if (none) this.#refuse('no connection to the database');
      return;
    }
    if (this.#open.length + this.#connecting >= this.#width.most) return;
    this.#connecting += 1;
    this.#connect().then(
      (client) => {
        this.#connecting -= 1;
        const lane: Lane = { client, sent: [], over: false };
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
    for (const { reject } of waiting) reject(this.#apart(new Unavailable(reason)));
  }

  /** Nobody waits for ever: neither for a connection nor for an answer. */
  #lookAround(): void {
    const now = performance.now();
    let late = 0;
    while ((this.#waiting[late]?.since ?? now) < now - WAIT_MS) late += 1;
    for (const { reject } of this.#waiting.splice(0, late))
      reject(new Unavailable('no connection became free in time'));
    for (const { client, sent } of [...this.#open])
      if ((sent[0]?.since ?? now) < now - ANSWER_MS) connectionOf(client).stream.destroy();
    if (this.#waiting.length > 0) this.#go();
    else if (this.busy === 0) {
      clearInterval(this.#look);
      this.#look = undefined;
    }
  }
}

const byRow = (a: Asked, b: Asked): number => (a.row < b.row ? -1 : a.row > b.row ? 1 : 0);
