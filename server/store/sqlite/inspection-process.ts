import { existsSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Inspection, Question } from '../inspection.ts';
import { sendOutcome } from './child-outcome.ts';
import { checkSchema } from './migrate-sqlite.ts';
import { createPreparer } from './prepared-statements.ts';
import { WRITES } from './sqlite-statements.ts';
import { openWriter } from './writer-thread.ts';

export type InspectionTask =
  | { task: 'inspect'; file: string; questions: readonly Question[] }
  | { task: 'write' | 'check'; file: string };

/** A command that waits longer for another program's lock says nothing meanwhile. */
const LOCK_WAIT_MS = 1_500;

const [argument = ''] = process.argv.slice(2);
const request: InspectionTask = JSON.parse(argument);
const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority;
// What is short must not seem to hang on a busy machine.
sendOutcome(() => perform(request), undefined, request.task === 'check' ? PRIORITY_LOW : PRIORITY_NORMAL);

function perform(task: InspectionTask): Inspection | string | undefined {
  switch (task.task) {
    case 'inspect':
      return inspect(task.file, task.questions);
    case 'check':
      return findDamage(task.file);
    case 'write':
      write(task.file);
      return undefined;
  }
}

function inspect(file: string, questions: readonly Question[]): Inspection {
  using database = openUnchanged(file);
  const schema = checkSchema(database, file);
  const version = database.prepare('SELECT sqlite_version() AS version').get()?.version;
  const prepare = createPreparer(database);
  const answers = questions.map(({ statement, values }) => {
    try {
      return prepare(statement).all(...values);
    } catch (error) {
      if (/^no such table/.test((error as Error).message)) return [];
      throw error;
    }
  });
  return { engine: `SQLite ${version}`, name: file, bytes: statSync(file).size, schema, answers };
}

/** Without its indexes, which a check of all takes several times as long for. */
function findDamage(file: string): string | undefined {
  using database = openUnchanged(file);
  const { quick_check: result } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
  return result === 'ok' ? undefined : result.replaceAll(/\s+/g, ' ');
}

/**
 * Leaves no files beside a database whose log is in it: an ordinary read-only connection makes a log and its index, and
 * does not remove them. No other process writes to a database without a log.
 */
function openUnchanged(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`) && !existsSync(`${file}-journal`)) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true, timeout: LOCK_WAIT_MS });
}

/** Writes what is there already, with a sync. */
function write(file: string): void {
  using database = openWriter(file, LOCK_WAIT_MS);
  checkSchema(database, file);
  database.exec(WRITES.probe);
}
