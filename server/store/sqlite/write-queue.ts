import { Worker } from 'node:worker_threads';
import { UnavailableError } from '../types.ts';
import { type EpochRange, SharedEpochRange } from './epoch-range.ts';
import { openedFiles } from './file-guard.ts';
import type { InFlightTransaction, RecordChange } from './record-cache.ts';
import type {
  BatchResult,
  FileReport,
  Write,
  WriteFailure,
  WriteOutcome,
  WriterData,
} from './writer-thread.ts';

/** As many writes may wait as were lately done in this time, */
const SOON_MS = 250;
/** but so many always: somebody's burst is no crowd. They share one sync, so they also go before a turn has ended. */
const BURST = 500;
/** Writes that follow turn upon turn are waited for, so long compared with the last transaction, and at most. */
const WORTH_WAITING = 1 / 3;
const LONGEST_WAIT_MS = 5;
/** Past this a further one is refused, wherever it is met: those that had begun find their place above the others. */
const LONGEST_QUEUE = 10_000;
/** No answer to a transaction is waited for longer: a lock is given up after five seconds, so here a sync hangs. */
const ANSWER_TIMEOUT_MS = 7_000;
/** A writer that died is started again after this; meanwhile writes are refused. */
const RESTART_MS = 250;

interface Waiting {
  write: Write;
  /** Of records, if it goes well. */
  change: RecordChange | undefined;
  resolve: (changes: number) => void;
  reject: (error: Error) => void;
}

/** What has changed of records, and between which epochs; none of a transaction that failed. */
type Told = (changes: RecordChange[], step: EpochRange | undefined) => void;

/** Gathers the writes of many requests for the writer, which takes all that is there at a time. */
export class WriteQueue {
  #waiting: Waiting[] = [];
  #flying: Waiting[] = [];
  #sentAt = 0;
  #tookMs = 0;
  #most = BURST;
  #scheduled = false;
  #worker: Worker | undefined;
  #closed = false;
  /** The transaction under way was given up, though the writer has not come back from it. */
  #hangs = false;
  readonly #timeout: NodeJS.Timeout;
  readonly #written: Told;
  readonly #reportFiles: (report: FileReport) => void;
  readonly #step = new SharedEpochRange();
  readonly #options: WriterData;

  /** `written` is called before anybody hears that a write is done. */
  constructor(
    file: string,
    lockWaitMs: number,
    written: Told,
    reportFiles: (report: FileReport) => void = () => {},
  ) {
    this.#options = { file, lockWaitMs, opened: openedFiles(file), step: this.#step.cells };
    this.#written = written;
    this.#reportFiles = reportFiles;
    this.#timeout = setTimeout(() => this.#giveUp(), ANSWER_TIMEOUT_MS).unref();
  }

  /** Resolves when the writer has opened the file; rejects with what kept it. */
  start(): Promise<void> {
    const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), {
      workerData: this.#options,
      // Batches are short-lived: a small nursery is swept sooner and keeps the process small.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    return new Promise((resolve, reject) => {
      worker.on('message', (message: 'started' | FileReport | BatchResult | WriteFailure) => {
        if (message === 'started') {
          if (this.#closed) worker.postMessage('close');
          else this.#worker = worker;
          resolve();
        } else if ('fileProblem' in message) this.#reportFiles(message);
        else this.#settle(message);
      });
      worker.on('error', reject);
      worker.on('exit', () => {
        reject(new UnavailableError('the writer ended'));
        if (this.#worker === worker) this.#lost();
      });
    });
  }

  get depth(): number {
    return this.#waiting.length + this.#flying.length;
  }

  get isOverloaded(): boolean {
    return this.depth >= this.#most;
  }

  /** What the writer is about, if anything. What will come of each change is not known yet. */
  get inFlight(): InFlightTransaction | undefined {
    if (this.#flying.length === 0) return undefined;
    const changes = this.#flying.values().flatMap(({ change }) => (change ? [unknown(change)] : []));
    return { ...this.#step.read(), changes };
  }

  load(): { connections: number; underWay: number; waiting: number } {
    return {
      connections: this.#worker === undefined ? 0 : 1,
      underWay: this.#flying.length,
      waiting: this.#waiting.length,
    };
  }

  /** Gives the number of rows changed, once they are on disk. */
  run(write: Write, change?: RecordChange): Promise<number> {
    if (this.depth >= LONGEST_QUEUE)
      return Promise.reject(new UnavailableError('too many writes are waiting'));
    return this.#enqueue(write, change);
  }

  /** A write that changes nothing, made durable with the next transaction, however many others wait. */
  async probe(): Promise<void> {
    await this.#enqueue(['probe'], undefined);
  }

  #enqueue(write: Write, change: RecordChange | undefined): Promise<number> {
    if (this.#worker === undefined || this.#closed)
      return Promise.reject(new UnavailableError('the writer is not running'));
    if (this.#hangs) return Promise.reject(new UnavailableError(HANGS));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, change, resolve, reject });
      this.#schedule();
    });
  }

  /** Takes no more, and resolves when all that was taken is done. */
  async drained(): Promise<void> {
    this.#closed = true;
    while (this.depth > 0 && !this.#hangs && this.#worker !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async close(): Promise<void> {
    // The end of the writer is no loss now, after which another would be started.
    this.#closed = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await exited;
  }

  /**
   * When a turn of the event loop has brought no further write, or they have been waited for long enough: all that come
   * together share one transaction and its sync, and who has just missed it waits for the whole of it. With a crowd
   * turns last for seconds, and as many as share one well go at once.
   */
  #schedule(): void {
    if (this.#flying.length > 0) return;
    if (this.#waiting.length >= BURST) this.#send();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      this.#gather(performance.now() + Math.min(this.#tookMs * WORTH_WAITING, LONGEST_WAIT_MS), 0);
    }
  }

  #gather(until: number, before: number): void {
    setImmediate(() => {
      const { length } = this.#waiting;
      const going = this.#flying.length > 0;
      if (!going && length > before && performance.now() < until) this.#gather(until, length);
      else {
        this.#scheduled = false;
        if (!going) this.#send();
      }
    });
  }

  #send(): void {
    if (this.#waiting.length === 0 || this.#worker === undefined) return;
    this.#flying = this.#waiting;
    this.#waiting = [];
    this.#sentAt = performance.now();
    this.#timeout.refresh();
    this.#step.clear();
    this.#worker.postMessage(this.#flying.map(({ write }) => write));
  }

  #settle(message: BatchResult | WriteFailure): void {
    const settled = this.#flying;
    this.#tookMs = performance.now() - this.#sentAt;
    this.#most = Math.max(BURST, (settled.length * SOON_MS) / this.#tookMs);
    this.#flying = [];
    this.#hangs = false;
    const { outcomes, step } = 'outcomes' in message ? message : {};
    this.#written(
      settled.flatMap(({ change }, i) => (change ? became(change, outcomes?.[i]) : [])),
      step,
    );
    settled.forEach(({ resolve, reject }, i) => {
      const outcome = outcomes === undefined ? (message as WriteFailure) : (outcomes[i] as WriteOutcome);
      if (typeof outcome === 'number') resolve(outcome);
      else reject(new (outcome.unavailable ? UnavailableError : Error)(outcome.failure));
    });
    if (outcomes === undefined) this.#refuseWaiting('the writer could not write');
    if (this.#waiting.length > 0) this.#schedule();
  }

  /** Nobody knows what becomes of the transaction under way; what waits behind it was surely not written. */
  #giveUp(): void {
    if (this.#flying.length === 0) return;
    this.#hangs = true;
    for (const { reject } of this.#flying) reject(new Error(HANGS));
    this.#refuseWaiting(HANGS);
  }

  /** What came while the writer waited in vain, for a lock or the disk, has waited long enough too. */
  #refuseWaiting(reason: string): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) reject(new UnavailableError(reason));
  }

  /** Whether the batch under way was committed cannot be known any more; what still waited surely was not. */
  #lost(): void {
    const flying = this.#flying;
    [this.#worker, this.#flying, this.#hangs] = [undefined, [], false];
    for (const { reject } of flying) reject(new Error('the writer ended during a transaction'));
    this.#refuseWaiting('the writer ended');
    if (!this.#closed) this.#restart();
  }

  #restart(): void {
    setTimeout(() => {
      if (!this.#closed) this.start().catch(() => this.#restart());
    }, RESTART_MS).unref();
  }
}

const HANGS = `the disk has not answered for ${ANSWER_TIMEOUT_MS / 1000} seconds`;

/** What did not come about leaves it unknown what is recorded. */
const became = (change: RecordChange, outcome: WriteOutcome | undefined): RecordChange =>
  outcome === 1 ? change : unknown(change);

const unknown = (change: RecordChange): RecordChange => ({ ...change, recorded: undefined });
