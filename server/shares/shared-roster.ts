import type { ChangeKind } from '../../contract/history.ts';
import { type Borrow, FIELDS_OF_PART, type SharedRoster, type SharedStudent } from '../../contract/shares.ts';
import type { RecruitedStudent } from '../../contract/state-fields.ts';
import { toTime } from '../console/console-context.ts';
import { listGoals } from '../plans/goal-records.ts';
import { type Database, defineStatements } from '../store/database.ts';
import { readCurrentRoster } from '../store/roster-snapshots.ts';
import type { ShownSettings } from './share-records.ts';

/** Changes among which the last one that is shown is looked for. */
const MAX_CHANGES = 200;

export const STATEMENTS = defineStatements({
  listLastChanges: `SELECT at, student_uid AS "studentUid", kind, CAST(fields AS text) AS "fields" FROM student_change
    WHERE account_id = $1 ORDER BY number DESC LIMIT ${MAX_CHANGES}`,
});

interface Change {
  readonly at: number;
  readonly studentUid: string;
  readonly kind: ChangeKind;
  /** JSON: what differs before and after, by field. */
  readonly fields: string;
}

/** Whose roster is shown, and how. */
interface SharedBy {
  readonly accountId: string;
  readonly accountName: string;
  readonly settings: ShownSettings;
  /** What is said of the last change where none is known that is shown. */
  readonly since: number;
}

/** Composes what may be seen, field by field: what is not named is not there. */
export async function readSharedRoster(
  database: Database,
  { accountId, accountName, settings, since }: SharedBy,
  nameOf: (uid: string) => string | undefined,
): Promise<SharedRoster> {
  const { name, shows, students, showsPlayer, borrow } = settings;
  const [roster, changes, goals] = await Promise.all([
    readCurrentRoster(database, accountId),
    database.read<Change>(STATEMENTS.listLastChanges, accountId),
    shows.includes('goals') ? listGoals(database, accountId) : [],
  ]);
  const wanted = new Map(goals.map((goal) => [goal.studentUid, goal.wanted]));
  const fields = shows.flatMap((part) => FIELDS_OF_PART[part]);
  const chosen = students && new Set([...students, ...Object.values(borrow).flat()]);
  const recruited = roster.students.filter(
    ({ studentUid, tier }) => typeof tier === 'number' && (chosen?.has(studentUid) ?? true),
  );
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
    updatedAt: toTime(lastShown(changes, chosen, new Set(fields)) ?? since),
    students: recruited.map(toShared),
  };
}

/** Undefined if none of all changes that are kept is shown. Of longer histories it is no later than what it says. */
function lastShown(
  changes: readonly Change[],
  chosen: ReadonlySet<string> | null,
  fields: ReadonlySet<string>,
): number | undefined {
  const last = changes.find(
    (change) =>
      (chosen?.has(change.studentUid) ?? true) &&
      (change.kind === 'registered' ||
        change.kind === 'removed' ||
        Object.keys(JSON.parse(change.fields)).some((field) => fields.has(field))),
  );
  return last?.at ?? (changes.length === MAX_CHANGES ? changes.at(-1)?.at : undefined);
}

/** Without those who are not recruited, or no longer. */
const borrowOf = (borrow: Borrow, recruited: ReadonlySet<string>): Borrow =>
  Object.fromEntries(
    Object.entries(borrow).flatMap(([slot, uids]) => {
      const there = uids.filter((uid) => recruited.has(uid));
      return there.length === 0 ? [] : [[slot, there]];
    }),
  );
