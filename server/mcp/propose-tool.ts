import type { ProposedStudent } from '../../client/index.ts';
import { resolveStudents } from './resolve-students.ts';
import { describeFailure } from './student-outcomes.ts';
import { defineTool } from './tool.ts';
import { ProposeInput } from './tool-schemas.ts';

export const proposeChanges = defineTool({
  name: 'propose_changes',
  description:
    'Proposes states of students to the player, who sees what differs from now and agrees or declines in the console. Nothing is written by it. Takes the place of what this key proposed before. Give the player reviewUrl.',
  input: ProposeInput,
  async run(
    { students, note }: { students: ProposedStudent[]; note?: string },
    { rollbook: { roster, students: known }, signal },
  ) {
    const { resolved, failures } = await resolveStudents(students, await known.catalogue({ signal }));
    const proposal = resolved.length === 0 ? null : await roster.propose(resolved, { note, signal });
    return {
      proposal,
      failed: failures.map(({ studentUid, error }) => ({ studentUid, error: describeFailure(error) })),
    };
  },
});
