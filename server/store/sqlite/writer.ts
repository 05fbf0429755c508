import { constants, platform, setPriority } from 'node:os';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { isAccountGone, isOfThePlace, surelyNotCommitted } from './faults.ts';
import { READS, WRITES } from './statements.ts';
import { SharedStep, type Step } from './step.ts';

/**
 * The one connection that writes, in a thread of its own: neither a sync to disk nor another process's lock
 * ever stops the event loop that answers requests. It takes what has gathered as one transaction and one sync.
 * Of a write the verb comes first: an array that begins with a spread one becomes holey to V8 once the code is
 * optimised, and is sent with an index for each value.
 */
export type Write = readonly [verb: keyof typeof WRITES, ...values: SQLInputValue[]];
/** `unavailable`: surely nothing of it is on disk, and the same may go well another time. */
export interface Failure {
  failure: string;
  unavailable: boolean;
}
/** Of one write: how many rows it has changed, if it went well. */
export type Outcome = number | Failure;
/** Of one transaction, with the epoch of records at its beginning and its end. */
export interface Written {
  outcomes: Outcome[];
  step: Step;
}
export interface WriterData {
  file: string;
  lockWaitMs: number;
  /** Where the step of a batch is noted before it is committed. */
  step: SharedStep['cells'];
}

/** Pages of the log (32 MiB) before they are copied into the file: the later, the more of them changed more than once. */
const CHECKPOINT_PAGES = 8_000;

if (parentPort !== null) serve(parentPort, workerData as WriterData);

/** What is committed on it is on disk, a power cut notwithstanding. */
export function openWriter(file: string, lockWaitMs: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: lockWaitMs });
  database.exec(
    `PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
  );
  return database;
}

function serve(port: NonNullable<typeof parentPort>, { file, lockWaitMs, step: cells }: WriterData): void {
  // On Linux this is the priority of this thread alone: where cores are few, requests come before the disk.
  if (platform() === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
  const database = openWriter(file, lockWaitMs);
  const prepared = Object.fromEntries(
    Object.entries(WRITES).map(([verb, sql]) => [verb, database.prepare(sql)]),
  ) as Record<Write[0], StatementSync>;
  const epoch = database.prepare(READS.epoch);
  const underWay = new SharedStep(cells);

  port.on('message', (batch: Write[] | 'close') => {
    if (batch === 'close') {
      database.close();
      port.close();
    } else port.postMessage(run(batch));
  });
  port.postMessage('started');

  function run(batch: Write[]): Written | Failure {
    let committing = false;
    try {
      database.exec('BEGIN IMMEDIATE');
      const before = epochNow();
      const outcomes = batch.map(one);
      const step = { before, after: epochNow() };
      committing = true;
      underWay.note(step);
      database.exec('COMMIT');
      return { outcomes, step };
    } catch (error) {
      underWay.clear();
      if (database.isTransaction) database.exec('ROLLBACK');
      const unavailable = isOfThePlace(error) && (!committing || surelyNotCommitted(error));
      return { failure: String(error), unavailable };
    }
  }

  function epochNow(): number {
    return epoch.get()?.records as number;
  }

  function one([verb, ...values]: Write): Outcome {
    try {
      return Number(prepared[verb].run(...values).changes);
    } catch (error) {
      // A statement that fails undoes itself alone, unless the disk failed it: then it would fail the others too.
      if (!database.isTransaction || isOfThePlace(error)) throw error;
      return { failure: String(error), unavailable: isAccountGone(error) };
    }
  }
}
