import { ENDING_CODES, KEY_STATUSES } from '../../client/apply-plan.ts';
import { type GoalSettings, isRollbookError } from '../../client/index.ts';
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
import { defineTool, type ToolContext } from './tool.ts';
import { ToolError } from './tool-error.ts';

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
  isDestructive: true,
  isIdempotent: true,
  input: schemas.GoalsInput,
  output: schemas.GoalsOutput,
  async run({ goals = [], remove = [] }: GoalsInput, context) {
    const { rollbook, signal } = context;
    const changes: GoalChange[] = [...goals, ...remove.map((studentUid) => ({ studentUid }))];
    if (changes.length === 0)
      throw new ToolError('invalid_request', 'There is nothing to save or remove.', [
        { field: 'goals', message: 'is needed, unless `remove` names goals' },
      ]);
    const { students, date } = await rollbook.students.catalogue({ signal });
    const { resolved, failures } = await resolveStudents(changes, { students, date });
    const { written, refused } = await writeGoals(resolved, context);
    const all = [...failures, ...refused];
    const names = toNames(students);
    const retryAfterSeconds = longestWait(all);
    return {
      saved: written.filter(({ wanted }) => wanted !== undefined).length,
      removed: written.filter(({ wanted }) => wanted === undefined).length,
      failed: limitFields(
        all.slice(0, MAX_LISTED_STUDENTS).map(({ studentUid, error }) => ({
          studentUid,
          name: names.get(studentUid) ?? null,
          error: describeFailure(error),
        })),
      ),
      omitted: Math.max(0, all.length - MAX_LISTED_STUDENTS),
      retryAfterSeconds,
      nextStep: chooseNextStep(all.length, retryAfterSeconds),
    };
  },
});

/** One after the other. After a failure that the others would share, they fail with it. */
async function writeGoals(changes: readonly GoalChange[], { rollbook, signal }: ToolContext) {
  const known = new Map((await rollbook.goals.list({ signal })).map((goal) => [goal.studentUid, goal]));
  const written: GoalChange[] = [];
  const refused: StudentFailure[] = [];
  const seen = new Set<string>();
  for (const [i, change] of changes.entries()) {
    const { studentUid, wanted } = change;
    try {
      if (seen.has(studentUid)) throw new ToolError('invalid_request', 'The student is named twice.');
      seen.add(studentUid);
      await (wanted === undefined
        ? rollbook.goals.remove(studentUid, { signal })
        : rollbook.goals.put(studentUid, { ...known.get(studentUid), ...change, wanted }, { signal }));
      written.push(change);
    } catch (error) {
      if (!isRollbookError(error) && !(error instanceof ToolError)) throw error;
      if (isRollbookError(error) && KEY_STATUSES.includes(error.status)) throw error;
      const ends = isRollbookError(error) && ENDING_CODES.includes(error.code);
      const failed = ends ? changes.slice(i) : [change];
      refused.push(...failed.map(({ studentUid }) => ({ studentUid, error })));
      if (ends) break;
    }
  }
  return { written, refused };
}

function chooseNextStep(failures: number, retryAfterSeconds: number | null): string | null {
  if (retryAfterSeconds !== null) return `Wait ${retryAfterSeconds} seconds, then make the same call again.`;
  return failures > 0 ? 'Correct the failed goals, and call the tool again with those.' : null;
}
