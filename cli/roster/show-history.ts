import {
  type ChangeGroup,
  describeAuthor,
  describeKept,
  describeSummary,
  ofStudent,
  type ReadChanges,
  readRecentGroups,
} from '../../client/change-groups.ts';
import { isLoss } from '../../client/compare-values.ts';
import type { Rollbook } from '../../client/index.ts';
import { compareNet, netChanges, summarizeChanges } from '../../client/net-changes.ts';
import type { CommandResult, Invocation } from '../command.ts';
import { UsageError } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { parseInteger } from '../option-values.ts';
import { ProgressBar } from '../progress-bar.ts';
import { formatTable } from '../table.ts';
import { connect } from './connect.ts';

const DEFAULT_GROUPS = 20;
const MAX_GROUPS = 1_000;

export async function showHistory({ options, json }: Invocation): Promise<CommandResult> {
  const limit = options.limit === undefined ? DEFAULT_GROUPS : parseInteger('limit', options.limit);
  if (limit < 1 || limit > MAX_GROUPS) throw new UsageError(`--limit must be 1 to ${MAX_GROUPS}.`);
  const progress = new ProgressBar(json);
  const rollbook = await connect(options, progress);
  return interruptible(async (signal) => {
    const uid = await resolveStudent(rollbook, options.student, signal);
    const groups = await readRecentGroups(
      changesOf(rollbook, signal),
      limit,
      ({ changes }) => uid === undefined || changes.some(({ studentUid }) => studentUid === uid),
    );
    progress.end();
    const shown = groups.map((group) => ofStudent(group, uid));
    return {
      value: shown.map((group) => ({ ...group, summary: summarizeChanges(group.changes) })),
      text: formatTable(
        shown.map((group) => ({
          group: group.group,
          at: group.startedAt,
          by: describeAuthor(group.by),
          did: [
            uid === undefined ? describeSummary(summarizeChanges(group.changes)) : describeFields(group),
            describeKept(group),
          ]
            .filter((part) => part !== undefined)
            .join('; '),
        })),
      ),
    };
  });
}

export const changesOf =
  ({ roster }: Rollbook, signal: AbortSignal): ReadChanges =>
  (query) =>
    roster.changes({ signal }).page(query);

/** Undefined if no student is named. */
export async function resolveStudent(
  { students }: Rollbook,
  name: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  return name === undefined ? undefined : (await students.resolve(name, { signal })).studentUid;
}

/** The values of one student before and after. */
function describeFields({ changes }: ChangeGroup): string {
  const [net] = netChanges(changes);
  if (net === undefined) return '';
  const { registration, before, after } = net;
  const values = [...compareNet(net)].map(([name, effect]) => {
    const step = `${name} ${before.get(name) ?? '-'} → ${after.get(name) ?? '-'}`;
    return isLoss(effect) ? `${step} (${effect})` : step;
  });
  if (registration !== undefined && registration !== 'replaced') return registration;
  return values.join(', ') || 'changed nothing in the end';
}
