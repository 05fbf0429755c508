import { hash } from 'node:crypto';
import { type ChangeKind, MAX_CHANGE_NUMBER } from '../../contract/history.ts';
import { type Borrow, FIELDS_OF_PART, type SharedRoster, type SharedStudent } from '../../contract/shares.ts';
import type { RecruitedStudent } from '../../contract/state-fields.ts';
import { toTime } from '../console/console-context.ts';
import { listGoals } from '../plans/goal-records.ts';
import { type Database, defineStatements, readOne } from '../store/database.ts';
import { readCurrentRoster } from '../store/roster-snapshots.ts';
import type { ShownSettings } from './records.ts';

const CHANGES_PER_READ = 200;

export const STATEMENTS = defineStatements({
  /** Before the change $2, the latest first. Those of bonds are of students who are not recruited. */
  listLastChanges: `SELECT number, at, student_uid AS "studentUid", kind, CAST(fields AS text) AS "fields"
    FROM student_change WHERE account_id = $1 AND number < $2 AND kind <> 'bond'
    ORDER BY number DESC LIMIT ${CHANGES_PER_READ}`,
  /** The values too: where the history is off, no number tells of a change, and goals have none. */
  readRosterVersion: `SELECT (SELECT last_number FROM history WHERE account_id = $1) AS "lastNumber",
      (SELECT string_agg(body, '' ORDER BY student_uid) FROM student_record WHERE account_id = $1) AS "students",
      (SELECT string_agg(student_uid || CAST(goal AS text), '' ORDER BY student_uid) FROM growth_goal
        WHERE account_id = $1) AS "goals"
    FROM account WHERE account_id = $1`,
});

interface Change {
  readonly number: number;
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
  /** The time of the last change where none is known that is shown. */
  readonly since: number;
}

/** Composes what may be seen, field by field: what is not named is not there. */
export async function readSharedRoster(
  database: Database,
  { accountId, accountName, settings, since }: SharedBy,
  nameOf: (uid: string) => string | undefined,
): Promise<SharedRoster> {
  const { name, shows, students, showsPlayer, borrow } = settings;
  const fields = shows.flatMap((part) => FIELDS_OF_PART[part]);
  const chosen = students && new Set([...students, ...Object.values(borrow).flat()]);
  const isShown = ({ studentUid, kind, fields: changed }: Change): boolean =>
    (chosen?.has(studentUid) ?? true) &&
    (kind !== 'changed' || fields.some((field) => changed.includes(`"${field}":`)));
  const [roster, changedAt, goals] = await Promise.all([
    readCurrentRoster(database, accountId),
    findLastChange(database, accountId, isShown),
    shows.includes('goals') ? listGoals(database, accountId) : [],
  ]);
  const wanted = new Map(goals.map((goal) => [goal.studentUid, goal.wanted]));
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
    updatedAt: toTime(changedAt ?? since),
    students: recruited.map(toShared),
  };
}

/** A text that differs once anything of an account's roster or goals has changed. */
export const readRosterVersion = async (database: Database, accountId: string): Promise<string> =>
  hash(
    'sha256',
    JSON.stringify(await readOne<object>(database, STATEMENTS.readRosterVersion, accountId)),
    'base64',
  );

/** Undefined if none is kept. */
async function findLastChange(
  database: Database,
  accountId: string,
  isShown: (change: Change) => boolean,
): Promise<number | undefined> {
  for (let before = MAX_CHANGE_NUMBER; ; ) {
    const changes = await database.read<Change>(STATEMENTS.listLastChanges, accountId, before);
    const shown = changes.find(isShown);
    const oldest = changes.at(-1);
    if (shown !== undefined || oldest === undefined || changes.length < CHANGES_PER_READ) return shown?.at;
    before = oldest.number;
  }
}

/** Without those who are not recruited, or no longer. */
const borrowOf = (borrow: Borrow, recruited: ReadonlySet<string>): Borrow =>
  Object.fromEntries(
    Object.entries(borrow).flatMap(([slot, uids]) => {
      const there = uids.filter((uid) => recruited.has(uid));
      return there.length === 0 ? [] : [[slot, there]];
    }),
  );
