import { type ParsedRoster, writeRoster } from '../../client/formats/index.ts';
import type { CatalogueStudent, Plan, RecruitedStudent, Rollbook } from '../../client/index.ts';
import { listKept } from '../../client/plan.ts';
import { UserError } from '../../server/errors/user-error.ts';
import type { CommandResult, Invocation } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { printText } from '../printed-text.ts';
import { ProgressBar } from '../progress-bar.ts';
import { openControllingTerminal, standardTerminal } from './ask.ts';
import { connect } from './connect.ts';
import { PlanText, type RowNotice } from './plan-text.ts';
import { readRosterFile, writeNewFile } from './roster-file.ts';
import { confirmPlan, writePlan } from './write-plan.ts';

interface PlannedFile {
  file: ParsedRoster;
  plan: Plan;
  catalogue: readonly CatalogueStudent[];
  /** Rows that could not be read. */
  unread: RowNotice[];
  /** Rows that were left out, because they hold nothing but another tool's defaults. */
  untouched: number;
}

interface ConfirmedPlan extends PlannedFile {
  /** The file with the roster before a removal. */
  backup: string | null;
}

export async function showPlan(invocation: Invocation): Promise<CommandResult> {
  const progress = new ProgressBar(invocation.json);
  const rollbook = await connect(invocation.options, progress);
  return interruptible(async (signal) => {
    const planned = await planFile(rollbook, invocation, signal);
    progress.end();
    const { file, unread } = planned;
    const { entries } = planned.plan;
    return {
      value: {
        format: file.format,
        entries,
        kept: listKept(entries),
        unread,
        warnings: listWarnings(file),
      },
      text: formatPlannedFile(planned, invocation, process.stdout),
      format: 'styled',
      exitCode: unread.length > 0 || entries.some(({ action }) => action === 'refuse') ? 1 : 0,
    };
  });
}

export async function applyRoster(invocation: Invocation): Promise<CommandResult> {
  const progress = new ProgressBar(invocation.json);
  const rollbook = await connect(invocation.options, progress);
  const { plan, catalogue, backup, ...rows } = await interruptible((signal) =>
    planAndConfirm(rollbook, invocation, progress, signal),
  );
  const { unread } = rows;
  const report = await writePlan(rollbook, plan, invocation, progress);
  return {
    value: { ...report, unread, backup },
    text: new PlanText(catalogue, process.stdout).formatReport(report, rows),
    format: 'styled',
    exitCode: unread.length > 0 || report.failed.length > 0 ? 1 : 0,
  };
}

async function planAndConfirm(
  rollbook: Rollbook,
  invocation: Invocation,
  progress: ProgressBar,
  signal: AbortSignal,
): Promise<ConfirmedPlan> {
  const planned = await planFile(rollbook, invocation, signal).finally(() => progress.end());
  const { plan } = planned;
  if (!invocation.json)
    printText(process.stderr, formatPlannedFile(planned, invocation, process.stderr), 'styled');
  const removed = plan.entries.filter(({ action }) => action === 'remove').length;
  const terminal = invocation.args[0] === '-' ? openControllingTerminal : standardTerminal;
  await confirmPlan(plan, invocation, { terminal, isNeededToChange: false, signal });
  if (removed === 0) return { ...planned, backup: null };
  const backup = await saveBackup(plan);
  if (!invocation.json) printText(process.stderr, `The roster before this is saved as ${backup}.`);
  return { ...planned, backup };
}

async function planFile(
  { roster, students }: Rollbook,
  { args: [path], flags }: Invocation,
  signal: AbortSignal,
): Promise<PlannedFile> {
  const { roster: file, catalogue } = await readRosterFile(
    path,
    () => students.catalogue({ signal }),
    signal,
  );
  const unread = file.students.flatMap(({ studentUid, error }) =>
    error === undefined ? [] : [{ studentUid, notice: error }],
  );
  const prune = flags.has('prune');
  const lower = flags.has('lower');
  if (prune && unread.length > 0)
    throw new UserError(
      `Nothing is removed, because ${unread.length} rows of the file could not be read. Correct them, or leave --prune out.`,
    );
  const wanted = file.students.flatMap(({ wanted }) => (wanted === undefined ? [] : [wanted]));
  const untouched = file.students.flatMap(({ untouched }) => (untouched === undefined ? [] : [untouched]));
  const { placeholders, assumed } = file;
  const plan = await roster.plan(wanted, { prune, lower, placeholders, untouched, assumed, signal });
  return { file, catalogue: catalogue.students, unread, untouched: lower ? 0 : untouched.length, plan };
}

const listWarnings = ({ warnings, students }: ParsedRoster): RowNotice[] => [
  ...warnings.map((notice) => ({ studentUid: null, notice })),
  ...students.flatMap(({ studentUid, warnings }) => warnings.map((notice) => ({ studentUid, notice }))),
];

function formatPlannedFile(
  { file, plan, catalogue, ...rows }: PlannedFile,
  { flags }: Invocation,
  stream: NodeJS.WriteStream,
): string {
  const text = new PlanText(catalogue, stream);
  const notices = text.formatNotices(listWarnings(file), flags.has('verbose'));
  return [...notices, text.formatPlan(plan, rows)].join('\n');
}

/** The roster as the plan found it, in the working directory, because a removal cannot be undone. */
async function saveBackup({ entries }: Plan): Promise<string> {
  const file = `rollbook-roster-${new Date().toISOString().replaceAll(/[-:]|\..*/g, '')}.json`;
  const before = entries.flatMap((entry): RecruitedStudent[] => ('before' in entry ? [entry.before] : []));
  await writeNewFile(file, writeRoster(before, { format: 'json' }));
  return file;
}
