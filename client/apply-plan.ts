import type { RecruitedStudent } from '../contract/state-fields.ts';
import { conflictError, hasReached, isSame } from './changes.ts';
import type { Plan, PlanEntry, Report } from './plan.ts';
import { isRollbookError, type RollbookError, type RollbookErrorCode } from './rollbook-error.ts';
import type { RosterStudents } from './roster-students.ts';
import type { CallOptions } from './transport.ts';

/** After these, which outlasted all attempts, the other students would fail as well. */
const ENDING_CODES: readonly RollbookErrorCode[] = [
  'rate_limited',
  'unavailable',
  'connection_failed',
  'timeout',
];
/** What is wrong with the key, or the session that stands for it, is wrong for every student. */
const ENDING_STATUSES: readonly (number | undefined)[] = [401, 403];

/** Writes at once. More would only wait longer for each other. */
const CONCURRENCY = 8;

/** Options of `roster.apply` and `roster.sync`. */
export interface ApplyOptions extends CallOptions {
  /** Called before the first write and after each. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** How far a plan is written. */
export interface Progress {
  /** Writes that have ended, well or badly. */
  readonly done: number;
  /** Writes of the plan. Students that stay as they are need none. */
  readonly total: number;
}

type Outcome = Exclude<keyof Report, 'failed'>;

/**
 * Lists the roster again, and writes what is still as the plan found it. An interrupted plan loses nothing: made again,
 * it goes on where it stopped.
 */
export async function applyPlan(
  roster: RosterStudents,
  { entries }: Plan,
  { signal, onProgress = () => {} }: ApplyOptions,
): Promise<Report> {
  const writes = entries.filter(({ action }) => action !== 'unchanged' && action !== 'refuse');
  const outcomes = new Map<string, Outcome | RollbookError>();
  if (writes.length === 0) return toReport(entries, outcomes);

  const current = new Map<string, RecruitedStudent>();
  for await (const student of roster.list({ signal })) current.set(student.studentUid, student);
  let lastError: RollbookError | undefined;
  let isStopped = false;
  let done = 0;
  const queue = entries.filter(({ action }) => action !== 'refuse').values();
  const work = async () => {
    for (const entry of queue) {
      if (isStopped) return;
      signal?.throwIfAborted();
      outcomes.set(entry.studentUid, await tryWrite(entry));
      if (entry.action !== 'unchanged') onProgress({ done: ++done, total: writes.length });
    }
  };
  const tryWrite = async (entry: PlanEntry): Promise<Outcome | RollbookError> => {
    if (lastError !== undefined && entry.action !== 'unchanged') return lastError;
    try {
      return await write(roster, entry, current.get(entry.studentUid), { signal });
    } catch (error) {
      if (!isRollbookError(error)) throw error;
      if (ENDING_CODES.includes(error.code) || ENDING_STATUSES.includes(error.status)) lastError = error;
      return error;
    }
  };
  onProgress({ done: 0, total: writes.length });
  await settleAll(
    Array.from({ length: CONCURRENCY }, () =>
      work().catch((error) => {
        isStopped = true;
        throw error;
      }),
    ),
  );
  return toReport(entries, outcomes);
}

/** Waits for all, also when one fails, so that no write is under way afterwards. */
async function settleAll(promises: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}

async function write(
  roster: RosterStudents,
  entry: PlanEntry,
  current: RecruitedStudent | undefined,
  options: CallOptions,
): Promise<Outcome> {
  const { studentUid } = entry;
  const requireReached = (isReached: boolean): 'unchanged' => {
    if (isReached) return 'unchanged';
    throw conflictError(studentUid);
  };
  try {
    switch (entry.action) {
      case 'register':
        if (current !== undefined) return requireReached(hasReached(current, entry.state));
        await roster.register(entry.state, options);
        return 'registered';
      case 'change':
        if (current === undefined || !isSame(current, entry.before))
          return requireReached(current !== undefined && hasReached(current, entry.state));
        await roster.patch(studentUid, entry.changes, options);
        return 'changed';
      case 'remove':
        if (current === undefined) return 'unchanged';
        if (!isSame(current, entry.before)) throw conflictError(studentUid);
        await roster.remove(studentUid, { ...options, expected: entry.before });
        return 'removed';
      case 'unchanged':
        return requireReached(current !== undefined && hasReached(current, entry.state));
      case 'refuse':
        return 'unchanged';
    }
  } catch (error) {
    // Somebody else wrote the student after the list was read.
    if (!isRollbookError(error)) throw error;
    if (error.code === 'student_not_recruited') return requireReached(entry.action === 'remove');
    if (error.code === 'student_already_recruited' && entry.action === 'register')
      return requireReached(hasReached(await roster.get(studentUid, options), entry.state));
    throw error;
  }
}

function toReport(
  entries: readonly PlanEntry[],
  outcomes: ReadonlyMap<string, Outcome | RollbookError>,
): Report {
  const report = {
    registered: [] as string[],
    changed: [] as string[],
    unchanged: [] as string[],
    removed: [] as string[],
    failed: [] as { studentUid: string; error: RollbookError }[],
  };
  for (const entry of entries) {
    const { studentUid } = entry;
    const outcome =
      entry.action === 'refuse' ? entry.error : (outcomes.get(studentUid) ?? ('unchanged' as const));
    if (typeof outcome === 'string') report[outcome].push(studentUid);
    else report.failed.push({ studentUid, error: outcome });
  }
  return report;
}
