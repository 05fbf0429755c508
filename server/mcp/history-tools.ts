import {
  type ChangeGroup,
  countOf,
  describeAuthor,
  describeGroup,
  describeKept,
  describeSummary,
  findWrittenGroup,
  ofStudent,
  readGroup,
  readRecentGroups,
} from '../../client/change-groups.ts';
import type { Plan, PlanEntry, Report } from '../../client/index.ts';
import { summarizeChanges } from '../../client/net-changes.ts';
import { createOperationId } from '../../client/operation-id.ts';
import { resolveStudent } from '../../client/students.ts';
import { planTakeBack, type TakeBack } from '../../client/take-back.ts';
import { createPause } from '../scheduling/event-loop-turns.ts';
import { readRosterAndCatalogue, toNames } from './read-roster.ts';
import { describeOutcomes, MAX_LISTED_STUDENTS } from './student-outcomes.ts';
import { defineTool, type ToolContext } from './tool.ts';
import { ToolError } from './tool-error.ts';
import * as schemas from './tool-schemas.ts';
import { readChanges } from './written-group.ts';

/** Students that one group names. */
const MAX_GROUP_STUDENTS = 10;

export const recentChanges = defineTool({
  name: 'recent_changes',
  description:
    'Lists who changed the roster, the newest first. What one caller did at once is a group; undo_changes takes a group back.',
  input: schemas.ChangesInput,
  async run(
    { studentUid, limit = schemas.DEFAULT_GROUPS }: { studentUid?: string; limit?: number },
    context,
  ) {
    const { rollbook, signal } = context;
    const catalogue = await rollbook.students.catalogue({ signal });
    const uid = studentUid === undefined ? undefined : resolveStudent(studentUid, catalogue).studentUid;
    const names = toNames(catalogue.students);
    const groups = await readRecentGroups(readChanges(context), limit, (group) => touches(group, uid));
    const described: ReturnType<typeof describe>[] = [];
    const pause = createPause();
    for (const group of groups) {
      described.push(describe(ofStudent(group, uid), names));
      await pause();
    }
    return { groups: described };
  },
});

const touches = ({ changes }: ChangeGroup, uid: string | undefined): boolean =>
  uid === undefined || changes.some(({ studentUid }) => studentUid === uid);

function describe(group: ChangeGroup, names: ReadonlyMap<string, string>) {
  const uids = [...new Set(group.changes.map(({ studentUid }) => studentUid))];
  return {
    group: group.group,
    at: group.startedAt,
    by: describeAuthor(group.by),
    summary: [describeSummary(summarizeChanges(group.changes)), describeKept(group)]
      .filter((part) => part !== undefined)
      .join('; '),
    students: uids.slice(0, MAX_GROUP_STUDENTS).map((uid) => names.get(uid) ?? uid),
    omitted: Math.max(0, uids.length - MAX_GROUP_STUDENTS),
  };
}

interface UndoInput {
  group: number;
  studentUid?: string;
  force?: boolean;
  confirm?: boolean;
}

export const undoChanges = defineTool({
  name: 'undo_changes',
  description:
    'Takes the changes of a group back. Values that somebody has changed since stay, unless `force` is true. Without `confirm` it only shows what would be written: show that to the player first. The undo is a group of its own, which can be taken back in turn.',
  input: schemas.UndoInput,
  async run({ group: number, studentUid, force = false, confirm: isConfirmed = false }: UndoInput, context) {
    const { current, listedAt, catalogue, date, names } = await readRosterAndCatalogue(context);
    const uid =
      studentUid === undefined
        ? undefined
        : resolveStudent(studentUid, { students: catalogue, date }).studentUid;
    const group = await readGroup(readChanges(context), number);
    if (group === undefined || !touches(group, uid))
      throw new ToolError(
        'invalid_request',
        `There is no such group ${number}, or nothing of it is kept any more.`,
        [{ field: 'group', message: 'must be one that recent_changes lists' }],
      );
    const takenBack = ofStudent(group, uid);
    const plan = planTakeBack(takenBack.changes, current, catalogue, { force });
    const isWritten = isConfirmed && plan.entries.some(isWritable);
    if (isWritten) confirmUndo(takenBack, plan, context);
    const report = isWritten
      ? await context.rollbook.roster.apply(
          { ...plan, listedAt },
          { signal: context.signal, operation: createOperationId('undo'), takesBack: [number] },
        )
      : undefined;
    const kept = describeKept(takenBack);
    const written = await nameGroup(plan, report, group, context);
    return describeUndo(plan, force, report, names, written, kept);
  },
});

const isWritable = ({ action }: PlanEntry): boolean => action !== 'refuse';

function confirmUndo(group: ChangeGroup, { entries }: TakeBack, { confirm }: ToolContext): void {
  const removed = entries.filter(({ action }) => action === 'remove').length;
  const also = removed > 0 ? ` This removes ${removed} with their bond.` : '';
  const count = countOf(entries.filter(isWritable).length, 'student');
  const kept = describeKept(group);
  const part = kept === undefined ? '' : ` Note: ${kept}.`;
  const question = `Take group ${group.group} back? ${describeGroup(group)}.${part} ${count} would change.${also}`;
  if (confirm(question, 'Take back') === 'declined')
    throw new ToolError('not_confirmed', `Group ${group.group} was not taken back.`);
}

/** Over /v1 no answer tells the group. Undefined if it could not be looked up: what was written is reported anyway. */
async function nameGroup(
  plan: Plan,
  report: Report | undefined,
  { lastNumber }: { lastNumber: number },
  context: ToolContext,
): Promise<number | null | undefined> {
  if (report === undefined) return null;
  if (report.group !== undefined) return report.group;
  return findWrittenGroup(readChanges(context), plan, lastNumber).then(
    (found) => found ?? null,
    () => undefined,
  );
}

function describeUndo(
  plan: TakeBack,
  isForced: boolean,
  report: Report | undefined,
  names: ReadonlyMap<string, string>,
  group: number | null | undefined,
  kept: string | undefined,
) {
  const { nextStep, ...outcomes } = describeOutcomes(plan, report, [], names, group ?? null);
  const removed = report?.removed ?? plan.entries.filter(({ action }) => action === 'remove');
  const changedSince = isForced ? [] : plan.changedSince;
  const steps = [
    nextStep,
    group === undefined && 'The group of the undo could not be looked up: recent_changes lists it.',
    plan.entries.length === 0 && 'There is nothing to take back.',
    kept !== undefined && `Tell the player: ${kept}.`,
    report === undefined &&
      plan.entries.some(isWritable) &&
      'Once the player agrees, make the same call with confirm: true.',
    changedSince.length > 0 &&
      `${countOf(changedSince.length, 'student')} changed since: those values stay. Only if the player asks for it, pass force: true.`,
    plan.impossible.length > 0 &&
      `Changes of ${countOf(plan.impossible.length, 'student')} not recruited cannot be taken back.`,
    plan.losesBond.length > 0 &&
      `${countOf(plan.losesBond.length, 'student')} may have had a bond before the registration, which is lost.`,
  ].filter((step) => typeof step === 'string');
  return {
    ...outcomes,
    counts: { ...outcomes.counts, removed: removed.length },
    changedSince: changedSince.slice(0, MAX_LISTED_STUDENTS).map(({ studentUid, fields }) => ({
      studentUid,
      name: names.get(studentUid) ?? null,
      fields,
    })),
    nextStep: steps.length === 0 ? null : steps.join(' '),
  };
}
