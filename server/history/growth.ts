import { STATE_NAMES } from '../../contract/state-fields.ts';
import { type Database, defineStatements } from '../store/database.ts';
import {
  dayOf,
  readCurrentRoster,
  type SnapshotStudent,
  summarizeRoster,
  unpackRoster,
} from '../store/roster-snapshots.ts';
import type { RosterSummary } from '../store/roster-summary.ts';
import { readSnapshotFrom } from './past-roster.ts';

export const STATEMENTS = defineStatements({
  listSnapshotSummaries:
    'SELECT day, summary FROM roster_snapshot WHERE account_id = $1 ORDER BY day LIMIT 1000',
});

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

/** One of so many days up to so long ago is shown: some 190 of two years. */
const DAYS_PER_POINT = [
  { until: 31, days: 1 },
  { until: 183, days: 2 },
  { until: Number.POSITIVE_INFINITY, days: 7 },
] as const;

export interface Growth {
  week: { since: number; newStudents: number; grownStudents: number; bondRanks: number } | null;
  /** The oldest first. */
  days: (RosterSummary & { at: number })[];
}

/** The growth of the last seven days, and the sums at the beginning of each day with a change, and now. */
export async function readGrowth(database: Database, accountId: string, now: number): Promise<Growth> {
  const { students: current } = await readCurrentRoster(database, accountId);
  type Row = { day: string; summary: string };
  const rows = await database.read<Row>(STATEMENTS.listSnapshotSummaries, accountId);
  const days = rows.map(({ day, summary }) => ({
    at: Date.parse(day),
    ...(JSON.parse(summary) as RosterSummary),
  }));
  const [first] = days;
  if (first === undefined) return { week: null, days: [{ at: now, ...summarizeRoster(current) }] };
  const weekAgo = Date.parse(dayOf(now - WEEK_DAYS * DAY_MS));
  const snapshot = await readSnapshotFrom(database, accountId, dayOf(weekAgo));
  const past = snapshot === undefined ? current : await unpackRoster(snapshot.states);
  return {
    week: { since: Math.max(weekAgo, first.at), ...compareRosters(past, current) },
    days: [...thinOut(days, now), { at: now, ...summarizeRoster(current) }],
  };
}

/** The growth between two days of one account. A value that was not known has not grown. */
export function compareRosters(
  past: readonly SnapshotStudent[],
  current: readonly SnapshotStudent[],
): { newStudents: number; grownStudents: number; bondRanks: number } {
  const pastByUid = new Map(past.map((student) => [student.studentUid, student]));
  const growth = { newStudents: 0, grownStudents: 0, bondRanks: 0 };
  for (const student of current.filter(isRecruited)) {
    const before = pastByUid.get(student.studentUid);
    if (before === undefined || !isRecruited(before)) growth.newStudents += 1;
    else if (STATE_NAMES.some((name) => isHigher(before[name], student[name]))) growth.grownStudents += 1;
    if (before !== undefined && isHigher(before.bond, student.bond))
      growth.bondRanks += Number(student.bond) - Number(before.bond);
  }
  return growth;
}

const isRecruited = ({ tier }: SnapshotStudent): boolean => typeof tier === 'number';

const isHigher = (before: number | null, after: number | null): boolean =>
  before !== null && after !== null && after > before;

/** The first day always stays, and so does the first of each period that is one point. */
export function thinOut<Day extends { at: number }>(days: readonly Day[], now: number): Day[] {
  const periods = new Set<number>();
  return days.filter(({ at }, i) => {
    const age = (now - at) / DAY_MS;
    const { days: length = 1 } = DAYS_PER_POINT.find(({ until }) => age <= until) ?? {};
    // Periods are those of the calendar, so that the points of one day stay those of the next.
    const period = Math.floor(at / (length * DAY_MS)) * length;
    const isFirst = i === 0 || !periods.has(period);
    periods.add(period);
    return isFirst;
  });
}
