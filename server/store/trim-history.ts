import { MAX_CHANGES } from '../../contract/history.ts';
import { type Database, defineStatements, step } from './database.ts';

/** An account's history is trimmed after so many changes, to so many fewer than it may have. */
const CHANGES_PER_TRIM = 200;
const KEPT_CHANGES = MAX_CHANGES - CHANGES_PER_TRIM;

export const STATEMENTS = defineStatements({
  trimChanges: `DELETE FROM student_change WHERE account_id = $1 AND number <= (SELECT number FROM student_change
    WHERE account_id = $1 ORDER BY number DESC LIMIT 1 OFFSET ${KEPT_CHANGES})`,
  /** Those that have no change any more. */
  trimChangeGroups: `DELETE FROM change_group WHERE account_id = $1
    AND last_number < (SELECT number FROM student_change WHERE account_id = $1 ORDER BY number LIMIT 1)`,
});

/** After the change `number`: deletes the oldest, in the background. What fails is deleted after later changes. */
export function trimHistory(database: Database, accountId: string, number: number): void {
  if (number < KEPT_CHANGES || number % CHANGES_PER_TRIM !== 0) return;
  const steps = [step(STATEMENTS.trimChanges, accountId), step(STATEMENTS.trimChangeGroups, accountId)];
  database.write('trimHistory', steps).catch(() => {});
}
