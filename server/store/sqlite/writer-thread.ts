import { constants, platform, setPriority } from 'node:os';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Step } from '../database.ts';
import type { ChangeNumbers } from '../stored-student.ts';
import { type ChangeParameters, recordChange } from './change-recorder.ts';
import { FileGuard, type OpenedFile } from './file-guard.ts';
import { openDatabase } from './open-database.ts';
import { createPreparer } from './prepared-statements.ts';
import { isAccountGone, isEnvironmentError, isSurelyNotCommitted } from './sqlite-errors.ts';
import { WRITES } from './sqlite-statements.ts';
import { SharedTransactionStart } from './transaction-start.ts';

/**
 * The writer thread: the only connection that writes, so that neither a sync nor another process's lock blocks the
 * event loop that serves requests. Each message is a batch of writes for one transaction with one sync.
 */

/**
 * The statement comes first: V8 makes an array that begins with a spread holey in optimised code, and then sends an
 * index with each value.
 */
export type StatementWrite = readonly [statement: keyof typeof WRITES, ...values: SQLInputValue[]];
/** Several statements that are executed together or not at all. */
export interface StepsWrite {
  readonly steps: readonly Step[];
}
/** A write of a record, and what the history tells of it if it changes a row. */
export interface RecordWrite {
  readonly record: StatementWrite;
  readonly change: ChangeParameters;
}
export type Write = StatementWrite | StepsWrite | RecordWrite;
export interface WriteFailure {
  failure: string;
  /** Surely nothing was written, and a retry may succeed. */
  unavailable: boolean;
}
/**
 * The number of changed rows, for steps the number of those that were executed; the numbers of the change that was
 * recorded; or why the write failed.
 */
export type WriteOutcome = number | ChangeNumbers | WriteFailure;
export interface BatchResult {
  /** In the order of the writes. */
  outcomes: WriteOutcome[];
}
export interface FileReport {
  /** Undefined once the problem is resolved. */
  fileProblem: string | undefined;
}
export interface WriterData {
  file: string;
  lockWaitMs: number;
  /** A restarted writer must write to the files that the first one opened, identified by these. */
  openedFiles: readonly OpenedFile[];
  startCells: SharedTransactionStart['cells'];
}

/** 32 MiB of log. A later checkpoint copies fewer pages in total, because more of them changed several times. */
const CHECKPOINT_PAGES = 8_000;
/** The log is truncated to this after a checkpoint. It grows without bound during a long read transaction. */
export const MAX_LOG_BYTES = 64 * 1_048_576;
/** The files are also checked before and after each transaction. */
const FILE_CHECK_INTERVAL_MS = 1_000;

if (parentPort !== null) runWriter(parentPort, workerData as WriterData);

/** Opens a connection whose commits survive a power cut (`synchronous = FULL`). */
export function openWriter(file: string, lockWaitMs: number): DatabaseSync {
  const database = openDatabase(file, { timeout: lockWaitMs });
  database.exec(
    `PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
      PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA journal_size_limit = ${MAX_LOG_BYTES}`,
  );
  return database;
}

function runWriter(
  port: NonNullable<typeof parentPort>,
  { file, lockWaitMs, openedFiles, startCells }: WriterData,
): void {
  // On Linux this lowers the priority of this thread only, so that requests come first where cores are few.
  if (platform() === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
  const database = openWriter(file, lockWaitMs);
  const statements = Object.fromEntries(
    Object.entries(WRITES).map(([name, sql]) => [name, database.prepare(sql)]),
  ) as Record<StatementWrite[0], StatementSync>;
  const prepare = createPreparer(database);
  const sharedStart = new SharedTransactionStart(startCells);
  const guard = new FileGuard(openedFiles);
  let reportedProblem: string | undefined;
  const fileCheck = setInterval(checkFiles, FILE_CHECK_INTERVAL_MS);

  port.on('message', (batch: Write[] | 'close') => {
    if (batch === 'close') {
      clearInterval(fileCheck);
      database.close();
      port.close();
    } else port.postMessage(runBatch(batch));
  });
  port.postMessage('started');

  /** Returns the problem with the files, and reports it to the main thread when it changes. */
  function checkFiles(): string | undefined {
    const problem = guard.check();
    if (problem !== reportedProblem) port.postMessage({ fileProblem: problem } satisfies FileReport);
    reportedProblem = problem;
    return problem;
  }

  function runBatch(batch: Write[]): BatchResult | WriteFailure {
    const problem = checkFiles();
    if (problem !== undefined) return { failure: problem, unavailable: true };
    let committing = false;
    try {
      database.exec('BEGIN IMMEDIATE');
      if (!sharedStart.begin()) {
        database.exec('ROLLBACK');
        return { failure: 'the transaction was given up', unavailable: true };
      }
      const outcomes = batch.map(runWrite);
      committing = true;
      database.exec('COMMIT');
      // The commit is lost if it went to a file that was unlinked or replaced meanwhile.
      const newProblem = checkFiles();
      return newProblem === undefined ? { outcomes } : { failure: newProblem, unavailable: false };
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      const unavailable = isEnvironmentError(error) && (!committing || isSurelyNotCommitted(error));
      return { failure: String(error), unavailable };
    }
  }

  function runWrite(write: Write): WriteOutcome {
    try {
      if ('steps' in write) return runSteps(write.steps);
      if ('record' in write) return runRecordWrite(write);
      return runStatement(write);
    } catch (error) {
      // A failed statement rolls back only itself. If the disk failed, the whole batch must fail.
      if (!database.isTransaction || isEnvironmentError(error)) throw error;
      return { failure: String(error), unavailable: isAccountGone(error) };
    }
  }

  function runStatement([statement, ...values]: StatementWrite): number {
    return Number(statements[statement].run(...values).changes);
  }

  function runRecordWrite({ record, change }: RecordWrite): number | ChangeNumbers {
    if (runStatement(record) === 0) return 0;
    try {
      return recordChange(statements, change);
    } catch (error) {
      // Without its history the write must not stay. A full disk has rolled back the transaction by itself.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }

  /** The savepoint keeps the other writes of the batch. Returns how many steps precede one that is required and changes no row. */
  function runSteps(steps: readonly Step[]): number {
    database.exec('SAVEPOINT steps');
    try {
      for (const [i, { statement, values, isRequired }] of steps.entries())
        if (prepare(statement).run(...values).changes === 0 && isRequired) {
          database.exec('ROLLBACK TO steps; RELEASE steps');
          return i;
        }
      database.exec('RELEASE steps');
      return steps.length;
    } catch (error) {
      // Some errors, such as a full disk, roll back the whole transaction.
      if (database.isTransaction) database.exec('ROLLBACK TO steps; RELEASE steps');
      throw error;
    }
  }
}
