import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../user-error.ts';
import { removeDatabase, sync } from './files.ts';
import { checkContent, checkSchema } from './migrate-sqlite.ts';

export type CopyOutcome =
  | { done: true }
  | { refusal: string }
  | { failure: string; errcode: unknown; code: unknown };

/** How long another process's exclusive lock is waited for. */
const LOCK_WAIT_MS = 5_000;

const [source = '', target = '', check] = process.argv.slice(2);
// The process that wanted the copy was killed, so nobody else removes it.
const abandoned = (): void => {
  removeDatabase(target);
  process.exit(1);
};
process.once('disconnect', abandoned);
const outcome = copy();
setImmediate(() => {
  // The end of the other process during the copy is noticed before this.
  process.send?.(outcome, () => {
    process.removeListener('disconnect', abandoned);
    process.disconnect?.();
  });
});

function copy(): CopyOutcome {
  try {
    const database = new DatabaseSync(source, { timeout: LOCK_WAIT_MS });
    try {
      if (check === 'check') {
        checkSchema(database, source);
        checkContent(database, source);
      }
      // Readable by its owner alone: it says who has which students.
      closeSync(openSync(target, 'wx', 0o600));
      // Unlike the online backup this does not begin anew whenever somebody writes.
      database.prepare('VACUUM INTO ?').run(target);
    } finally {
      database.close();
    }
    sync(target);
    return { done: true };
  } catch (error) {
    if (error instanceof UserError) return { refusal: error.message };
    const { message, errcode, code } = error as Error & { errcode?: unknown; code?: unknown };
    return { failure: message, errcode, code };
  }
}
