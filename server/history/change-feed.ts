import {
  type Change,
  type ChangeAuthor,
  type ChangeKind,
  SKIPPED_CHANGE_NUMBERS,
} from '../../contract/history.ts';
import { sumSpent } from '../plans/spending-records.ts';
import { type Database, defineStatements } from '../store/database.ts';

export const STATEMENTS = defineStatements({
  /**
   * A row for each change after $2, and always one. One statement, so that the list never stops before the last number.
   * `known` is the change $2 or the one before it, $3 one less than the limit: with LIMIT, PostgreSQL would sort all of
   * the account's changes.
   */
  readFeed: `SELECT coalesce(h.last_number, 0) AS "lastNumber",
      (SELECT f.number FROM student_change AS f WHERE f.account_id = $1 ORDER BY f.number LIMIT 1) AS "first",
      (SELECT k.number FROM student_change AS k WHERE k.account_id = $1 AND k.number <= $2
        ORDER BY k.number DESC LIMIT 1) AS "known",
      c.number, c.at, c.student_uid AS "studentUid", c.kind, CAST(c.fields AS text) AS "fields",
      c.group_number AS "group", g.by_kind AS "byKind", g.by_id AS "byId", g.by_name AS "byName",
      CASE WHEN c.number = c.group_number THEN (SELECT string_agg(s.spent, ',') FROM student_change AS s
        WHERE s.account_id = $1 AND s.group_number = c.number AND s.spent IS NOT NULL) END AS "spent"
    FROM account AS a
      LEFT JOIN history AS h ON h.account_id = a.account_id
      LEFT JOIN student_change AS c ON c.account_id = a.account_id AND c.number > $2
        AND c.number <= coalesce((SELECT e.number FROM student_change AS e WHERE e.account_id = $1 AND e.number > $2
          ORDER BY e.number LIMIT 1 OFFSET $3), 2147483647)
      LEFT JOIN change_group AS g ON g.account_id = c.account_id AND g.number = c.group_number
    WHERE a.account_id = $1 ORDER BY c.number`,
});

interface FeedRow {
  lastNumber: number;
  first: number | null;
  known: number | null;
  /** Null in the row of a list without changes, like all that follow. */
  number: number | null;
  at: number;
  studentUid: string;
  kind: ChangeKind;
  fields: string;
  group: number;
  byKind: ChangeAuthor['kind'];
  byId: string;
  byName: string;
  /** The spending of a group, beside its first change, as JSON objects with commas between. */
  spent: string | null;
}

/**
 * JSON: the changes after a number, or from the oldest that is kept, and the last number. Undefined if what follows the
 * number is not kept.
 */
export async function readChangeFeed(
  database: Database,
  accountId: string,
  after: number | undefined,
  limit: number,
): Promise<string | undefined> {
  const rows = await database.read<FeedRow>(STATEMENTS.readFeed, accountId, after ?? 0, limit - 1);
  const lastNumber = rows[0]?.lastNumber ?? 0;
  if (after !== undefined && rows[0] !== undefined && !isKeptAfter(after, rows[0])) return undefined;
  const changes = rows.filter(({ number }) => number !== null).map(changeToJson);
  return `{"changes":[${changes.join(',')}],"lastNumber":${lastNumber}}`;
}

/** Changes are deleted from the oldest on, and a restore leaves a gap in their numbers. */
function isKeptAfter(after: number, { lastNumber, first, known }: FeedRow): boolean {
  if (after === lastNumber) return true;
  if (after > lastNumber || first === null) return false;
  if (after >= first) return known === after;
  // The numbers of an account whose backups were older than its first change begin after such a gap.
  return after === first - 1 || (after === 0 && (first - 1) % (SKIPPED_CHANGE_NUMBERS - 1) === 0);
}

/** With the fields' own JSON. */
function changeToJson({ number, at, studentUid, kind, fields, ...row }: FeedRow): string {
  const { group, byKind, byId, byName } = row;
  const spent = sumSpent(row.spent === null ? [] : JSON.parse(`[${row.spent}]`));
  const change: Omit<Change, 'fields'> = {
    number: number as number,
    at: new Date(at).toISOString(),
    studentUid,
    kind,
    by: byKind === 'key' ? { kind: byKind, id: byId, name: byName } : { kind: byKind },
    group,
    ...(spent && { spent }),
  };
  return `${JSON.stringify(change).slice(0, -1)},"fields":${fields}}`;
}
