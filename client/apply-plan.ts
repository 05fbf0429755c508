import { STATE_NAMES } from '../contract/state-fields.ts';
import { hasReached, type RecruitedStudent } from './changes.ts';
import type { Plan, PlanEntry, Report } from './plan.ts';
import { isRollbookError, RollbookError } from './rollbook-error.ts';
import type { Roster } from './roster.ts';
import type { CallOptions } from './transport.ts';

/** Writes at once. More would only wait longer for each other. */
const CONCURRENCY = 8;

export interface ApplyOptions extends CallOptions {
  /** Called before the first write and after each. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
}

type Outcome = Exclude<keyof Report, 'failed'>;

/**
 * Lists the roster again, and writes what is still as the plan found it. An interrupted plan loses nothing: made again,
 * it goes on where it stopped.
 */
export async function applyPlan(
  roster: Roster,
  { entries }: Plan,
  { signal, onProgress = () => {} }: ApplyOptions,
): Promise<Report> {
  const writes = entries.filter(({ action }) => action !== 'unchanged' && action !== 'refuse');
  const outcomes = new Map<string, Outcome | RollbookError>();
  const current = new Map<string, RecruitedStudent>();
  if (writes.length > 0)
    for await (const student of roster.list({ signal })) current.set(student.studentUid, student);

  let lastError: RollbookError | undefined;
  const queue = writes.values();
  const work = async () => {
    for (const entry of queue) {
      signal?.throwIfAborted();
      outcomes.set(entry.studentUid, lastError ?? (await tryWrite(entry)));
      onProgress({ done: outcomes.size, total: writes.length });
    }
  };
  const tryWrite = async (entry: PlanEntry): Promise<Outcome | RollbookError> => {
    try {
      return await write(roster, entry, current.get(entry.studentUid), { signal });
    } catch (error) {
      if (!isRollbookError(error)) throw error;
      // The key will not work for the others either.
      if (error.code === 'unauthorized' || error.code === 'forbidden') lastError = error;
      return error;
    }
  };
  onProgress({ done: 0, total: writes.length });
  await settleAll(Array.from({ length: CONCURRENCY }, work));
  return toReport(entries, outcomes);
}

/** Waits for all, also when one fails, so that no write is under way afterwards. */
async function settleAll(promises: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}

async function write(
  roster: Roster,
  entry: PlanEntry,
  current: RecruitedStudent | undefined,
  options: CallOptions,
): Promise<Outcome> {
  const { studentUid } = entry;
  const unchangedIf = (isReached: boolean): 'unchanged' => {
    if (isReached) return 'unchanged';
    throw new RollbookError('conflict', `${studentUid} was changed since the plan was made. Plan again.`);
  };
  try {
    switch (entry.action) {
      case 'register':
        if (current !== undefined) return unchangedIf(hasReached(current, entry.state));
        await roster.register(entry.state, options);
        return 'registered';
      case 'change':
        if (current === undefined || !isSame(current, entry.before))
          return unchangedIf(current !== undefined && hasReached(current, entry.changes));
        await roster.patch(studentUid, entry.changes, options);
        return 'changed';
      case 'remove':
        if (current === undefined || !isSame(current, entry.before))
          return unchangedIf(current === undefined);
        await roster.remove(studentUid, options);
        return 'removed';
      default:
        return 'unchanged';
    }
  } catch (error) {
    // Somebody else wrote the student after the list was read.
    if (!isRollbookError(error)) throw error;
    if (error.code === 'student_not_recruited') return unchangedIf(entry.action === 'remove');
    if (error.code === 'student_already_recruited' && entry.action === 'register')
      return unchangedIf(hasReached(await roster.get(studentUid, options), entry.state));
    throw error;
  }
}

const isSame = (a: RecruitedStudent, b: RecruitedStudent): boolean =>
  STATE_NAMES.every((name) => a[name] === b[name]);

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
