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
import { NetRoster, type RosterChange } from './net-roster.ts';
import { findChangeGroup, findFirstChange } from './records.ts';

/** Changes that are read in one turn of the event loop: a few milliseconds. */
const CHANGES_PER_READ = 1_000;

export const STATEMENTS = defineStatements({
  findAccountStart: 'SELECT created_at AS "createdAt" FROM account WHERE account_id = $1',
  findLastNumber: 'SELECT last_number AS "number" FROM history WHERE account_id = $1',
  findOldestTime: 'SELECT at FROM student_change WHERE account_id = $1 ORDER BY number LIMIT 1',
  /** The last change of that time or before. */
  findChangeUntil: `SELECT number, at FROM student_change WHERE account_id = $1 AND at <= $2
    ORDER BY number DESC LIMIT 1`,
  findChangeFrom: `SELECT at FROM student_change WHERE account_id = $1 AND number >= $2
    ORDER BY number LIMIT 1`,
  /** The first one after a day that is not of before a change. Those of early releases have no number. */
  readSnapshotAfter: `SELECT states, last_number AS "lastNumber" FROM roster_snapshot
    WHERE account_id = $1 AND day > $2 AND last_number >= $3 ORDER BY day LIMIT 1`,
  readSnapshotFrom: `SELECT day, states, last_number AS "lastNumber" FROM roster_snapshot
    WHERE account_id = $1 AND day >= $2 ORDER BY day LIMIT 1`,
  findSnapshotUntil: 'SELECT day FROM roster_snapshot WHERE account_id = $1 AND day <= $2 LIMIT 1',
  /** A line for each change, in one text: a row for each would take most of the time. */
  readRosterChanges: `SELECT max(number) AS "last",
      string_agg(student_uid || ' ' || kind || ' ' || CAST(fields AS text), '\n' ORDER BY number) AS "lines"
    FROM (SELECT number, student_uid, kind, fields FROM student_change
      WHERE account_id = $1 AND number BETWEEN $2 AND $3 ORDER BY number LIMIT ${CHANGES_PER_READ}) AS next`,
});

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
 * The records before the change `number`, which was made at about `at`: those of a later day's snapshot or of now, with
 * the changes between taken back. Undefined if they are not kept. Back and not forward, because the changes since are
 * kept wherever the change itself is: the oldest are deleted first.
 */
async function readRecordsBefore(
  reader: RosterReader,
  number: number,
  at: number | undefined,
): Promise<SnapshotStudent[] | undefined> {
  if ((await findFirstKept(reader)) > number) return undefined;
  const later = await readLaterRoster(reader, number, at);
  const net = new NetRoster();
  await readChanges(reader, number, later.lastNumber, (change) => net.add(change));
  return (await findFirstKept(reader)) <= number ? net.applyTo(later.students) : undefined;
}

async function readLaterRoster(
  { database, accountId }: RosterReader,
  number: number,
  at: number | undefined,
): Promise<Pick<CurrentRoster, 'lastNumber' | 'students'>> {
  type Row = { states: string; lastNumber: number };
  const values = at === undefined ? undefined : [accountId, dayOf(at), number - 1];
  const snapshot = values && (await readOne<Row>(database, STATEMENTS.readSnapshotAfter, ...values));
  if (snapshot === undefined) return readCurrentRoster(database, accountId);
  return { lastNumber: snapshot.lastNumber, students: await unpackRoster(snapshot.states) };
}

/** In the order of their numbers, of which a restore leaves out a million. */
async function readChanges(
  { database, accountId, signal }: RosterReader,
  from: number,
  to: number,
  take: (change: RosterChange) => void,
): Promise<void> {
  for (let next = from; next <= to; ) {
    type Row = { last: number | null; lines: string | null };
    const row = await readOne<Row>(database, STATEMENTS.readRosterChanges, accountId, next, to);
    if (row?.last == null) return;
    for (const line of row.lines?.split('\n') ?? []) take(parseLine(line));
    next = row.last + 1;
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
