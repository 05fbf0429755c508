import type { Change, ChangeAuthor, ChangeKind } from '../contract/history.ts';
import type { StateName } from '../contract/state-fields.ts';
import type { ChangePage } from './answers.ts';
import { createPageBound } from './listing.ts';
import { type ChangeSummary, summarizeChanges } from './net-changes.ts';
import type { Plan } from './plan.ts';
import type { PlanEntry } from './plan-entry.ts';
import { isRollbookError } from './rollbook-error.ts';

/** The changes that one caller made at once. */
export interface ChangeGroup {
  /** The number of its first change. */
  readonly group: number;
  /** The time of the first change that is kept. */
  readonly startedAt: string;
  readonly lastAt: string;
  readonly by: ChangeAuthor;
  /** Its first changes are not kept any more: it can be taken back to a value in its middle. */
  readonly isPartial: boolean;
  /** The changes that are kept, in ascending order. */
  readonly changes: readonly Change[];
}

/** Reads a page of the changes. */
export type ReadChanges = (query: { after?: number; limit: number }) => Promise<ChangePage>;

/** The most that one request returns. */
const PAGE_SIZE = 500;

/** The groups of changes, the newest first. */
export function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  const groups = Map.groupBy(changes, ({ group }) => group);
  return [...groups].map(([, ofGroup]) => toGroup(ofGroup)).sort((a, b) => b.group - a.group);
}

/** Takes at least one change. */
function toGroup(changes: readonly Change[]): ChangeGroup {
  const [first, last] = [changes[0], changes.at(-1)] as [Change, Change];
  const { group, at: startedAt, by } = first;
  return { group, startedAt, lastAt: last.at, by, isPartial: first.number !== group, changes };
}

/** The newest groups, or those that changed one of the students, each with all that is kept of it. Reads no more than they need. */
export async function readRecentGroups(
  read: ReadChanges,
  limit: number,
  isWanted: (group: ChangeGroup) => boolean = () => true,
): Promise<ChangeGroup[]> {
  const { changes: oldest, lastNumber } = await read({ limit: 1 });
  const first = oldest[0]?.number;
  if (first === undefined) return [];
  const found: ChangeGroup[] = [];
  /** The changes of groups that begin before those which were read. */
  let begun: Change[] = [];
  const checkPage = createPageBound();
  for (let from = lastNumber + 1; from > first && found.length < limit; ) {
    const [start, end] = [Math.max(first, from - PAGE_SIZE), from > lastNumber ? Infinity : from - 1];
    const page = await readFrom(read, { after: start - 1 }, end, checkPage);
    from = page === undefined ? first : start;
    const groups = groupChanges([...(page ?? (await readAll(read, {}, end, checkPage))), ...begun]);
    const isWhole = ({ group }: ChangeGroup) => group >= from || from === first;
    found.push(...groups.filter((group) => isWhole(group) && isWanted(group)));
    begun = groups.filter((group) => !isWhole(group)).flatMap(({ changes }) => changes);
  }
  return found.slice(0, limit);
}

/** Undefined if `after` is not kept: of a trimmed group, or of numbers that a restored database has skipped. */
async function readFrom(
  read: ReadChanges,
  from: { after: number },
  end?: number,
  checkPage?: ReturnType<typeof createPageBound>,
): Promise<Change[] | undefined> {
  try {
    return await readAll(read, from, end, checkPage);
  } catch (error) {
    if (isOfAfter(error)) return undefined;
    throw error;
  }
}

/** `after` names a change that is not kept, or that never was. */
const isOfAfter = (error: unknown): boolean =>
  isRollbookError(error) && error.fields.some(({ field }) => field === 'after');

async function readAll(
  read: ReadChanges,
  from: { after?: number },
  end = Infinity,
  checkPage = createPageBound(),
): Promise<Change[]> {
  const found: (readonly Change[])[] = [];
  for (let query = from; ; ) {
    const page = await read({ ...query, limit: PAGE_SIZE });
    checkPage(page);
    const { changes, lastNumber } = page;
    found.push(changes.filter(({ number }) => number <= end));
    const last = changes.at(-1)?.number;
    if (last === undefined || last >= Math.min(lastNumber, end)) return found.flat();
    query = { after: last };
  }
}

/** The changes of one student. */
export const ofStudent = (group: ChangeGroup, uid: string | undefined): ChangeGroup =>
  uid === undefined
    ? group
    : { ...group, changes: group.changes.filter(({ studentUid }) => studentUid === uid) };

/** A group as far as it is kept, with the number of the account's last change. Undefined if there is none. */
export async function readGroup(
  read: ReadChanges,
  number: number,
): Promise<(ChangeGroup & { readonly lastNumber: number }) | undefined> {
  const after = { after: number - 1 };
  const changes = (await readFrom(read, after)) ?? (await readIfTrimmed(read, number));
  const [group] = groupChanges(changes.filter((change) => change.group === number));
  return group && { ...group, lastNumber: changes.at(-1)?.number ?? number };
}

/** All changes, if the one with the number is not kept any more. None if there never was one. */
async function readIfTrimmed(read: ReadChanges, number: number): Promise<Change[]> {
  const [oldest] = (await read({ limit: 1 })).changes;
  return oldest === undefined || number >= oldest.number ? [] : readAll(read, {});
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

/** The sum of changes as a sentence without its subject: "lowered 41, raised 3 values of 12 students". */
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

/** Says so where the first changes of a group are not kept any more: a sentence without its full stop. */
export const describeKept = ({ isPartial, changes }: ChangeGroup): string | undefined =>
  isPartial
    ? `the beginning of this group is not kept any more; ${countOf(changes.length, 'change')} can be taken back`
    : undefined;

/** The author of a group of changes and their sum. */
export const describeGroup = ({ by, changes }: ChangeGroup): string =>
  `${describeAuthor(by)} ${describeSummary(summarizeChanges(changes))}`;

export const describeAuthor = (by: ChangeAuthor): string => {
  if (by.kind === 'key') return by.name === '' ? `Key ${by.id}` : `Key "${by.name}"`;
  return by.kind === 'console' ? 'The console' : 'The operator';
};
