import {
  type ChangeGroup,
  describeKept,
  findWrittenGroup,
  ofStudent,
  readGroup,
  readLastNumber,
} from '../../client/change-groups.ts';
import type { CatalogueStudent, Plan, RecruitedStudent, Rollbook } from '../../client/index.ts';
import { createOperationId } from '../../client/operation-id.ts';
import { planRestore, planTakeBack } from '../../client/take-back.ts';
import { UserError } from '../../server/errors/user-error.ts';
import { type CommandResult, type Invocation, UsageError } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { parseTime } from '../option-values.ts';
import { printText } from '../printed-text.ts';
import { ProgressBar } from '../progress-bar.ts';
import { standardTerminal } from './ask.ts';
import { connect } from './connect.ts';
import { countOf, PlanText } from './plan-text.ts';
import { changesOf, resolveStudent } from './show-history.ts';
import { confirmPlan, writePlan } from './write-plan.ts';

/** Nothing of a file, from which other plans come. */
const NO_ROWS = { unread: [], untouched: 0 };

interface Source {
  current: readonly RecruitedStudent[];
  catalogue: readonly CatalogueStudent[];
  rollbook: Rollbook;
  signal: AbortSignal;
}

export const undoGroup = (invocation: Invocation): Promise<CommandResult> => {
  const { args, options, flags } = invocation;
  const number = /^[1-9]\d{0,14}$/.test(args[0]) ? Number(args[0]) : undefined;
  if (number === undefined)
    throw new UsageError('GROUP is the number of a group, as roster history shows it.');
  return writePlanned(invocation, 'undo', async ({ current, catalogue, rollbook, signal }) => {
    const uid = await resolveStudent(rollbook, options.student, signal);
    const group = await readGroup(changesOf(rollbook, signal), number);
    if (group === undefined)
      throw new UserError(
        `There is no group ${number}, or nothing of it is kept any more. roster history lists the groups.`,
      );
    const takenBack = ofStudent(group, uid);
    const { changes } = takenBack;
    if (changes.length === 0) throw new UserError(`Group ${number} did not change this student.`);
    const plan = planTakeBack(changes, current, catalogue, { force: flags.has('force') });
    const { changedSince, impossible } = plan;
    const text = new PlanText(catalogue, process.stderr);
    return {
      plan,
      takesBack: [number],
      notes: [...noteKept(takenBack), ...text.formatTakeBack(plan, flags.has('force'))],
      told: { takenBack: number, isPartial: group.isPartial, changedSince, impossible },
      isWhole: impossible.length === 0,
    };
  });
};

/** The values are then not those from before the group, but those from before what is kept of it. */
function noteKept(group: ChangeGroup): string[] {
  const kept = describeKept(group);
  return kept === undefined ? [] : [`Note: ${kept}. roster restore goes back to before it.`];
}

export const restoreRoster = (invocation: Invocation): Promise<CommandResult> => {
  const at = new Date(parseTime('at', invocation.options.at as string)).toISOString();
  return writePlanned(invocation, 'restore', async ({ current, catalogue, rollbook, signal }) => {
    const { asOf, students } = await rollbook.roster.at(at, { signal });
    const notes = [`The roster as it was at ${asOf}, with ${countOf(students.length, 'student')}.`];
    return { plan: planRestore(students, current, catalogue), notes, told: { asOf }, isWhole: true };
  });
};

interface Planned {
  plan: Plan;
  /** The groups that it takes back. */
  takesBack?: readonly number[];
  /** Sentences beside the plan. */
  notes: readonly string[];
  /** Fields of --json beside the report. */
  told: object;
  /** True if everything that is asked for can be written. */
  isWhole: boolean;
}

/** Shows a plan, asks, writes it as one group, and names that group. */
async function writePlanned(
  invocation: Invocation,
  kind: 'undo' | 'restore',
  planIt: (source: Source) => Promise<Planned>,
): Promise<CommandResult> {
  const progress = new ProgressBar(invocation.json);
  const rollbook = await connect(invocation.options, progress);
  const { plan, takesBack, catalogue, told, isWhole, lastNumber } = await interruptible(async (signal) => {
    const { students: catalogue } = await rollbook.students.catalogue({ signal });
    const listedAt = Date.now();
    const current = await rollbook.roster.list({ signal });
    const { plan, takesBack, notes, told, isWhole } = await planIt({ current, catalogue, rollbook, signal });
    const lastNumber = await readLastNumber(changesOf(rollbook, signal));
    progress.end();
    if (!invocation.json) {
      const text = new PlanText(catalogue, process.stderr);
      const diff = plan.entries.length > 0 ? [text.formatPlan(plan, NO_ROWS)] : [];
      printText(process.stderr, [...diff, ...notes].join('\n'), 'styled');
    }
    await confirmPlan(plan, invocation, { terminal: standardTerminal, isNeededToChange: true, signal });
    return { plan: { ...plan, listedAt }, takesBack, catalogue, told, isWhole, lastNumber };
  });
  const report = await writePlan(rollbook, plan, invocation, progress, {
    operation: createOperationId(kind),
    takesBack,
  });
  const group = await interruptible((signal) =>
    findWrittenGroup(changesOf(rollbook, signal), plan, lastNumber),
  ).catch(() => {
    progress.end();
    // The report of what was written is printed anyway.
    printText(process.stderr, 'The group could not be looked up. rollbook roster history lists it.');
    return undefined;
  });
  const text = new PlanText(catalogue, process.stdout).formatReport(report, NO_ROWS);
  return {
    value: { ...report, group: group ?? null, ...told },
    text: group === undefined ? text : `${text}\nThis is group ${group}. roster undo ${group} takes it back.`,
    format: 'styled',
    exitCode: report.failed.length > 0 || !isWhole ? 1 : 0,
  };
}
