import { type ChangeKind, MAX_GROUP_CHANGES } from '../../contract/history.ts';
import { takeTurn } from '../scheduling/event-loop-turns.ts';
import { type Database, defineStatements, readOne, type Step, step } from '../store/database.ts';

export const groupColumns = `number AS "group", last_number AS "lastNumber", started_at AS "startedAt", last_at AS "lastAt",
  by_kind AS "byKind", by_id AS "byId", by_name AS "byName", operation,
  proposed_by AS "proposedBy", changes AS "changeCount"`;
export const changeColumns = `number, group_number AS "group", at, student_uid AS "studentUid", kind, CAST(fields AS text) AS "fields",
  spent`;

export const STATEMENTS = defineStatements({
  /**
   * $4 is what the author's kind begins with, $5 what the ID does; $6 is empty or the student, $7 what the kind of a
   * change begins with. No index finds these changes: an account has 20,000 at most.
   */
  listChangeGroups: `SELECT ${groupColumns} FROM change_group
    WHERE account_id = $1 AND number < $2 AND last_at >= $3
      AND substr(by_kind, 1, length($4)) = $4 AND substr(by_id, 1, length($5)) = $5
      AND ($6 = '' AND $7 = '' OR number IN (SELECT group_number FROM student_change
        WHERE account_id = $1 AND ($6 = '' OR student_uid = $6) AND substr(kind, 1, length($7)) = $7))
    ORDER BY number DESC LIMIT $8`,
  findChangeGroup: `SELECT ${groupColumns} FROM change_group WHERE account_id = $1 AND number = $2`,
  listAuthors: `SELECT by_kind AS "byKind", by_id AS "byId", max(by_name) AS "byName", max(last_at) AS "lastAt",
      count(*) AS "groups" FROM change_group
    WHERE account_id = $1 GROUP BY by_kind, by_id ORDER BY max(last_at) DESC, by_id`,
  /** $4 is an object whose keys are the groups. */
  listChangesOfGroups: `SELECT ${changeColumns} FROM student_change
    WHERE account_id = $1 AND number BETWEEN $2 AND $3
      AND group_number IN (SELECT CAST(key AS integer) FROM json_each($4)) ORDER BY number LIMIT $5`,
  keepAuthor: `UPDATE change_group SET by_id = $3 WHERE account_id = $1 AND by_kind = 'console' AND by_id = $2`,
  findFirstChange: `SELECT number FROM student_change WHERE account_id = $1 AND number >= $2
    ORDER BY number LIMIT 1`,
});

/** Rows that are read at once: on SQLite requests wait meanwhile. */
const CHANGES_PER_READ = 1_000;
/** A page of groups ends after so many changes: as many as a group may have. */
const MAX_PAGE_CHANGES = MAX_GROUP_CHANGES;

/** The author of a group of changes. The ID is that of the key, or the session's digest. */
export interface GroupAuthor {
  byKind: 'key' | 'console' | 'operator';
  byId: string;
  byName: string;
}

export interface ChangeGroup extends GroupAuthor {
  group: number;
  lastNumber: number;
  startedAt: number;
  lastAt: number;
  operation: string | null;
  /** The name of the tool that proposed it. */
  proposedBy: string | null;
  /** Also of changes that are not kept any more. */
  changeCount: number;
}

export interface StoredChange {
  number: number;
  group: number;
  at: number;
  studentUid: string;
  kind: ChangeKind;
  /** JSON. */
  fields: string;
  /** JSON; null of changes that took nothing from the stock and ended no goal. */
  spent: string | null;
}

/** A filter of groups. An empty value or 0 excludes nothing. */
export interface GroupFilter {
  authorKind: GroupAuthor['byKind'] | '';
  /** The beginning of the author's ID. */
  authorId: string;
  studentUid: string;
  kind: ChangeKind | '';
  since: number;
}

export type GroupWithChanges = ChangeGroup & { changes: StoredChange[] };

export interface ChangeGroupPage {
  groups: GroupWithChanges[];
  nextBefore: number | null;
}

/** Groups before the number `before`, the newest first, with all of their changes in ascending order. */
export async function listChangeGroups(
  database: Database,
  accountId: string,
  { authorKind, authorId, studentUid, kind, since }: GroupFilter,
  before: number,
  limit: number,
): Promise<ChangeGroupPage> {
  const filter = [since, authorKind, authorId, studentUid, kind];
  const { listChangeGroups } = STATEMENTS;
  const found = await database.read<ChangeGroup>(listChangeGroups, accountId, before, ...filter, limit + 1);
  const groups = await readChangesOf(database, accountId, found.slice(0, limit));
  const isLast = found.length <= limit && groups.length === found.length;
  return { groups, nextBefore: isLast ? null : (groups.at(-1)?.group ?? null) };
}

export async function findChangeGroup(
  database: Database,
  accountId: string,
  group: number,
): Promise<ChangeGroup | undefined> {
  return readOne(database, STATEMENTS.findChangeGroup, accountId, group);
}

/** The first of the groups, until they have enough changes. A group that was deleted meanwhile has none. */
export async function readChangesOf(
  database: Database,
  accountId: string,
  groups: readonly ChangeGroup[],
): Promise<GroupWithChanges[]> {
  let total = 0;
  const read = groups.filter(({ changeCount }, i) => {
    total += changeCount;
    return i === 0 || total <= MAX_PAGE_CHANGES;
  });
  const changesOf = new Map(read.map(({ group }) => [group, [] as StoredChange[]]));
  const names = JSON.stringify(Object.fromEntries(read.map(({ group }) => [group, 1])));
  const last = Math.max(0, ...read.map(({ lastNumber }) => lastNumber));
  for (let from = read.at(-1)?.group ?? 1; from <= last; ) {
    const values = [accountId, from, last, names, CHANGES_PER_READ];
    const page = await database.read<StoredChange>(STATEMENTS.listChangesOfGroups, ...values);
    for (const change of page) changesOf.get(change.group)?.push(change);
    from = page.length < CHANGES_PER_READ ? last + 1 : (page.at(-1)?.number ?? last) + 1;
    await takeTurn();
  }
  return read.map((group) => ({ ...group, changes: changesOf.get(group.group) ?? [] }));
}

/** The number of the oldest change that is kept, from the number `from` on; undefined if none is. */
export async function findFirstChange(
  database: Database,
  accountId: string,
  from = 1,
): Promise<number | undefined> {
  const found = await readOne<{ number: number }>(database, STATEMENTS.findFirstChange, accountId, from);
  return found?.number;
}

export type AuthorRow = GroupAuthor & { lastAt: number; groups: number };

/** The authors of changes that are kept, the last first. */
export const listAuthors = async (database: Database, accountId: string): Promise<AuthorRow[]> =>
  database.read(STATEMENTS.listAuthors, accountId);

/** The changes of a session are those of the one that takes its place in the same browser. */
export const keepAuthor = (accountId: string, formerDigest: string, digest: string): Step =>
  step(STATEMENTS.keepAuthor, accountId, formerDigest, digest);
