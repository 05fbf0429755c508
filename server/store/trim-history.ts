import { MAX_CHANGES, MAX_HISTORY_BYTES } from '../../contract/history.ts';
import { type Database, defineStatements, step } from './database.ts';

/** An account's history is trimmed after so many changes, to so much less than it may have. */
const CHANGES_PER_TRIM = 200;
const KEPT_CHANGES = MAX_CHANGES - CHANGES_PER_TRIM;
/** What a change, or its group, takes on PostgreSQL beside its texts: columns, indexes, the free space of pages. */
const CHANGE_BYTES = 140;
const GROUP_BYTES = 230;
/** More than a change takes that names all fields, with a group of its own and the longest names. */
const MAX_CHANGE_BYTES = 1_800;
const KEPT_BYTES = MAX_HISTORY_BYTES - CHANGES_PER_TRIM * MAX_CHANGE_BYTES;

/** The oldest change that is kept. Of groups before it, those of many callers at once may last longer. */
const OLDEST = '(SELECT number FROM student_change WHERE account_id = $1 ORDER BY number LIMIT 1)';

export const STATEMENTS = defineStatements({
  trimChanges: `DELETE FROM student_change WHERE account_id = $1 AND number <= (SELECT number FROM student_change
    WHERE account_id = $1 ORDER BY number DESC LIMIT 1 OFFSET ${KEPT_CHANGES})`,
  /** The bytes of a group are those of its first change. SQLite keeps what was spent in an index too. */
  trimBytes: `DELETE FROM student_change WHERE account_id = $1 AND number <= (SELECT max(number) FROM (
      SELECT number, sum(octet_length(fields) + octet_length(student_uid) + ${CHANGE_BYTES}
        + 2 * coalesce(octet_length(spent), 0) + coalesce(octet_length(ended_goal), 0)
        + CASE WHEN number <> group_number THEN 0 ELSE ${GROUP_BYTES} + coalesce((
          SELECT (octet_length(by_name) + coalesce(octet_length(operation), 0)) * 5 / 4 FROM change_group AS g
          WHERE g.account_id = $1 AND g.number = c.number), 0) END) OVER (ORDER BY number DESC) AS bytes
      FROM student_change AS c WHERE account_id = $1) AS kept WHERE bytes > ${KEPT_BYTES})`,
  /** Those that have no change any more. */
  trimChangeGroups: `DELETE FROM change_group WHERE account_id = $1 AND number < ${OLDEST} AND last_number < ${OLDEST}`,
});

/** After the change `number`: deletes the oldest, in the background. What fails is deleted after later changes. */
export function trimHistory(database: Database, accountId: string, number: number): void {
  if (number < KEPT_BYTES / MAX_CHANGE_BYTES || number % CHANGES_PER_TRIM !== 0) return;
  const { trimChanges, trimBytes, trimChangeGroups } = STATEMENTS;
  const steps = [trimChanges, trimBytes, trimChangeGroups].map((statement) => step(statement, accountId));
  database.write('trimHistory', steps).catch(() => {});
}
