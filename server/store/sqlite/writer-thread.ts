import { platform, setPriority } from 'node:os';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Step } from '../database.ts';
import type { ChangeNumbers } from '../stored-student.ts';
import { FileGuard, type OpenedFile } from './file-guard.ts';
import { openDatabase } from './open-database.ts';
import { createPreparer, prepareAll } from './prepared-statements.ts';
import { isAccountGone, isEnvironmentError, isSurelyNotCommitted } from './sqlite-errors.ts';
import { WRITES } from './sqlite-statements.ts';

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
  readonly accountId?: string | undefined;
}
/** A write of a record, and what happens in the same transaction if it changes a row. */
export interface RecordWrite {
  readonly record: StatementWrite;
  readonly steps: readonly Step[];
  /** What the account's history records; undefined if nothing. */
  readonly change?:
    | readonly [
        accountId: string,
        studentUid: string,
        kind: string,
        fields: string,
        at: number,
        byKind: string,
        byId: string,
        operation: string | null,
      ]
    | undefined;
}
export type Write = StatementWrite | StepsWrite | RecordWrite;
interface WriteFailure {
  failure: string;
  /** Surely nothing was written, and a retry may succeed. */
  unavailable: boolean;
}
/** What `WriteQueue.run` resolves with, or why the write failed. */
export type WriteOutcome = number | ChangeNumbers | WriteFailure;
/** In the order of the writes, or why the whole batch failed. */
export type BatchResult = WriteOutcome[] | WriteFailure;
export interface FileReport {
  /** Undefined once the problem is resolved. */
  fileProblem: string | undefined;
}
export interface WriterData {
  file: string;
  lockWaitMs: number;
  /** A restarted writer must write to the files that the first one opened, identified by these. */
  openedFiles: readonly OpenedFile[];
}

/** 32 MiB of log. A later checkpoint copies fewer pages in total, because more of them changed several times. */
const CHECKPOINT_PAGES = 8_000;
/** The log is truncated to this after a checkpoint. It grows without bound during a long read transaction. */
export const MAX_LOG_BYTES = 64 * 1_048_576;
/** The files are also checked before and after each transaction; what is found is reported here. */
const FILE_CHECK_INTERVAL_MS = 1_000;

/** Requests come first where cores are few. At 10 other busy programs leave it too little time, at 19 next to none. */
const NICENESS = 5;

const SAVEPOINT = {
  savepoint: 'SAVEPOINT write',
  undo: 'ROLLBACK TO write',
  release: 'RELEASE write',
} as const;

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
  { file, lockWaitMs, openedFiles }: WriterData,
): void {
  // On Linux this lowers the priority of this thread only.
  if (platform() === 'linux') setPriority(0, NICENESS);
  const database = openWriter(file, lockWaitMs);
  const statements = prepareAll(database, { ...WRITES, ...SAVEPOINT });
  const prepare = createPreparer(database);
  const guard = new FileGuard(openedFiles);
  let reportedProblem: string | undefined;
  const fileCheck = setInterval(() => {
    const fileProblem = guard.check();
    if (fileProblem !== reportedProblem) port.postMessage({ fileProblem } satisfies FileReport);
    reportedProblem = fileProblem;
  }, FILE_CHECK_INTERVAL_MS);

  port.on('message', (batch: Write[] | 'close') => {
    if (batch === 'close') {
      clearInterval(fileCheck);
      database.close();
      port.close();
    } else port.postMessage(runBatch(batch));
  });
  port.postMessage('started');

  function runBatch(batch: Write[]): BatchResult {
    const problem = guard.check();
    if (problem !== undefined) return { failure: problem, unavailable: true };
    let committing = false;
    try {
      database.exec('BEGIN IMMEDIATE');
      const outcomes = batch.map(runWrite);
      committing = true;
      database.exec('COMMIT');
      // The commit is lost if it went to a file that was unlinked or replaced meanwhile.
      const newProblem = guard.check();
      return newProblem === undefined ? outcomes : { failure: newProblem, unavailable: false };
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      const unavailable = isEnvironmentError(error) && (!committing || isSurelyNotCommitted(error));
      return { failure: String(error), unavailable };
    }
  }

  /** The savepoint keeps the other writes of the batch if this one fails. If the disk failed, the whole batch must fail. */
  function runWrite(write: Write): WriteOutcome {
    statements.savepoint.run();
    try {
      if ('record' in write) return runRecordWrite(write);
      return 'steps' in write ? runSteps(write) : runStatement(write);
    } catch (error) {
      if (!database.isTransaction || isEnvironmentError(error)) throw error;
      statements.undo.run();
      return { failure: String(error), unavailable: isAccountGone(error) };
    } finally {
      // Some errors, such as a full disk, roll back the whole transaction.
      if (database.isTransaction) statements.release.run();
    }
  }

  function runStatement([statement, ...values]: StatementWrite): number {
    return Number(statements[statement].run(...values).changes);
  }

  /** Returns 0 if nothing is changed. */
  function runRecordWrite({ record, change, steps }: RecordWrite): number | ChangeNumbers {
    if (runStatement(record) === 0) return 0;
    const outcome = change === undefined ? 1 : recordChange(change);
    return runSteps({ steps }) === steps.length ? outcome : 0;
  }

  function recordChange([accountId, studentUid, kind, fields, at, ...by]: NonNullable<
    RecordWrite['change']
  >): ChangeNumbers {
    const { number } = statements.takeChangeNumber.get(accountId) as { number: number };
    const extended = statements.extendChangeGroup.get(accountId, number, at, ...by);
    if (extended === undefined) statements.insertChangeGroup.run(accountId, number, at, ...by);
    const group = (extended?.number ?? number) as number;
    statements.insertChange.run(accountId, number, group, at, studentUid, kind, fields);
    return { number, group };
  }

  /**
   * Returns how many steps precede one that is required and changes no row, or none if the account does not exist; then
   * nothing is changed.
   */
  function runSteps({ steps, accountId }: StepsWrite): number {
    if (accountId !== undefined && statements.findAccount.get(accountId) === undefined) return 0;
    for (const [i, { statement, values, isRequired }] of steps.entries())
      if (prepare(statement).run(...values).changes === 0 && isRequired) {
        statements.undo.run();
        return i;
      }
    return steps.length;
  }
}
