import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { MAX_QUEUED_WRITES, MAX_WRITE_BACKLOG_MS, WRITE_BURST_SIZE } from '../../overload-thresholds.ts';
import type { PoolLoad } from '../store.ts';
import type { ChangeNumbers } from '../stored-student.ts';
import { identifyDatabaseFiles } from './file-guard.ts';
import { SharedTransactionStart } from './transaction-start.ts';
import type {
  BatchResult,
  FileReport,
  RecordWrite,
  StatementWrite,
  StepsWrite,
  Write,
  WriteFailure,
  WriteOutcome,
  WriterData,
} from './writer-thread.ts';

/** A batch waits for further writes for up to this share of the last transaction's duration. */
const BATCH_DELAY_SHARE = 1 / 3;
const MAX_BATCH_DELAY_MS = 5;
/** The writer gives up a lock after 5 s, so a transaction that takes longer hangs in a sync, unless the machine is slow. */
const TRANSACTION_TIMEOUT_MS = 7_000;
/** Writes are rejected until a writer that exited is restarted. */
const RESTART_DELAY_MS = 250;

interface QueuedWrite {
  write: Write;
  resolve: (outcome: number | ChangeNumbers) => void;
  reject: (error: Error) => void;
}

/** Group commit: batches the writes of concurrent requests into one transaction of the writer thread at a time. */
export class WriteQueue {
  #queue: QueuedWrite[] = [];
  #inFlight: QueuedWrite[] = [];
  #sentAt = 0;
  #lastTransactionMs = 0;
  #overloadLimit = WRITE_BURST_SIZE;
  #batchScheduled = false;
  #worker: Worker | undefined;
  #closed = false;
  /** The transaction in flight has timed out, but the writer is still in it. */
  #hung = false;
  readonly #timeout: NodeJS.Timeout;
  readonly #onFileReport: (report: FileReport) => void;
  readonly #start = new SharedTransactionStart();
  readonly #workerData: WriterData;

  constructor(
    file: string,
    lockWaitMs: number,
    onFileReport: (report: FileReport) => void = () => {},
    transactionTimeoutMs = TRANSACTION_TIMEOUT_MS,
  ) {
    this.#workerData = {
      file,
      lockWaitMs,
      openedFiles: identifyDatabaseFiles(file),
      startCells: this.#start.cells,
    };
    this.#onFileReport = onFileReport;
    this.#timeout = setTimeout(() => this.#failHungTransaction(), transactionTimeoutMs).unref();
  }

  /** Resolves when the writer has opened the file. */
  start(): Promise<void> {
    const worker = new Worker(new URL(`./writer-thread${extname(import.meta.filename)}`, import.meta.url), {
      workerData: this.#workerData,
      // Batches are short-lived: a small nursery is collected sooner and keeps the process small.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    let cause: Error | undefined;
    return new Promise((resolve, reject) => {
      worker.on('message', (message: 'started' | FileReport | BatchResult | WriteFailure) => {
        if (message === 'started') {
          if (this.#closed) worker.postMessage('close');
          else this.#worker = worker;
          resolve();
        } else if ('fileProblem' in message) this.#onFileReport(message);
        else this.#settleInFlight(message);
      });
      worker.on('error', (error: Error) => {
        cause = error;
        reject(error);
      });
      worker.on('exit', () => {
        reject(new UnavailableError('the writer ended'));
        if (this.#worker === worker) this.#handleWriterExit(cause);
      });
    });
  }

  get depth(): number {
    return this.#queue.length + this.#inFlight.length;
  }

  get isOverloaded(): boolean {
    return this.depth >= this.#overloadLimit;
  }

  load(): Omit<PoolLoad, 'work'> {
    return {
      connections: this.#worker === undefined ? 0 : 1,
      inFlight: this.#inFlight.length,
      queued: this.#queue.length,
    };
  }

  /**
   * Resolves once the write is on disk: with the number of changed rows, for steps of those that were executed, or with
   * the numbers of the change that the history has of it.
   */
  run(write: StatementWrite | StepsWrite): Promise<number>;
  run(write: RecordWrite): Promise<number | ChangeNumbers>;
  run(write: Write): Promise<number | ChangeNumbers> {
    if (this.depth >= MAX_QUEUED_WRITES)
      return Promise.reject(new UnavailableError('too many writes are waiting'));
    return this.#enqueue(write);
  }

  /** Readiness: makes a write durable that changes nothing. Exempt from MAX_QUEUED_WRITES. */
  async probe(): Promise<void> {
    await this.#enqueue(['probe']);
  }

  #enqueue(write: Write): Promise<number | ChangeNumbers> {
    if (this.#worker === undefined || this.#closed)
      return Promise.reject(new UnavailableError('the writer is not running'));
    if (this.#hung) return Promise.reject(new UnavailableError(DISK_HANGS));
    return new Promise((resolve, reject) => {
      this.#queue.push({ write, resolve, reject });
      this.#scheduleBatch();
    });
  }

  /** Rejects further writes, and resolves when all earlier ones have settled. */
  async drain(): Promise<void> {
    this.#closed = true;
    while (this.depth > 0 && !this.#hung && this.#worker !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async close(): Promise<void> {
    // Set before the writer exits, which would restart it otherwise.
    this.#closed = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await exited;
  }

  /**
   * Sends the batch after an event loop iteration without a further write, or after the batch delay: the writes of a
   * batch share a sync, and a write that just misses the batch waits for its whole transaction. Under heavy load an
   * iteration lasts for seconds, so a full burst is sent at once.
   */
  #scheduleBatch(): void {
    if (this.#inFlight.length > 0) return;
    if (this.#queue.length >= WRITE_BURST_SIZE) this.#sendBatch();
    else if (!this.#batchScheduled) {
      this.#batchScheduled = true;
      const delayMs = Math.min(this.#lastTransactionMs * BATCH_DELAY_SHARE, MAX_BATCH_DELAY_MS);
      this.#sendWhenIdle(performance.now() + delayMs, 0);
    }
  }

  #sendWhenIdle(deadline: number, lastLength: number): void {
    setImmediate(() => {
      const { length } = this.#queue;
      const isBusy = this.#inFlight.length > 0;
      if (!isBusy && length > lastLength && performance.now() < deadline)
        this.#sendWhenIdle(deadline, length);
      else {
        this.#batchScheduled = false;
        if (!isBusy) this.#sendBatch();
      }
    });
  }

  #sendBatch(): void {
    if (this.#queue.length === 0 || this.#worker === undefined) return;
    this.#inFlight = this.#queue;
    this.#queue = [];
    this.#sentAt = performance.now();
    this.#timeout.refresh();
    this.#start.reset();
    this.#worker.postMessage(this.#inFlight.map(({ write }) => write));
  }

  #settleInFlight(message: BatchResult | WriteFailure): void {
    const settled = this.#inFlight;
    this.#lastTransactionMs = performance.now() - this.#sentAt;
    this.#overloadLimit = Math.max(
      WRITE_BURST_SIZE,
      (settled.length * MAX_WRITE_BACKLOG_MS) / this.#lastTransactionMs,
    );
    this.#inFlight = [];
    this.#hung = false;
    const outcomes = 'outcomes' in message ? message.outcomes : undefined;
    settled.forEach(({ resolve, reject }, i) => {
      const outcome = outcomes === undefined ? (message as WriteFailure) : (outcomes[i] as WriteOutcome);
      if (typeof outcome === 'number' || 'number' in outcome) resolve(outcome);
      else reject(new (outcome.unavailable ? UnavailableError : Error)(outcome.failure));
    });
    // The queued writes have waited as long for the lock or the disk as the failed ones.
    if (outcomes === undefined) this.#rejectQueued('the writer could not write');
    if (this.#queue.length > 0) this.#scheduleBatch();
  }

  /**
   * The outcome of the writes in flight is unknown (Error), unless their transaction has not begun. Those and the queued
   * ones are not written (UnavailableError).
   */
  #failHungTransaction(): void {
    if (this.#inFlight.length === 0) return;
    this.#hung = true;
    const isUnwritten = this.#start.giveUp();
    for (const { reject } of this.#inFlight)
      reject(new (isUnwritten ? UnavailableError : Error)(isUnwritten ? NOT_BEGUN : DISK_HANGS));
    this.#rejectQueued(DISK_HANGS);
  }

  #rejectQueued(reason: string): void {
    const queued = this.#queue;
    this.#queue = [];
    for (const { reject } of queued) reject(new UnavailableError(reason));
  }

  /** The outcome of the writes in flight is unknown, as above. */
  #handleWriterExit(cause: Error | undefined): void {
    const lost = this.#inFlight;
    [this.#worker, this.#inFlight, this.#hung] = [undefined, [], false];
    for (const { reject } of lost) reject(new Error('the writer ended during a transaction', { cause }));
    this.#rejectQueued('the writer ended');
    if (!this.#closed) this.#restart();
  }

  #restart(): void {
    setTimeout(() => {
      if (!this.#closed) this.start().catch(() => this.#restart());
    }, RESTART_DELAY_MS).unref();
  }
}

const NOT_BEGUN = 'the file could not be locked in time';
const DISK_HANGS = `the disk has not answered for ${TRANSACTION_TIMEOUT_MS / 1000} seconds`;
