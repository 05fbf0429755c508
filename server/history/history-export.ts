import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChangeAuthor } from '../../contract/history.ts';
import { sessionIdOf } from '../auth/sessions.ts';
import { toTime } from '../console/console-context.ts';
import { type Database, defineStatements } from '../store/database.ts';
import { unpackRosterText } from '../store/roster-snapshots.ts';
import {
  type ChangeGroup,
  changeColumns,
  type GroupAuthor,
  groupColumns,
  type StoredChange,
} from './history-records.ts';

/** Rows that are read at once, and their texts: requests wait meanwhile. */
const ROWS_PER_READ = 1_000;
const SNAPSHOTS_PER_READ = 20;

export const STATEMENTS = defineStatements({
  exportGroups: `SELECT ${groupColumns} FROM change_group WHERE account_id = $1 AND number > $2
    ORDER BY number LIMIT ${ROWS_PER_READ}`,
  exportChanges: `SELECT ${changeColumns} FROM student_change WHERE account_id = $1 AND number > $2
    ORDER BY number LIMIT ${ROWS_PER_READ}`,
  exportSnapshots: `SELECT day, states FROM roster_snapshot WHERE account_id = $1 AND day > $2
    ORDER BY day LIMIT ${SNAPSHOTS_PER_READ}`,
});

export async function exportGroups(database: Database, accountId: string): Promise<unknown[]> {
  const groups: unknown[] = [];
  const read = (after: number) => database.read<ChangeGroup>(STATEMENTS.exportGroups, accountId, after);
  for await (const { group, startedAt, lastAt, operation, ...author } of readAll(read, 0, (row) => row.group))
    groups.push({
      group,
      startedAt: toTime(startedAt),
      lastAt: toTime(lastAt),
      by: toAuthor(author),
      operation,
    });
  return groups;
}

/** JSON. */
export async function exportChanges(database: Database, accountId: string): Promise<string> {
  const texts: string[] = [];
  const read = (after: number) => database.read<StoredChange>(STATEMENTS.exportChanges, accountId, after);
  for await (const { at, fields, ...change } of readAll(read, 0, ({ number }) => number)) {
    const text = JSON.stringify({ ...change, at: toTime(at) });
    texts.push(`${text.slice(0, -1)},"fields":${fields}}`);
  }
  return `[${texts.join(',')}]`;
}

/** JSON. Each day names its fields, and has a row of values for each student. */
export async function exportSnapshots(database: Database, accountId: string): Promise<string> {
  const texts: string[] = [];
  type Row = { day: string; states: string };
  const read = (after: string) => database.read<Row>(STATEMENTS.exportSnapshots, accountId, after);
  for await (const { day, states } of readAll(read, '', (row) => row.day))
    texts.push(`{"day":"${day}","roster":${await unpackRosterText(states)}}`);
  return `[${texts.join(',')}]`;
}

async function* readAll<Row, Key>(
  read: (after: Key) => Row[] | Promise<Row[]>,
  start: Key,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row> {
  for (let after = start; ; ) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = keyOf(last);
    await nextTurn();
  }
}

/** A session by the name that the player's list has for it. */
function toAuthor({
  byKind,
  byId,
  byName,
}: GroupAuthor): ChangeAuthor | { kind: 'console'; sessionId: string } {
  if (byKind === 'key') return { kind: byKind, id: byId, name: byName };
  return byKind === 'console' ? { kind: byKind, sessionId: sessionIdOf({ digest: byId }) } : { kind: byKind };
}
