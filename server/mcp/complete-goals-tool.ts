import { changesTo } from '../../client/changes.ts';
import type { StateName } from '../../client/index.ts';
import { createOperationId } from '../../client/operation-id.ts';
import { compareStates } from '../../contract/history.ts';
import { CHANGE_GROUP_HEADER } from '../../contract/operation-headers.ts';
import { sumSpent } from '../plans/spending-records.ts';
import { describeFailures } from './goals-tool.ts';
import { nameItem } from './item-names.ts';
import * as schemas from './plan-tool-schemas.ts';
import { toNames } from './read-roster.ts';
import { resolveStudents } from './resolve-students.ts';
import { MAX_LISTED_STUDENTS } from './student-outcomes.ts';
import { defineTool } from './tool.ts';
import { writeEach } from './write-each.ts';
import { watchWrites } from './written-group.ts';

/** Items that one answer names. */
const MAX_LISTED_ITEMS = 100;

interface CompletionInput {
  goals: { studentUid: string; fields?: StateName[] }[];
  spend?: boolean;
}

export const completeGoals = defineTool({
  name: 'complete_goals',
  description:
    'Writes that students, by UID or name, have reached their saved goals: raises the values, takes what that cost (as plan_growth says) out of the stock and removes goals that are reached. undo_changes takes all of it back. Sent again, it spends nothing twice; not_found then means that the goal is done.',
  input: schemas.CompletionInput,
  async run({ goals, spend = true }: CompletionInput, context) {
    const { rollbook, signal } = context;
    const { students, date } = await rollbook.students.catalogue({ signal });
    const { resolved, failures } = await resolveStudents(goals, { students, date });
    const facts = await rollbook.growthFacts({ signal });
    const before = new Map(
      (await rollbook.roster.list({ signal })).map((student) => [student.studentUid, student]),
    );
    const findGroup = await watchWrites(context);
    const operation = createOperationId('done');
    const { written, refused } = await writeEach(resolved, async ({ studentUid, fields }) => {
      const completion = rollbook.goals.complete(studentUid, { fields, spend }, { signal, operation });
      const { data, response } = await completion.withResponse();
      return { ...data, group: response.headers.get(CHANGE_GROUP_HEADER) };
    });
    const names = toNames(students);
    const raised = written.flatMap(({ result: { student } }) => {
      const was = before.get(student.studentUid);
      const changes = was && changesTo(was, student);
      return changes && Object.keys(changes).length > 0
        ? [
            {
              action: 'change' as const,
              studentUid: student.studentUid,
              before: was,
              state: student,
              changes,
              kept: {},
            },
          ]
        : [];
    });
    const [told] = written.flatMap(({ result }) => result.group ?? []);
    const spent = Object.entries(sumSpent(written.map(({ result }) => result.spent)) ?? {});
    const { omitted, ...failed } = describeFailures([...failures, ...refused], names);
    return {
      completed: written.slice(0, MAX_LISTED_STUDENTS).map(({ change, result }) => ({
        studentUid: change.studentUid,
        name: names.get(change.studentUid) ?? null,
        fields: compareStates(before.get(change.studentUid), result.student),
        isGoalLeft: result.goal !== null,
        spent: result.spent,
      })),
      spent: spent
        .slice(0, MAX_LISTED_ITEMS)
        .map(([itemId, count]) => ({ ...nameItem(facts, itemId), count })),
      group: Number(told) || (await findGroup({ entries: raised })),
      ...failed,
      omitted: omitted + Math.max(0, written.length - MAX_LISTED_STUDENTS),
    };
  },
});
