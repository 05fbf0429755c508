import type { ChangedFields } from '../../contract/history.ts';
import type { RecruitedStudent, StateName } from '../../contract/state-fields.ts';
import { NO_VALUES } from '../store/columns.ts';
import { type Database, defineStatements, readOne } from '../store/database.ts';
import { dayOf, type SnapshotStudent, unpackRoster } from '../store/roster-snapshots.ts';
import {
  findChangeGroup,
  findFirstChange,
  readChangesBackwards,
  type StoredChange,
} from './history-records.ts';

export const STATEMENTS = defineStatements({
  /** One statement, so that the records are those of the last number. A row without a record if there is none. */
  readNumberedRecords: `SELECT h.last_number AS "lastNumber", r.body AS "json" FROM account AS a
    LEFT JOIN history AS h ON h.account_id = $1 LEFT JOIN student_record AS r ON r.account_id = $1
    WHERE a.account_id = $1`,
  findOldestTime: 'SELECT at FROM student_change WHERE account_id = $1 ORDER BY number LIMIT 1',
  readSnapshotFrom: `SELECT day, states FROM roster_snapshot WHERE account_id = $1 AND day >= $2
    ORDER BY day LIMIT 1`,
  findSnapshotUntil: 'SELECT day FROM roster_snapshot WHERE account_id = $1 AND day <= $2 LIMIT 1',
});

/** Before a change, at a time, or at the beginning of a UTC day. */
export type RosterMoment = { readonly before: number } | { readonly at: number } | { readonly day: string };

export interface PastRoster {
  /** The moment that the roster is of: earlier than what was asked for where only a day's snapshot is kept. */
  asOf: number;
  /** The recruited students, by UID. */
  students: RecruitedStudent[];
}

type Roster = Map<string, SnapshotStudent>;

/** The roster as it was, from the changes that are kept, or from a day's snapshot. Undefined if neither reaches back so far. */
export async function readPastRoster(
  database: Database,
  accountId: string,
  moment: RosterMoment,
  now: number,
): Promise<PastRoster | undefined> {
  if ('before' in moment) return readBefore(database, accountId, moment.before, now);
  const asked = 'at' in moment ? moment.at : Date.parse(moment.day);
  return readAt(database, accountId, Math.min(asked, now));
}

async function readBefore(
  database: Database,
  accountId: string,
  number: number,
  now: number,
): Promise<PastRoster | undefined> {
  const { lastNumber, roster } = await readCurrentRoster(database, accountId);
  if (number > lastNumber + 1) return undefined;
  let asOf = now;
  for await (const change of readChangesBackwards(database, accountId, number, lastNumber)) {
    undo(roster, change);
    asOf = change.at;
  }
  // Changes are deleted from the oldest on: those that were read are all if this one is still kept.
  const first = (await findFirstChange(database, accountId)) ?? lastNumber + 1;
  if (first <= number) return toPastRoster(asOf, roster.values());
  const group = await findChangeGroup(database, accountId, number);
  return group && readAt(database, accountId, group.startedAt);
}

async function readAt(database: Database, accountId: string, at: number): Promise<PastRoster | undefined> {
  const { lastNumber, roster } = await readCurrentRoster(database, accountId);
  if (await isCoveredByChanges(database, accountId, at))
    for await (const change of readChangesBackwards(database, accountId, 1, lastNumber)) {
      if (change.at <= at) return toPastRoster(at, roster.values());
      undo(roster, change);
    }
  const isRecorded = await readOne(database, STATEMENTS.findSnapshotUntil, accountId, dayOf(at));
  if (isRecorded === undefined) return undefined;
  const snapshot = await readSnapshotFrom(database, accountId, at);
  // Nothing has changed since.
  if (snapshot === undefined) return toPastRoster(at, roster.values());
  // Without a snapshot of its own, the day had no change: the roster was that of the next one.
  const asOf = snapshot.day === dayOf(at) ? Date.parse(snapshot.day) : at;
  return toPastRoster(asOf, await unpackRoster(snapshot.states));
}

/** Whether a change of that time or before is kept: others lead back to it. */
const isCoveredByChanges = async (database: Database, accountId: string, at: number): Promise<boolean> => {
  const oldest = await readOne<{ at: number }>(database, STATEMENTS.findOldestTime, accountId);
  return oldest !== undefined && oldest.at <= at;
};

/** The snapshot of the day of `at`, or of the next day that has one. */
export const readSnapshotFrom = async (
  database: Database,
  accountId: string,
  at: number,
): Promise<{ day: string; states: string } | undefined> =>
  readOne(database, STATEMENTS.readSnapshotFrom, accountId, dayOf(at));

/** The records as they are, and the number of the change that was the last. */
export async function readCurrentRoster(
  database: Database,
  accountId: string,
): Promise<{ lastNumber: number; roster: Roster }> {
  type Row = { lastNumber: number | null; json: string | null };
  const rows = await database.read<Row>(STATEMENTS.readNumberedRecords, accountId);
  const records = rows.flatMap(({ json }) => (json === null ? [] : [JSON.parse(json) as SnapshotStudent]));
  return {
    lastNumber: rows[0]?.lastNumber ?? 0,
    roster: new Map(records.map((record) => [record.studentUid, record])),
  };
}

/** A bond that was recorded before the registration comes back with the change that recorded it. */
function undo(roster: Roster, { studentUid, kind, fields }: StoredChange): void {
  if (kind === 'registered') {
    roster.delete(studentUid);
    return;
  }
  const changed: ChangedFields = JSON.parse(fields);
  const record = { ...(roster.get(studentUid) ?? { studentUid, ...NO_VALUES }) } as SnapshotStudent;
  const values: Record<StateName, number | null> = record;
  for (const name of Object.keys(changed) as StateName[]) values[name] = changed[name]?.[0] ?? null;
  roster.set(studentUid, record);
}

const toPastRoster = (asOf: number, records: Iterable<SnapshotStudent>): PastRoster => ({
  asOf,
  students: [...records]
    .filter(({ tier }) => typeof tier === 'number')
    .sort((one, other) => (one.studentUid < other.studentUid ? -1 : 1)),
});
