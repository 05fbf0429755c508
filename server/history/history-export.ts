import type { ChangeAuthor } from '../../contract/history.ts';
import { toTime } from '../console/console-context.ts';
import { sessionIdOf } from '../session/sessions.ts';
import { type Database, defineStatements } from '../store/database.ts';
import { unpackRosterText } from '../store/roster-snapshots.ts';
import {
  type ChangeGroup,
  changeColumns,
  type GroupAuthor,
  groupColumns,
  type StoredChange,
} from './records.ts';

/** Rows of a piece, which is some 200 kB and takes a few milliseconds. */
const ROWS_PER_PIECE = 500;
const SNAPSHOTS_PER_PIECE = 5;

export const STATEMENTS = defineStatements({
  exportGroups: `SELECT ${groupColumns} FROM change_group WHERE account_id = $1 AND number > $2
    ORDER BY number LIMIT ${ROWS_PER_PIECE}`,
  exportChanges: `SELECT ${changeColumns} FROM student_change WHERE account_id = $1 AND number > $2
    ORDER BY number LIMIT ${ROWS_PER_PIECE}`,
  exportSnapshots: `SELECT day, states FROM roster_snapshot WHERE account_id = $1 AND day > $2
    ORDER BY day LIMIT ${SNAPSHOTS_PER_PIECE}`,
});

export function exportGroups(database: Database, accountId: string): AsyncGenerator<string> {
  const read = (after: number) => database.read<ChangeGroup>(STATEMENTS.exportGroups, accountId, after);
  return toArray(read, 0, ({ group }) => group, groupToJson);
}

export function exportChanges(database: Database, accountId: string): AsyncGenerator<string> {
  const read = (after: number) => database.read<StoredChange>(STATEMENTS.exportChanges, accountId, after);
  return toArray(read, 0, ({ number }) => number, changeToJson);
}

/** Each day names its fields, and has a row of values for each student. */
export function exportSnapshots(database: Database, accountId: string): AsyncGenerator<string> {
  type Row = { day: string; states: string };
  const read = (after: string) => database.read<Row>(STATEMENTS.exportSnapshots, accountId, after);
  return toArray(read, '', ({ day }) => day, snapshotToJson);
}

/** A JSON array, of which each read is a piece. */
async function* toArray<Row, Key>(
  read: (after: Key) => Row[] | Promise<Row[]>,
  start: Key,
  keyOf: (row: Row) => Key,
  toJson: (row: Row) => string | Promise<string>,
): AsyncGenerator<string> {
  let before = '[';
  for (let rows = await read(start); ; ) {
    const last = rows.at(-1);
    if (last === undefined) break;
    const texts: string[] = [];
    for (const row of rows) texts.push(await toJson(row));
    yield before + texts.join(',');
    before = ',';
    rows = await read(keyOf(last));
  }
  yield before === '[' ? '[]' : ']';
}

function groupToJson({ group, startedAt, lastAt, operation, ...row }: ChangeGroup): string {
  const times = { startedAt: toTime(startedAt), lastAt: toTime(lastAt) };
  return JSON.stringify({ group, ...times, by: toAuthor(row), operation });
}

function changeToJson({ at, fields, spent, ...change }: StoredChange): string {
  const told = spent === null ? '' : `,"spent":${spent}`;
  return `${JSON.stringify({ ...change, at: toTime(at) }).slice(0, -1)},"fields":${fields}${told}}`;
}

/** A snapshot that cannot be read is null, so that the others are in the file. */
async function snapshotToJson({ day, states }: { day: string; states: string }): Promise<string> {
  const roster = await unpackRosterText(states).catch(() => 'null');
  return `{"day":"${day}","roster":${roster}}`;
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
