import { constants, platform, setPriority } from 'node:os';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { type EpochRange, SharedEpochRange } from './epoch-range.ts';
import { FileGuard, type OpenedFile } from './file-guard.ts';
import { isAccountGone, isEnvironmentError, isSurelyNotCommitted } from './sqlite-errors.ts';
import { READS, WRITES } from './sqlite-statements.ts';

/**
 * The one connection that writes, in a thread of its own: neither a sync to disk nor another process's lock
 * ever stops the event loop that answers requests. It takes what has gathered as one transaction and one sync.
 * Of a write the verb comes first: an array that begins with a spread one becomes holey to V8 once the code is
 * optimised, and is sent with an index for each value.
 */
export type Write = readonly [verb: keyof typeof WRITES, ...values: SQLInputValue[]];
/** `unavailable`: surely nothing of it is on disk, and the same may go well another time. */
export interface WriteFailure {
  failure: string;
  unavailable: boolean;
}
/** Of one write: how many rows it has changed, if it went well. */
export type WriteOutcome = number | WriteFailure;
/** Of one transaction, with the epoch of records at its beginning and its end. */
export interface BatchResult {
  outcomes: WriteOutcome[];
  step: EpochRange;
}
/** What is wrong with the database's files; undefined when nothing is any more. */
export interface FileReport {
  fileProblem: string | undefined;
}
export interface WriterData {
  file: string;
  lockWaitMs: number;
  /** Writes go into these and no others, also when a writer died and another takes its place. */
  opened: readonly OpenedFile[];
  /** Where the step of a batch is noted before it is committed. */
  step: SharedEpochRange['cells'];
}

/** Pages of the log (32 MiB) before they are copied into the file: the later, the more of them changed more than once. */
const CHECKPOINT_PAGES = 8_000;
/** What the log is cut back to when a checkpoint has emptied it: a reader that lasted for hours lets it grow without end. */
export const LOG_MAX_BYTES = 64 * 1_048_576;
/** How often the files are looked at while nobody writes. */
const FILE_CHECK_MS = 1_000;

if (parentPort !== null) serve(parentPort, workerData as WriterData);

/** What is committed on it is on disk, a power cut notwithstanding. */
export function openWriter(file: string, lockWaitMs: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: lockWaitMs });
  database.exec(
    `PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
      PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA journal_size_limit = ${LOG_MAX_BYTES}`,
  );
  return database;
}

function serve(
  port: NonNullable<typeof parentPort>,
  { file, lockWaitMs, opened, step: cells }: WriterData,
): void {
  // On Linux this is the priority of this thread alone: where cores are few, requests come before the disk.
  if (platform() === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
  const database = openWriter(file, lockWaitMs);
  const prepared = Object.fromEntries(
    Object.entries(WRITES).map(([verb, sql]) => [verb, database.prepare(sql)]),
  ) as Record<Write[0], StatementSync>;
  const epoch = database.prepare(READS.epoch);
  const underWay = new SharedEpochRange(cells);
  const guard = new FileGuard(opened);
  let reported: string | undefined;
  const fileCheck = setInterval(checkFiles, FILE_CHECK_MS);

  port.on('message', (batch: Write[] | 'close') => {
    if (batch === 'close') {
      clearInterval(fileCheck);
      database.close();
      port.close();
    } else port.postMessage(run(batch));
  });
  port.postMessage('started');

  /** Tells the server when the files change for the worse or the better. */
  function checkFiles(): string | undefined {
    const problem = guard.problem();
    if (problem !== reported) port.postMessage({ fileProblem: problem } satisfies FileReport);
    reported = problem;
    return problem;
  }

  function run(batch: Write[]): BatchResult | WriteFailure {
    const problem = checkFiles();
    if (problem !== undefined) return { failure: problem, unavailable: true };
    let committing = false;
    try {
      database.exec('BEGIN IMMEDIATE');
      const before = epochNow();
      const outcomes = batch.map(one);
      const step = { before, after: epochNow() };
      committing = true;
      underWay.publish(step);
      database.exec('COMMIT');
      // What went into a file that has no name any more is on no disk that anybody will read.
      const lost = checkFiles();
      return lost === undefined ? { outcomes, step } : { failure: lost, unavailable: false };
    } catch (error) {
      underWay.clear();
      if (database.isTransaction) database.exec('ROLLBACK');
      const unavailable = isEnvironmentError(error) && (!committing || isSurelyNotCommitted(error));
      return { failure: String(error), unavailable };
    }
  }

  function epochNow(): number {
    return epoch.get()?.records as number;
  }

  function one([verb, ...values]: Write): WriteOutcome {
    try {
      return Number(prepared[verb].run(...values).changes);
    } catch (error) {
      // A statement that fails undoes itself alone, unless the disk failed it: then it would fail the others too.
      if (!database.isTransaction || isEnvironmentError(error)) throw error;
      return { failure: String(error), unavailable: isAccountGone(error) };
    }
  }
}
