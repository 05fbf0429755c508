import type { Plan, Report, Rollbook } from '../../client/index.ts';
import { UserError } from '../../server/errors/user-error.ts';
import type { Invocation } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { printText } from '../printed-text.ts';
import type { ProgressBar } from '../progress-bar.ts';
import { ask, type Terminal } from './ask.ts';
import { countOf } from './plan-text.ts';

const WRITE_INTERRUPTED = 'Interrupted. What was written stays; run the command again to go on.';

interface Confirmation {
  terminal: () => Terminal | undefined;
  /** True if a plan that removes nobody is written without a terminal. */
  isNeededToChange: boolean;
  signal: AbortSignal;
}

/** A removal is confirmed by its count, because it takes the bond with it. */
export async function confirmPlan(
  { entries }: Plan,
  { flags }: Invocation,
  { terminal: openTerminal, isNeededToChange, signal }: Confirmation,
): Promise<void> {
  const count = entries.filter(({ action }) => action !== 'unchanged' && action !== 'refuse').length;
  if (count === 0 || flags.has('yes')) return;
  const removed = entries.filter(({ action }) => action === 'remove').length;
  const terminal = openTerminal();
  if (terminal === undefined) {
    if (removed > 0)
      throw new UserError(`${countOf(removed, 'student')} would be removed. Pass --yes to remove them.`);
    if (!isNeededToChange) return;
    throw new UserError(`${countOf(count, 'student')} would be written. Pass --yes to write them.`);
  }
  const [question, expected] =
    removed > 0
      ? [`Type ${removed} to remove ${countOf(removed, 'student')} with their bond: `, String(removed)]
      : ['Write these changes? (y/N) ', 'y'];
  const answer = await ask(question, terminal, { signal });
  if (answer.trim().toLowerCase() !== expected) throw new UserError('Nothing was changed.');
}

export function writePlan(
  { roster }: Rollbook,
  plan: Plan,
  { json }: Invocation,
  progress: ProgressBar,
  options: { operation?: string; takesBack?: readonly number[] | undefined } = {},
): Promise<Report> {
  const work = (signal: AbortSignal) =>
    roster
      .apply(plan, { ...options, signal, onProgress: (state) => progress.show(state) })
      .finally(() => progress.end())
      .catch((error) => {
        if (!json && error.report !== undefined) printWritten(error.report);
        throw error;
      });
  return interruptible(work, WRITE_INTERRUPTED);
}

/** Before the error that ended the command. */
function printWritten({ registered, changed, removed, failed }: Report): void {
  const unknown = failed.filter(({ error }) => error.mayBeProcessed);
  const counts = Object.entries({ registered, changed, removed, 'of unknown outcome': unknown })
    .filter(([, { length }]) => length > 0)
    .map(([name, { length }]) => `${length} ${name}`);
  if (counts.length > 0) printText(process.stderr, `Written until then: ${counts.join(', ')}.`);
}
