import { type GoalSettings, isRollbookError } from '../../client/index.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/limits.ts';
import { isGoalReached } from '../../game/goal-state.ts';
import * as schemas from './plan-tool-schemas.ts';
import { toNames } from './read-roster.ts';
import { resolveStudents } from './resolve-students.ts';
import {
  describeFailure,
  limitFields,
  longestWait,
  MAX_LISTED_STUDENTS,
  type StudentFailure,
} from './student-outcomes.ts';
import { type PageArguments, takePage } from './take-page.ts';
import { defineTool, type ToolContext } from './tool.ts';
import { ToolError } from './tool-error.ts';
import { writeEach } from './write-each.ts';

export const listGoals = defineTool({
  name: 'list_goals',
  description:
    'Lists the saved growth goals in order of priority, each with its wanted state fields. `isReached` is true if the recorded state has all of them, null if the key may not read that. plan_growth says what goals cost.',
  input: schemas.GoalListInput,
  async run({ label, limit = DEFAULT_PAGE_SIZE, cursor }: { label?: string } & PageArguments, context) {
    const { rollbook, signal } = context;
    const [goals, recorded, { students }] = await Promise.all([
      rollbook.goals.list({ signal }),
      readRecorded(context),
      rollbook.students.catalogue({ signal }),
    ]);
    const names = toNames(students);
    const matching = goals.filter(({ labels }) => label === undefined || labels.includes(label));
    const { page, ...place } = takePage(matching, ({ studentUid }) => studentUid, limit, cursor);
    return {
      goals: page.map(({ studentUid, ...goal }) => ({
        studentUid,
        name: names.get(studentUid) ?? null,
        ...goal,
        isReached: recorded && isGoalReached(recorded.get(studentUid) ?? {}, goal.wanted),
      })),
      ...place,
    };
  },
});

/** Null where the key may not read the roster: keys issued before plans included it. */
async function readRecorded({ rollbook, signal }: ToolContext) {
  try {
    const { students } = await rollbook.roster.read({ signal });
    return new Map(students.map((student) => [student.studentUid, student]));
  } catch (error) {
    if (isRollbookError(error) && error.code === 'forbidden') return null;
    throw error;
  }
}

/** A goal to save, or without `wanted` to remove. */
type GoalChange = { studentUid: string } & Partial<GoalSettings>;

interface GoalsInput {
  goals?: (GoalChange & Pick<GoalSettings, 'wanted'>)[];
  remove?: string[];
}

export const saveGoals = defineTool({
  name: 'save_goals',
  description:
    'Saves growth goals, one for each student, recruited or not, and removes others. `wanted` replaces all that was wanted of a student; labels, note, priority and isPaused stay if left out. Each goal is written alone: some may fail while others are saved. Making the same call again is safe. The roster is not touched: save_students writes what the player has.',
  input: schemas.GoalsInput,
  async run({ goals = [], remove = [] }: GoalsInput, context) {
    const { rollbook, signal } = context;
    const changes: GoalChange[] = [...goals, ...remove.map((studentUid) => ({ studentUid }))];
    if (changes.length === 0)
      throw new ToolError('invalid_request', 'There is nothing to save or remove.', [
        { field: 'goals', message: 'is needed, unless `remove` names goals' },
      ]);
    const { students, date } = await rollbook.students.catalogue({ signal });
    const { resolved, failures } = await resolveStudents(changes, { students, date });
    const known = new Map((await rollbook.goals.list({ signal })).map((goal) => [goal.studentUid, goal]));
    const { written, refused } = await writeEach(
      resolved,
      ({ studentUid, wanted, ...change }): Promise<unknown> =>
        wanted === undefined
          ? rollbook.goals.remove(studentUid, { signal })
          : rollbook.goals.put(studentUid, { ...known.get(studentUid), ...change, wanted }, { signal }),
    );
    return {
      saved: written.filter(({ change }) => change.wanted !== undefined).length,
      removed: written.filter(({ change }) => change.wanted === undefined).length,
      ...describeFailures([...failures, ...refused], toNames(students)),
    };
  },
});

/** Describes the students whose goals were not written. */
export function describeFailures(failures: readonly StudentFailure[], names: ReadonlyMap<string, string>) {
  const retryAfterSeconds = longestWait(failures);
  return {
    failed: limitFields(
      failures.slice(0, MAX_LISTED_STUDENTS).map(({ studentUid, error }) => ({
        studentUid,
        name: names.get(studentUid) ?? null,
        error: describeFailure(error),
      })),
    ),
    omitted: Math.max(0, failures.length - MAX_LISTED_STUDENTS),
    retryAfterSeconds,
    nextStep: chooseNextStep(failures.length, retryAfterSeconds),
  };
}

function chooseNextStep(failures: number, retryAfterSeconds: number | null): string | null {
  if (retryAfterSeconds !== null) return `Wait ${retryAfterSeconds} seconds, then make the same call again.`;
  return failures > 0 ? 'Correct the failed goals, and call the tool again with those.' : null;
}
