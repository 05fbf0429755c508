import type { ChangeKind } from '../../contract/history.ts';
import type { RecruitedStudent } from '../../contract/state-fields.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { takeTurn } from '../scheduling/event-loop-turns.ts';
import { type Database, defineStatements, readOne } from '../store/database.ts';
import {
  type CurrentRoster,
  dayOf,
  readCurrentRoster,
  type SnapshotStudent,
  unpackRoster,
} from '../store/roster-snapshots.ts';
import { findChangeGroup, findFirstChange } from './history-records.ts';
import { NetRoster, type RosterChange } from './net-roster.ts';

const CHANGES_BETWEEN = 'student_change WHERE account_id = $1 AND number BETWEEN $2 AND $3';

export const STATEMENTS = defineStatements({
  findAccountStart: 'SELECT created_at AS "createdAt" FROM account WHERE account_id = $1',
  findLastNumber: 'SELECT last_number AS "number" FROM history WHERE account_id = $1',
  findOldestTime: 'SELECT at FROM student_change WHERE account_id = $1 ORDER BY number LIMIT 1',
  /** The last change of that time or before. */
  findChangeUntil: `SELECT number, at FROM student_change WHERE account_id = $1 AND at <= $2
    ORDER BY number DESC LIMIT 1`,
  findChangeFrom: `SELECT at FROM student_change WHERE account_id = $1 AND number >= $2
    ORDER BY number LIMIT 1`,
  /** Of the day and the next one that has a snapshot. */
  listNumberedSnapshots: `SELECT day, last_number AS "lastNumber" FROM roster_snapshot
    WHERE account_id = $1 AND day >= $2 AND last_number IS NOT NULL ORDER BY day LIMIT 2`,
  readSnapshotFrom: `SELECT day, states, last_number AS "lastNumber" FROM roster_snapshot
    WHERE account_id = $1 AND day >= $2 ORDER BY day LIMIT 1`,
  findSnapshotUntil: 'SELECT day FROM roster_snapshot WHERE account_id = $1 AND day <= $2 LIMIT 1',
  /** A line for each change, in one text: a row for each would take most of the time. */
  readRosterChanges: `SELECT string_agg(student_uid || ' ' || kind || ' ' || CAST(fields AS text), '\n' ORDER BY number)
    AS "lines" FROM ${CHANGES_BETWEEN}`,
  /** SQLite finds one of the two in an index only if it is asked for nothing else. */
  findNumbersBetween: `SELECT (SELECT min(number) FROM ${CHANGES_BETWEEN}) AS "first",
    (SELECT max(number) FROM ${CHANGES_BETWEEN}) AS "last"`,
});

/** Changes that are read in one turn of the event loop: a few milliseconds. */
const CHANGES_PER_READ = 1_000;

/** Before a change, at a time, or at the beginning of a UTC day. */
export type RosterMoment = { readonly before: number } | { readonly at: number } | { readonly day: string };

export interface PastRoster {
  /** The moment that the roster is of: earlier than what was asked for where only a day's snapshot is kept. */
  asOf: number;
  /** The last change before that moment, as far as it is known: its number, 0 if there was none, and its time. */
  lastNumber: number | undefined;
  changedAt: number | undefined;
  /** The recruited students, by UID. */
  students: RecruitedStudent[];
}

/** Whose roster is read, and the signal that nobody waits for it any more. */
export interface RosterReader {
  readonly database: Database;
  readonly accountId: string;
  readonly signal: AbortSignal;
}

/** The roster as it was, from the changes that are kept, or from a day's snapshot. Undefined if neither reaches back so far. */
export async function readPastRoster(
  reader: RosterReader,
  moment: RosterMoment,
  now: number,
): Promise<PastRoster | undefined> {
  if ('before' in moment) return readBefore(reader, moment.before, now);
  const asked = 'at' in moment ? moment.at : Date.parse(moment.day);
  return asked < now ? readAt(reader, asked) : readNow(reader, now);
}

/**
 * The roster of an account at a time, also before its first change. Undefined if the account is younger, or if what is
 * kept does not reach back so far.
 */
export async function readRosterAt(
  reader: RosterReader,
  at: number,
  now: number,
): Promise<PastRoster | undefined> {
  const { database, accountId } = reader;
  const account = await readOne<{ createdAt: number }>(database, STATEMENTS.findAccountStart, accountId);
  if (account === undefined || at < account.createdAt) return undefined;
  const past = await readPastRoster(reader, { at }, now);
  if (past !== undefined) return { ...past, asOf: Math.max(past.asOf, account.createdAt) };
  const first = await readSnapshotFrom(database, accountId, dayOf(at));
  const current = first === undefined ? await readNow(reader, at) : undefined;
  // Nothing was ever recorded.
  if (current?.lastNumber === 0) return { ...current, changedAt: account.createdAt };
  // The first change came later, to an empty roster.
  const isEmpty = first?.lastNumber === 0 && (await unpackRoster(first.states)).length === 0;
  return isEmpty ? toPastRoster(at, { lastNumber: 0, changedAt: account.createdAt }, []) : undefined;
}

/** The roster as it is. */
export async function readNow(
  { database, accountId }: Omit<RosterReader, 'signal'>,
  now: number,
): Promise<PastRoster> {
  const { students, ...last } = await readCurrentRoster(database, accountId);
  return toPastRoster(now, last, students);
}

async function readBefore(
  reader: RosterReader,
  number: number,
  now: number,
): Promise<PastRoster | undefined> {
  const { database, accountId } = reader;
  if (number > (await findLastNumber(reader)) + 1) return undefined;
  const change = await readOne<{ at: number }>(database, STATEMENTS.findChangeFrom, accountId, number);
  const records = await readRecordsBefore(reader, number, change?.at);
  const last = { lastNumber: number - 1, changedAt: undefined };
  if (records !== undefined) return toPastRoster(change?.at ?? now, last, records);
  const group = await findChangeGroup(database, accountId, number);
  return group && readAt(reader, group.startedAt);
}

async function readAt(reader: RosterReader, at: number): Promise<PastRoster | undefined> {
  const { database, accountId } = reader;
  const found = await findChangeUntil(reader, at);
  const records = found && (await readRecordsBefore(reader, found.number + 1, at));
  if (records !== undefined)
    return toPastRoster(at, { lastNumber: found?.number ?? 0, changedAt: found?.at }, records);
  const isRecorded = await readOne(database, STATEMENTS.findSnapshotUntil, accountId, dayOf(at));
  if (isRecorded === undefined) return undefined;
  const snapshot = await readSnapshotFrom(database, accountId, dayOf(at));
  // Nothing has changed since.
  if (snapshot === undefined) return readNow(reader, at);
  // Without a snapshot of its own, the day had no change: the roster was that of the next one.
  const asOf = snapshot.day === dayOf(at) ? Date.parse(snapshot.day) : at;
  const last = { lastNumber: snapshot.lastNumber ?? undefined, changedAt: undefined };
  return toPastRoster(asOf, last, await unpackRoster(snapshot.states));
}

/** Undefined if the changes that are kept do not reach back so far. */
async function findChangeUntil(
  { database, accountId }: RosterReader,
  at: number,
): Promise<{ number: number; at: number } | undefined> {
  const oldest = await readOne<{ at: number }>(database, STATEMENTS.findOldestTime, accountId);
  if (oldest === undefined || oldest.at > at) return undefined;
  return readOne(database, STATEMENTS.findChangeUntil, accountId, at);
}

/**
 * The records before the change `number`, which was made at about `at`: those of now, or of a snapshot, with the changes
 * between. Undefined if they are not kept.
 */
async function readRecordsBefore(
  reader: RosterReader,
  number: number,
  at: number | undefined,
): Promise<SnapshotStudent[] | undefined> {
  const first = await findFirstKept(reader);
  if (first > number) return undefined;
  const known = await readNearestRoster(reader, number, at, first);
  const isLater = known.lastNumber >= number;
  const net = new NetRoster(isLater ? 'later' : 'earlier');
  const [from, to] = isLater ? [number, known.lastNumber] : [known.lastNumber + 1, number - 1];
  await readChanges(reader, from, to, isLater, (change) => net.add(change));
  // Changes are deleted from the oldest on: those that were read are all if the first one is still kept.
  return (await findFirstKept(reader)) <= from ? net.applyTo(known.students) : undefined;
}

/** The roster from which the fewest changes lead to the one before `number`. */
async function readNearestRoster(
  { database, accountId }: RosterReader,
  number: number,
  at: number | undefined,
  first: number,
): Promise<Pick<CurrentRoster, 'lastNumber' | 'students'>> {
  type Row = { day: string; lastNumber: number };
  const snapshots =
    at === undefined ? [] : await database.read<Row>(STATEMENTS.listNumberedSnapshots, accountId, dayOf(at));
  const lastNumber = await findLastNumber({ database, accountId });
  const distanceOf = (one: { lastNumber: number }) => Math.abs(one.lastNumber + 1 - number);
  const [nearest] = snapshots
    .filter((one) => one.lastNumber + 1 >= first && distanceOf(one) < distanceOf({ lastNumber }))
    .sort((one, other) => distanceOf(one) - distanceOf(other));
  const snapshot = nearest && (await readSnapshotFrom(database, accountId, nearest.day));
  if (nearest === undefined || snapshot?.day !== nearest.day) return readCurrentRoster(database, accountId);
  return { lastNumber: nearest.lastNumber, students: await unpackRoster(snapshot.states) };
}

/** Ascending, or the last first. */
async function readChanges(
  { database, accountId, signal }: RosterReader,
  from: number,
  to: number,
  isAscending: boolean,
  take: (change: RosterChange) => void,
): Promise<void> {
  for (let [first, last] = [from, to]; first <= last; ) {
    const start = isAscending ? first : Math.max(first, last - CHANGES_PER_READ + 1);
    const end = isAscending ? Math.min(last, first + CHANGES_PER_READ - 1) : last;
    type Row = { lines: string | null };
    const row = await readOne<Row>(database, STATEMENTS.readRosterChanges, accountId, start, end);
    const lines = row?.lines?.split('\n') ?? [];
    for (const line of isAscending ? lines : lines.reverse()) take(parseLine(line));
    if (isAscending) first = end + 1;
    else last = start - 1;
    if (lines.length === 0 && first <= last) {
      // A restore has left a gap of a million numbers.
      type Numbers = { first: number | null; last: number | null };
      const values = [accountId, first, last];
      const numbers = await readOne<Numbers>(database, STATEMENTS.findNumbersBetween, ...values);
      if (numbers?.first == null || numbers.last == null) return;
      [first, last] = [numbers.first, numbers.last];
    }
    await takeTurn();
    if (signal.aborted) throw new UnavailableError('nobody waits for the roster');
  }
}

/** Neither a UID nor a kind has a space. */
function parseLine(line: string): RosterChange {
  const kindStart = line.indexOf(' ') + 1;
  const fieldsStart = line.indexOf(' ', kindStart) + 1;
  return {
    studentUid: line.slice(0, kindStart - 1),
    kind: line.slice(kindStart, fieldsStart - 1) as ChangeKind,
    fields: line.slice(fieldsStart),
  };
}

/** The number of the oldest change that is kept, or of the next one. */
const findFirstKept = async (reader: RosterReader): Promise<number> =>
  (await findFirstChange(reader.database, reader.accountId)) ?? (await findLastNumber(reader)) + 1;

async function findLastNumber({ database, accountId }: Omit<RosterReader, 'signal'>): Promise<number> {
  const found = await readOne<{ number: number }>(database, STATEMENTS.findLastNumber, accountId);
  return found?.number ?? 0;
}

/** The snapshot of a day, or of the next day that has one. */
export const readSnapshotFrom = async (
  database: Database,
  accountId: string,
  day: string,
): Promise<{ day: string; states: string; lastNumber: number | null } | undefined> =>
  readOne(database, STATEMENTS.readSnapshotFrom, accountId, day);

const toPastRoster = (
  asOf: number,
  { lastNumber, changedAt }: Pick<PastRoster, 'lastNumber' | 'changedAt'>,
  records: readonly SnapshotStudent[],
): PastRoster => ({
  asOf,
  lastNumber,
  changedAt,
  students: records
    .filter(({ tier }) => typeof tier === 'number')
    .sort((one, other) => (one.studentUid < other.studentUid ? -1 : 1)),
});
