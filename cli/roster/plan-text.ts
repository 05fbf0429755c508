import { styleText } from 'node:util';
import {
  type CatalogueStudent,
  type Plan,
  type PlanEntry,
  type Report,
  STATE_NAMES,
  type StudentPatch,
} from '../../client/index.ts';

const LINES: Record<
  Exclude<PlanEntry['action'], 'unchanged'>,
  { sign: string; color: 'green' | 'yellow' | 'red' | 'magenta'; summary: string }
> = {
  register: { sign: '+', color: 'green', summary: 'to register' },
  change: { sign: '~', color: 'yellow', summary: 'to change' },
  remove: { sign: '-', color: 'red', summary: 'to remove' },
  refuse: { sign: '!', color: 'magenta', summary: 'cannot be written' },
};

/** A file may contain what moves the cursor of a terminal or erases its lines. */
export const toPrintable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '\ufffd');

/** A plan as a diff: one line for each student that does not stay as it is, and a summary. */
export function formatPlan(
  { entries }: Plan,
  students: readonly CatalogueStudent[],
  stream: NodeJS.WriteStream,
): string {
  const names = new Map(students.map(({ studentUid, names }) => [studentUid, names.ko]));
  const lines = entries.flatMap((entry) => {
    if (entry.action === 'unchanged') return [];
    const { sign, color } = LINES[entry.action];
    const line = `${sign} ${entry.studentUid} ${names.get(entry.studentUid) ?? ''}  ${describe(entry)}`;
    return [styleText(color, toPrintable(line.trimEnd()), { stream })];
  });
  return [...lines, summarize(entries)].join('\n');
}

function describe(entry: PlanEntry): string {
  if (entry.action === 'register') return describeFields(entry.state);
  if (entry.action === 'change')
    return STATE_NAMES.filter((name) => entry.changes[name] !== undefined)
      .map((name) => `${name} ${entry.before[name] ?? 'null'} → ${entry.changes[name] ?? 'null'}`)
      .join(', ');
  if (entry.action === 'refuse') return entry.error.message;
  return '';
}

const describeFields = (state: StudentPatch): string =>
  STATE_NAMES.filter((name) => state[name] !== undefined && state[name] !== null)
    .map((name) => `${name} ${state[name]}`)
    .join(', ');

function summarize(entries: readonly PlanEntry[]): string {
  const counts = Object.entries(LINES).map(([action, { summary }]) => ({
    count: entries.filter((entry) => entry.action === action).length,
    summary,
  }));
  const unchanged = entries.filter(({ action }) => action === 'unchanged').length;
  const parts = [...counts, { count: unchanged, summary: 'unchanged' }].filter(({ count }) => count > 0);
  return parts.length === 0
    ? 'The roster is empty.'
    : `${parts.map(({ count, summary }) => `${count} ${summary}`).join(', ')}.`;
}

export function formatReport({ registered, changed, unchanged, removed, failed }: Report): string {
  const counts = { registered, changed, removed, unchanged, failed };
  const parts = Object.entries(counts).filter(([name, { length }]) => length > 0 || name === 'registered');
  return [
    ...failed.map(({ studentUid, error }) => toPrintable(`! ${studentUid}  ${error.message}`)),
    `${parts.map(([name, { length }]) => `${length} ${name}`).join(', ')}.`,
  ].join('\n');
}
