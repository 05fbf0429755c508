import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChangeKind } from '../../contract/history.ts';
import { type Database, defineStatements, readOne } from '../store/database.ts';

export const groupColumns = `number AS "group", last_number AS "lastNumber", started_at AS "startedAt", last_at AS "lastAt",
  by_kind AS "byKind", by_id AS "byId", by_name AS "byName", operation`;
export const changeColumns = `number, group_number AS "group", at, student_uid AS "studentUid", kind, CAST(fields AS text) AS "fields"`;

export const STATEMENTS = defineStatements({
  /** $4 is what the author's kind begins with, $5 what the ID does. */
  listChangeGroups: `SELECT ${groupColumns} FROM change_group
    WHERE account_id = $1 AND number < $2 AND last_at >= $3
      AND substr(by_kind, 1, length($4)) = $4 AND substr(by_id, 1, length($5)) = $5
    ORDER BY number DESC LIMIT $6`,
  /** $2 is empty or the student, $3 what the kind begins with. No index finds them: an account has 20,000 at most. */
  listGroupsOfChanges: `SELECT DISTINCT group_number AS "group" FROM student_change
    WHERE account_id = $1 AND ($2 = '' OR student_uid = $2) AND substr(kind, 1, length($3)) = $3`,
  findChangeGroup: `SELECT ${groupColumns} FROM change_group WHERE account_id = $1 AND number = $2`,
  listAuthors: `SELECT by_kind AS "byKind", by_id AS "byId", max(by_name) AS "byName", max(last_at) AS "lastAt",
      count(*) AS "groups" FROM change_group
    WHERE account_id = $1 GROUP BY by_kind, by_id ORDER BY max(last_at) DESC, by_id`,
  listChangesBackwards: `SELECT ${changeColumns} FROM student_change
    WHERE account_id = $1 AND number BETWEEN $2 AND $3 ORDER BY number DESC LIMIT $4`,
  findFirstChange: `SELECT number FROM student_change WHERE account_id = $1 AND number >= $2
    ORDER BY number LIMIT 1`,
});

/** Rows that are read at once: on SQLite requests wait meanwhile. */
const CHANGES_PER_READ = 1_000;
const GROUPS_PER_READ = 1_000;
/** A page of groups ends after so many changes. A group by itself may have more. */
const MAX_PAGE_CHANGES = 2_000;

/** Who made a group of changes. The ID is that of the key, or the session's digest. */
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
}

export interface StoredChange {
  number: number;
  group: number;
  at: number;
  studentUid: string;
  kind: ChangeKind;
  /** JSON. */
  fields: string;
}

/** What is empty or 0 excludes nothing. */
export interface GroupFilter {
  authorKind: GroupAuthor['byKind'] | '';
  /** What the author's ID begins with. */
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
  const matching =
    studentUid === '' && kind === '' ? undefined : await findGroupsOf(database, accountId, studentUid, kind);
  const rowsPerRead = matching === undefined ? limit + 1 : GROUPS_PER_READ;
  const found: ChangeGroup[] = [];
  for (let end = before; found.length <= limit; ) {
    const values = [accountId, end, since, authorKind, authorId, rowsPerRead];
    const groups = await database.read<ChangeGroup>(STATEMENTS.listChangeGroups, ...values);
    found.push(...groups.filter(({ group }) => matching?.has(group) ?? true));
    const last = groups.at(-1);
    if (last === undefined || groups.length < rowsPerRead) break;
    end = last.group;
  }
  const groups = await readChangesOf(database, accountId, found.slice(0, limit));
  const isLast = found.length <= limit && groups.length === found.length;
  return {
    groups,
    nextBefore: isLast ? null : (groups.at(-1)?.group ?? null),
  };
}

/** Not a condition of the statement above: PostgreSQL may look for the changes of each group anew. */
async function findGroupsOf(
  database: Database,
  accountId: string,
  studentUid: string,
  kind: string,
): Promise<Set<number>> {
  type Row = { group: number };
  const rows = await database.read<Row>(STATEMENTS.listGroupsOfChanges, accountId, studentUid, kind);
  return new Set(rows.map(({ group }) => group));
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
  const answered: GroupWithChanges[] = [];
  let total = 0;
  for (const interleaved of findInterleaved(groups)) {
    const changesOf = new Map(interleaved.map(({ group }) => [group, [] as StoredChange[]]));
    const from = interleaved.at(-1)?.group ?? 0;
    const to = Math.max(...interleaved.map(({ lastNumber }) => lastNumber));
    for await (const change of readChangesBackwards(database, accountId, from, to))
      changesOf.get(change.group)?.push(change);
    for (const group of interleaved) {
      const changes = changesOf.get(group.group)?.reverse() ?? [];
      total += changes.length;
      if (answered.length > 0 && total > MAX_PAGE_CHANGES) return answered;
      answered.push({ ...group, changes });
    }
  }
  return answered;
}

/** Runs of groups whose numbers overlap, so that each change is read once. */
function findInterleaved(groups: readonly ChangeGroup[]): ChangeGroup[][] {
  const runs: ChangeGroup[][] = [];
  for (const group of groups) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && group.lastNumber > last.group) run.push(group);
    else runs.push([group]);
  }
  return runs;
}

/** The changes with the numbers `from` to `to`, the last first. */
export async function* readChangesBackwards(
  database: Database,
  accountId: string,
  from: number,
  to: number,
): AsyncGenerator<StoredChange> {
  for (let lastRead = to; ; ) {
    const statement = STATEMENTS.listChangesBackwards;
    const page = await database.read<StoredChange>(statement, accountId, from, lastRead, CHANGES_PER_READ);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < CHANGES_PER_READ) return;
    lastRead = last.number - 1;
    await nextTurn();
  }
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

/** Who has changes that are kept, the last first. */
export const listAuthors = async (database: Database, accountId: string): Promise<AuthorRow[]> =>
  database.read(STATEMENTS.listAuthors, accountId);
