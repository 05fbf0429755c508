import { statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { UserError } from '../../errors/user-error.ts';
import { doWork } from '../../scheduling/forked-work.ts';
import type { BackupContent, Inspection, Question } from '../inspection.ts';
import { copyDatabase } from './copy-database.ts';
import { removeDatabase } from './database-files.ts';
import { checkSchema, findDamage } from './migrate-sqlite.ts';
import { openUnchanged } from './open-database.ts';
import { createPreparer } from './prepared-statements.ts';
import { findSchemaDifference } from './schema-difference.ts';
import { WRITES } from './sqlite-statements.ts';
import { openWriter } from './writer-thread.ts';

const TASKS = { inspect, check: checkQuickly, verify, write, copy: copyDatabase };
/** They must not seem to hang on a busy machine. A service beside the others has the processor first. */
const SHORT_TASKS: readonly TaskName[] = ['inspect', 'write'];
/** A command that waits longer for another program's lock says nothing meanwhile. */
const LOCK_WAIT_MS = 1_500;

export type Tasks = typeof TASKS;
export type TaskName = keyof Tasks;
export interface DatabaseTask<Name extends TaskName = TaskName> {
  readonly task: Name;
  readonly args: Parameters<Tasks[Name]>;
}

doWork(
  ({ task, args }: DatabaseTask) => {
    if (!SHORT_TASKS.includes(task)) setPriority(constants.priority.PRIORITY_LOW);
    return (TASKS[task] as (...values: unknown[]) => unknown)(...args);
  },
  ({ task, args: [, target] }) => {
    if (task === 'copy') removeDatabase(target as string);
  },
);

function inspect(file: string, questions: readonly Question[]): Inspection {
  using database = openUnchanged(file, LOCK_WAIT_MS);
  const schema = { ...checkSchema(database, file), difference: findSchemaDifference(database) };
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
function checkQuickly(file: string): string | undefined {
  using database = openUnchanged(file, LOCK_WAIT_MS);
  const { quick_check: result } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
  return result === 'ok' ? undefined : result.replaceAll(/\s+/g, ' ');
}

function verify(file: string): BackupContent {
  using database = openUnchanged(file, LOCK_WAIT_MS);
  checkSchema(database, file);
  const difference = findSchemaDifference(database);
  const damage = findDamage(database);
  if (damage !== undefined) throw new UserError(`The backup ${file} is damaged: ${damage}.`);
  const counts = `SELECT (SELECT count(*) FROM account) AS accounts,
    (SELECT count(*) FROM student_record WHERE tier IS NOT NULL) AS students`;
  const { accounts, students } = database.prepare(counts).get() as unknown as BackupContent;
  return { accounts, students, ...(difference !== undefined && { difference }) };
}

/** Writes what is there already, with a sync. */
function write(file: string): void {
  using database = openWriter(file, LOCK_WAIT_MS);
  checkSchema(database, file);
  database.exec(WRITES.probe);
}
