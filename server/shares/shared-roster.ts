import { type Borrow, FIELDS_OF_PART, type SharedRoster, type SharedStudent } from '../../contract/shares.ts';
import type { RecruitedStudent } from '../../contract/state-fields.ts';
import { toTime } from '../console/console-context.ts';
import { readNow } from '../history/past-roster.ts';
import { listGoals } from '../plans/goal-records.ts';
import type { Database } from '../store/database.ts';
import type { ShownSettings } from './share-records.ts';

/** Whose roster is shown, and how. */
export interface SharedBy {
  readonly accountId: string;
  readonly accountName: string;
  readonly settings: ShownSettings;
}

/** Composes what may be seen, field by field: what is not named is not there. */
export async function readSharedRoster(
  database: Database,
  { accountId, accountName, settings }: SharedBy,
  nameOf: (uid: string) => string | undefined,
  now: number,
): Promise<SharedRoster> {
  const { name, shows, students, showsPlayer, borrow } = settings;
  const [roster, goals] = await Promise.all([
    readNow({ database, accountId }, now),
    shows.includes('goals') ? listGoals(database, accountId) : [],
  ]);
  const wanted = new Map(goals.map((goal) => [goal.studentUid, goal.wanted]));
  const fields = shows.flatMap((part) => FIELDS_OF_PART[part]);
  const chosen = students && new Set([...students, ...Object.values(borrow).flat()]);
  const recruited = roster.students.filter(({ studentUid }) => chosen?.has(studentUid) ?? true);
  const borrowed = borrowOf(borrow, new Set(recruited.map(({ studentUid }) => studentUid)));
  const toShared = (student: RecruitedStudent): SharedStudent => {
    const { studentUid } = student;
    const goal = wanted.get(studentUid);
    return {
      studentUid,
      name: nameOf(studentUid) ?? studentUid,
      ...Object.fromEntries(fields.map((field) => [field, student[field]])),
      ...(goal !== undefined && { wanted: goal }),
    };
  };
  return {
    name,
    ...(showsPlayer && { player: accountName }),
    shows,
    ...(Object.keys(borrowed).length > 0 && { borrow: borrowed }),
    updatedAt: toTime(roster.changedAt ?? roster.asOf),
    students: recruited.map(toShared),
  };
}

/** Without those who are not recruited, or no longer. */
const borrowOf = (borrow: Borrow, recruited: ReadonlySet<string>): Borrow =>
  Object.fromEntries(
    Object.entries(borrow).flatMap(([slot, uids]) => {
      const there = uids.filter((uid) => recruited.has(uid));
      return there.length === 0 ? [] : [[slot, there]];
    }),
  );
