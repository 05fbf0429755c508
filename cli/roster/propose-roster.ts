import type { ParsedRoster, RosterRow } from '../../client/formats/index.ts';
import type { ProposedStudent } from '../../client/index.ts';
import { STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import { UserError } from '../../server/errors/user-error.ts';
import type { CommandResult, Invocation } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { ProgressBar } from '../progress-bar.ts';
import { connect } from './connect.ts';
import { readRosterFile } from './roster-file.ts';

export async function proposeRoster({ args: [path], options, json }: Invocation): Promise<CommandResult> {
  const { roster, students } = await connect(options, new ProgressBar(json));
  return interruptible(async (signal) => {
    const { roster: file } = await readRosterFile(path, () => students.catalogue({ signal }), signal);
    const proposed = file.students.flatMap((row) => toProposed(row, file) ?? []);
    const unread = file.students.filter(({ error }) => error !== undefined).length;
    if (proposed.length === 0)
      throw new UserError('The file says nothing of a student that could be proposed.');
    const proposal = await roster.propose(proposed, { note: options.note, signal });
    const leftOut = unread === 0 ? '' : ` ${unread} rows could not be read and are left out.`;
    return {
      value: { ...proposal, unread },
      text: `Proposed ${proposal.students} students.${leftOut} The player looks at it at ${proposal.reviewUrl}`,
      exitCode: unread > 0 ? 1 : 0,
    };
  });
}

/** What the file states of a student: neither what a registration needs besides, nor what stands for unknown values. */
function toProposed(
  { wanted }: RosterRow,
  { assumed, placeholders }: ParsedRoster,
): ProposedStudent | undefined {
  if (wanted === undefined) return undefined;
  const isStated = (name: StateName) =>
    wanted[name] !== undefined &&
    wanted[name] !== (placeholders[name] ?? Number.NaN) &&
    !assumed.get(wanted.studentUid)?.includes(name);
  const stated = STATE_NAMES.filter(isStated);
  if (stated.length === 0) return undefined;
  return {
    studentUid: wanted.studentUid,
    ...Object.fromEntries(stated.map((name) => [name, wanted[name]])),
  };
}
