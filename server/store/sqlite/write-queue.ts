import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { MAX_QUEUED_WRITES, MAX_WRITE_BACKLOG_MS, WRITE_BURST_SIZE } from '../../overload-thresholds.ts';
import type { PoolLoad } from '../store.ts';
import type { ChangeNumbers } from '../stored-student.ts';
import { identifyDatabaseFiles } from './file-guard.ts';
import type {
  BatchResult,
  FileReport,
  RecordWrite,
  StatementWrite,
  StepsWrite,
  Write,
  WriteOutcome,
  WriterData,
} from './writer-thread.ts';

/** Longer than the writer waits for a lock (LOCK_WAIT_MS): what takes longer hangs in a sync. */
const TRANSACTION_TIMEOUT_MS = 7_000;
const DISK_HANGS = `the disk has not answered for ${TRANSACTION_TIMEOUT_MS / 1000} seconds`;
/** Writes are rejected until a writer that exited is restarted. */
const RESTART_DELAY_MS = 250;

interface QueuedWrite {
  write: Write;
  resolve: (outcome: number | ChangeNumbers) => void;
  reject: (error: Error) => void;
}

/**
 * Group commit: batches the writes of concurrent requests into one transaction of the writer thread at a time. An
 * UnavailableError says that a write was surely not made; any other error, that it may have been.
 */
export class WriteQueue {
  #queue: QueuedWrite[] = [];
  #inFlight: QueuedWrite[] = [];
  #sentAt = 0;
  #overloadLimit = WRITE_BURST_SIZE;
  #worker: Worker | undefined;
  #closed = false;
  /** The transaction in flight has timed out, but the writer is still in it. */
  #hung = false;
  readonly #timeout = setTimeout(() => this.#failHungTransaction(), TRANSACTION_TIMEOUT_MS).unref();
  readonly #onFileProblem: (problem: string | undefined) => void;
  readonly #workerData: WriterData;

  constructor(
    file: string,
    lockWaitMs: number,
    onFileProblem: (problem: string | undefined) => void = () => {},
  ) {
    this.#workerData = { file, lockWaitMs, openedFiles: identifyDatabaseFiles(file) };
    this.#onFileProblem = onFileProblem;
  }

  /** Resolves when the writer has opened the file. */
  async start(): Promise<void> {
    const worker = new Worker(new URL(`./writer-thread${extname(import.meta.filename)}`, import.meta.url), {
      workerData: this.#workerData,
      // Batches are short-lived: a small nursery is collected sooner and keeps the process small.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    let cause: Error | undefined;
    worker.on('error', (error: Error) => {
      cause = error;
    });
    // The first message says that the file is open.
    await once(worker, 'message');
    if (this.#closed) return worker.postMessage('close');
    this.#worker = worker;
    worker.on('message', (message: FileReport | BatchResult) => {
      if ('fileProblem' in message) this.#onFileProblem(message.fileProblem);
      else this.#settleInFlight(message);
    });
    worker.on('exit', () => this.#handleWriterExit(cause));
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
  async run(write: Write): Promise<number | ChangeNumbers> {
    if (this.depth >= MAX_QUEUED_WRITES) throw new UnavailableError('too many writes are waiting');
    return this.#enqueue(write);
  }

  /** Readiness: makes a write durable that changes nothing. Exempt from MAX_QUEUED_WRITES. */
  async probe(): Promise<void> {
    await this.#enqueue(['probe']);
  }

  async #enqueue(write: Write): Promise<number | ChangeNumbers> {
    if (this.#worker === undefined || this.#closed) throw new UnavailableError('the writer is not running');
    if (this.#hung) throw new UnavailableError(DISK_HANGS);
    return new Promise((resolve, reject) => {
      this.#queue.push({ write, resolve, reject });
      // The writes of an event loop iteration share a batch. Under heavy load it lasts for seconds, so a burst is sent.
      if (this.#queue.length === 1) setImmediate(() => this.#sendBatch());
      else if (this.#queue.length >= WRITE_BURST_SIZE) this.#sendBatch();
    });
  }

  /** Rejects further writes, and resolves when all earlier ones have settled. */
  async drain(): Promise<void> {
    this.#closed = true;
    while (this.depth > 0 && !this.#hung) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async close(): Promise<void> {
    // Set before the writer exits, which would restart it otherwise.
    this.#closed = true;
    if (this.#worker === undefined) return;
    const worker = this.#worker;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await exited;
  }

  #sendBatch(): void {
    if (this.#queue.length === 0 || this.#inFlight.length > 0) return;
    [this.#inFlight, this.#queue] = [this.#queue, []];
    this.#sentAt = performance.now();
    this.#timeout.refresh();
    this.#worker?.postMessage(this.#inFlight.map(({ write }) => write));
  }

  #settleInFlight(result: BatchResult): void {
    const settled = this.#inFlight;
    [this.#inFlight, this.#hung] = [[], false];
    const writesPerMs = settled.length / (performance.now() - this.#sentAt);
    this.#overloadLimit = Math.max(WRITE_BURST_SIZE, writesPerMs * MAX_WRITE_BACKLOG_MS);
    for (const [i, { resolve, reject }] of settled.entries()) {
      const outcome = 'failure' in result ? result : (result[i] as WriteOutcome);
      if (typeof outcome === 'object' && 'failure' in outcome)
        reject(new (outcome.unavailable ? UnavailableError : Error)(outcome.failure));
      else resolve(outcome);
    }
    // The queued writes have waited as long for the lock or the disk as the failed ones.
    if ('failure' in result) this.#rejectQueued('the writer could not write');
    this.#sendBatch();
  }

  #failHungTransaction(): void {
    if (this.#inFlight.length === 0) return;
    this.#hung = true;
    this.#failAll(DISK_HANGS);
  }

  #handleWriterExit(cause: Error | undefined): void {
    this.#failAll('the writer ended', cause);
    [this.#worker, this.#inFlight, this.#hung] = [undefined, [], false];
    this.#restart();
  }

  #restart(): void {
    setTimeout(() => {
      if (!this.#closed) this.start().catch(() => this.#restart());
    }, RESTART_DELAY_MS).unref();
  }

  /** The outcome of the writes in flight is unknown; the queued ones are not written. */
  #failAll(reason: string, cause?: Error): void {
    for (const { reject } of this.#inFlight) reject(new Error(reason, { cause }));
    this.#rejectQueued(reason);
  }

  #rejectQueued(reason: string): void {
    for (const { reject } of this.#queue) reject(new UnavailableError(reason));
    this.#queue = [];
  }
}
