import type { Change, ChangeAuthor, ChangeKind } from '../contract/history.ts';
import type { StateName } from '../contract/state-fields.ts';
import type { ChangePage } from './changes-listing.ts';
import { type ChangeSummary, summarizeChanges } from './net-changes.ts';
import type { Plan } from './plan.ts';
import type { PlanEntry } from './plan-entry.ts';
import { isRollbookError } from './rollbook-error.ts';

/** What one caller did at once. */
export interface ChangeGroup {
  /** The number of its first change. */
  readonly group: number;
  readonly startedAt: string;
  readonly lastAt: string;
  readonly by: ChangeAuthor;
  /** In ascending order. */
  readonly changes: readonly Change[];
}

/** Reads a page of the changes. */
export type ReadChanges = (query: { after?: number; limit: number }) => Promise<ChangePage>;

/** The most that one request returns. */
const PAGE_SIZE = 500;

/** The groups of changes, the newest first. */
export function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  const groups = new Map<number, Change[]>();
  for (const change of changes) {
    const group = groups.get(change.group);
    if (group === undefined) groups.set(change.group, [change]);
    else group.push(change);
  }
  return [...groups]
    .map(([group, ofGroup]) => {
      const [first, last] = [ofGroup[0], ofGroup.at(-1)] as [Change, Change];
      return { group, startedAt: first.at, lastAt: last.at, by: first.by, changes: ofGroup };
    })
    .sort((a, b) => b.group - a.group);
}

/** The newest groups that are kept whole, or those that changed one of the students. Reads no more than they need. */
export async function readRecentGroups(
  read: ReadChanges,
  limit: number,
  isWanted: (group: ChangeGroup) => boolean = () => true,
): Promise<ChangeGroup[]> {
  const { changes: oldest, lastNumber } = await read({ limit: 1 });
  const first = oldest[0]?.number;
  if (first === undefined) return [];
  let known: Change[] = [];
  for (let from = lastNumber + 1; from > first; ) {
    const start = Math.max(first, from - PAGE_SIZE);
    const page = await readFrom(read, start, known.length === 0 ? undefined : from - 1);
    if (page === undefined) {
      known = await readAll(read, {});
      from = first;
    } else {
      known = [...page, ...known];
      from = start;
    }
    const groups = groupChanges(known).filter((group) => group.group >= from && isWanted(group));
    if (groups.length >= limit || from === first) return groups.slice(0, limit);
  }
  return [];
}

/** Undefined if the numbers skip the first one: after a database was restored. */
async function readFrom(read: ReadChanges, start: number, end = Infinity): Promise<Change[] | undefined> {
  try {
    return (await readAll(read, { after: start - 1 }, end)).filter(({ number }) => number <= end);
  } catch (error) {
    if (isOfAfter(error)) return undefined;
    throw error;
  }
}

/** `after` names a change that is not kept, or that never was. */
const isOfAfter = (error: unknown): boolean =>
  isRollbookError(error) && error.fields.some(({ field }) => field === 'after');

async function readAll(read: ReadChanges, from: { after?: number }, end = Infinity): Promise<Change[]> {
  const found: Change[] = [];
  for (let query = from; ; ) {
    const { changes, lastNumber } = await read({ ...query, limit: PAGE_SIZE });
    found.push(...changes);
    const last = changes.at(-1)?.number;
    if (last === undefined || last >= Math.min(lastNumber, end)) return found;
    query = { after: last };
  }
}

/** The changes of one student. */
export const ofStudent = (group: ChangeGroup, uid: string | undefined): ChangeGroup =>
  uid === undefined
    ? group
    : { ...group, changes: group.changes.filter(({ studentUid }) => studentUid === uid) };

/**
 * A group, with the number of the account's last change. Undefined if there is none, or if its first changes are not
 * kept any more.
 */
export async function readGroup(
  read: ReadChanges,
  number: number,
): Promise<(ChangeGroup & { readonly lastNumber: number }) | undefined> {
  try {
    const changes = await readAll(read, { after: number - 1 });
    const [group] = groupChanges(changes.filter((change) => change.group === number));
    return group && { ...group, lastNumber: changes.at(-1)?.number ?? number };
  } catch (error) {
    if (isOfAfter(error)) return undefined;
    throw error;
  }
}

export const readLastNumber = async (read: ReadChanges): Promise<number> =>
  (await read({ limit: 1 })).lastNumber;

/**
 * The group that a plan was written as: the one with most of its changes after `lastNumber`. The answers of /v1 do not
 * tell it. Undefined if nothing was written.
 */
export async function findWrittenGroup(
  read: ReadChanges,
  { entries }: Plan,
  lastNumber: number,
): Promise<number | undefined> {
  const entryOf = new Map(entries.map((entry) => [entry.studentUid, entry]));
  const counts = new Map<number, number>();
  for (const change of await readAll(read, { after: lastNumber }))
    if (isWritten(change, entryOf.get(change.studentUid)))
      counts.set(change.group, (counts.get(change.group) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0];
}

function isWritten({ kind, by, fields }: Change, entry: PlanEntry | undefined): boolean {
  if (by.kind !== 'key' || entry === undefined) return false;
  if (entry.action !== 'change') return KINDS[entry.action] === kind;
  const names = Object.keys(fields) as StateName[];
  return kind === 'changed' && names.every((name) => entry.changes[name] === fields[name]?.[1]);
}
const KINDS: Partial<Record<PlanEntry['action'], ChangeKind>> = { register: 'registered', remove: 'removed' };

/** What changes come to, as a sentence without its subject: "lowered 41, raised 3 values of 12 students". */
export function describeSummary(summary: ChangeSummary): string {
  const values = (['lowered', 'cleared', 'raised', 'recorded'] as const)
    .filter((name) => summary[name] > 0)
    .map((name) => `${name} ${summary[name]}`);
  const parts = [
    summary.removed > 0 && `removed ${countOf(summary.removed, 'student')}`,
    summary.registered > 0 && `registered ${countOf(summary.registered, 'student')}`,
    values.length > 0 &&
      `${values.join(', ')} ${summary.values === 1 ? 'value' : 'values'} of ${countOf(summary.changed, 'student')}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'changed nothing in the end' : parts.join('; ');
}

export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Who made the changes of a group and what they come to. */
export const describeGroup = ({ by, changes }: ChangeGroup): string =>
  `${describeAuthor(by)} ${describeSummary(summarizeChanges(changes))}`;

export const describeAuthor = (by: ChangeAuthor): string => {
  if (by.kind === 'key') return by.name === '' ? `Key ${by.id}` : `Key "${by.name}"`;
  return by.kind === 'console' ? 'The console' : 'The operator';
};
