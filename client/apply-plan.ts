import type { RecruitedStudent, StateName, StudentPatch } from '../contract/state-fields.ts';
import type { CallContext, CallOptions } from './call.ts';
import { conflictError, hasReached, isSame } from './changes.ts';
import { findLosses } from './compare-values.ts';
import { listKept, type Plan } from './plan.ts';
import type { PlanEntry } from './plan-entry.ts';
import type { Report } from './rollbook-error.ts';
import { isRollbookError, RollbookError, type RollbookErrorCode } from './rollbook-error.ts';
import type { RosterStudents } from './roster-students.ts';

/** After these, which outlasted all attempts, the other students would fail as well. */
export const ENDING_CODES: readonly RollbookErrorCode[] = [
  'rate_limited',
  'unavailable',
  'connection_failed',
  'timeout',
];
/** A fault of the key, or of the session that stands for it, is the same for every student, and said once. */
export const KEY_STATUSES: readonly (number | undefined)[] = [401, 403];

/** Writes at once. More would only wait longer for each other. */
const CONCURRENCY = 8;
/** A plan of this age is not compared with the roster again. */
const FRESH_MS = 10_000;

/** Options of `roster.apply` and `roster.sync`. */
export interface ApplyOptions extends CallOptions {
  /** Called before the first write and after each. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * The `ifMatch` of each change and removal, from the state that the plan found.
   * @internal
   */
  ifMatch?: ((before: RecruitedStudent) => string) | undefined;
  /**
   * Whether a write may only raise; as the plan says by default.
   * @internal
   */
  raiseOnly?: ((entry: PlanEntry) => boolean) | undefined;
}

/** How far a plan is written. */
export interface Progress {
  /** Writes that have ended, well or badly. */
  readonly done: number;
  /** Writes of the plan. Students that stay as they are need none. */
  readonly total: number;
}

type Outcome = Exclude<keyof Report, 'failed' | 'kept' | 'group'>;
type Outcomes = Map<string, Outcome | RollbookError>;
type KeptByUid = Map<string, readonly StateName[]>;
type CurrentStudents = ReadonlyMap<string, RecruitedStudent>;

/**
 * Writes what is still as the plan found it. An interrupted plan loses nothing: made again, it goes on where it stopped.
 */
export async function applyPlan(
  roster: RosterStudents,
  plan: Plan,
  options: ApplyOptions & CallContext,
): Promise<Report> {
  const outcomes: Outcomes = new Map();
  const kept: KeptByUid = new Map();
  try {
    await writePlan(roster, plan, options, outcomes, kept);
  } catch (error) {
    throw withReport(error, toReport(plan.entries, outcomes, kept), options);
  }
  const { changeGroup } = options.call;
  const report = toReport(plan.entries, outcomes, kept);
  return changeGroup === undefined ? report : { ...report, group: changeGroup };
}

/** An error that ends all writes, or comes before them, rejects with the report of those that were done. */
export function withReport(error: unknown, report: Report, { signal }: CallOptions): unknown {
  const { registered, changed, removed } = report;
  const count = registered.length + changed.length + removed.length;
  if (signal?.aborted)
    return new RollbookError(
      'aborted',
      `Aborted after ${count} ${count === 1 ? 'write' : 'writes'}. Sync again to go on.`,
      { report, cause: signal.reason },
    );
  return isRollbookError(error)
    ? new RollbookError(error.code, error.message, { ...error, report, cause: error.cause })
    : error;
}

async function writePlan(
  roster: RosterStudents,
  plan: Plan,
  options: ApplyOptions & CallContext,
  outcomes: Outcomes,
  kept: KeptByUid,
): Promise<void> {
  const { raiseOnly = () => plan.raiseOnly === true } = options;
  const { signal, onProgress = () => {} } = options;
  const { entries } = plan;
  const total = entries.filter(({ action }) => action !== 'unchanged' && action !== 'refuse').length;
  if (total === 0) return;

  const isFresh = Math.abs(Date.now() - (plan.listedAt ?? 0)) < FRESH_MS;
  let current = isFresh ? findBefore(entries) : await listCurrent(roster, options);
  let queue = entries.filter(({ action }) => action !== 'refuse');
  /** Registered by somebody else after `current` was listed. */
  let overtaken: PlanEntry[] = [];
  let lastError: RollbookError | undefined;
  let isStopped = false;
  let done = 0;
  const settle = (entry: PlanEntry, outcome: Outcome | RollbookError) => {
    outcomes.set(entry.studentUid, outcome);
    if (entry.action !== 'unchanged') onProgress({ done: ++done, total });
  };
  const work = async () => {
    while (!isStopped && overtaken.length === 0) {
      const entry = queue.shift();
      if (entry === undefined) return;
      signal?.throwIfAborted();
      const outcome = await tryWrite(entry);
      if (outcome === 'overtaken') overtaken.push(entry);
      else settle(entry, outcome);
    }
  };
  const tryWrite = async (entry: PlanEntry): Promise<Outcome | RollbookError | 'overtaken'> => {
    if (lastError !== undefined && entry.action !== 'unchanged') return lastError;
    try {
      const ofEntry = { ...options, raiseOnly: raiseOnly(entry) };
      return await write(roster, entry, current.get(entry.studentUid), ofEntry, kept);
    } catch (error) {
      if (signal?.aborted)
        outcomes.set(
          entry.studentUid,
          new RollbookError('aborted', 'Aborted while it was written.', { mayBeProcessed: true }),
        );
      if (signal?.aborted || !isOfStudent(error)) throw error;
      if (error.code === 'student_already_recruited') return 'overtaken';
      if (ENDING_CODES.includes(error.code)) lastError = error;
      return error;
    }
  };
  onProgress({ done: 0, total });
  for (;;) {
    const workers = Array.from({ length: CONCURRENCY }, () =>
      work().catch((error) => {
        isStopped = true;
        throw error;
      }),
    );
    // For all, also when one fails, so that no write is under way afterwards.
    await Promise.allSettled(workers);
    await Promise.all(workers);
    if (overtaken.length === 0) return;
    try {
      current = await listCurrent(roster, options);
    } catch (error) {
      if (!isOfStudent(error)) throw error;
      lastError = error;
    }
    for (const entry of overtaken)
      settle(entry, lastError ?? checkReached(entry, current.get(entry.studentUid)));
    overtaken = [];
    queue = rotate(queue);
  }
}

/** Not what is wrong with the key, nor a defect. */
const isOfStudent = (error: unknown): error is RollbookError =>
  isRollbookError(error) && !KEY_STATUSES.includes(error.status);

const findBefore = (entries: readonly PlanEntry[]): CurrentStudents =>
  new Map(entries.flatMap((entry) => ('before' in entry ? [[entry.studentUid, entry.before] as const] : [])));

async function listCurrent(roster: RosterStudents, options: CallOptions): Promise<CurrentStudents> {
  const students = await roster.list(options);
  return new Map(students.map((student) => [student.studentUid, student]));
}

/** Two syncs at once would go on side by side, and try to register each student twice. */
function rotate<T>(items: readonly T[]): T[] {
  const start = Math.floor(Math.random() * items.length);
  return [...items.slice(start), ...items.slice(0, start)];
}

async function write(
  roster: RosterStudents,
  entry: PlanEntry,
  current: RecruitedStudent | undefined,
  options: Omit<ApplyOptions, 'raiseOnly'> & { readonly raiseOnly: boolean },
  kept: KeptByUid,
): Promise<Outcome | RollbookError> {
  const { studentUid } = entry;
  /** Whether the service has left all as it is that it was sent. It may answer with the UID alone. */
  const noteKept = (answer: RecruitedStudent, sent: StudentPatch): boolean => {
    const names = options.raiseOnly && 'tier' in answer ? findLosses(answer, sent) : [];
    if (names.length > 0) kept.set(studentUid, names);
    return names.length === Object.keys(sent).length;
  };
  try {
    if (entry.action === 'register' && current === undefined) {
      noteKept(await roster.register(entry.state, options), entry.state);
      return 'registered';
    }
    if ('before' in entry && current !== undefined && isSame(current, entry.before)) {
      const { before: expected } = entry;
      const ofBefore = { ...options, ifMatch: options.ifMatch?.(expected) };
      if (entry.action === 'change') {
        const answer = await roster.patch(studentUid, entry.changes, ofBefore);
        return noteKept(answer, entry.changes) ? 'unchanged' : 'changed';
      }
      if (entry.action === 'remove') {
        await roster.remove(studentUid, { ...ofBefore, expected });
        return 'removed';
      }
    }
  } catch (error) {
    // Somebody else removed the student after the list was read.
    if (!isRollbookError(error) || error.code !== 'student_not_recruited') throw error;
    return checkReached(entry, undefined);
  }
  return checkReached(entry, current);
}

/** A student that somebody else has brought to the wanted state needs no write. */
function checkReached(entry: PlanEntry, current: RecruitedStudent | undefined): 'unchanged' | RollbookError {
  const isReached =
    'state' in entry ? current !== undefined && hasReached(current, entry.state) : current === undefined;
  return isReached ? 'unchanged' : conflictError(entry.studentUid);
}

/** Leaves out students that were not come to. */
export function toReport(
  entries: readonly PlanEntry[],
  outcomes: ReadonlyMap<string, Outcome | RollbookError> = new Map(),
  kept?: KeptByUid,
): Report {
  const report = {
    registered: [] as string[],
    changed: [] as string[],
    unchanged: [] as string[],
    removed: [] as string[],
    kept: listKept(entries, kept),
    failed: [] as { studentUid: string; error: RollbookError }[],
  };
  for (const entry of entries) {
    const { studentUid } = entry;
    const planned = entry.action === 'unchanged' ? entry.action : undefined;
    const outcome = entry.action === 'refuse' ? entry.error : (outcomes.get(studentUid) ?? planned);
    if (typeof outcome === 'string') report[outcome].push(studentUid);
    else if (outcome !== undefined) report.failed.push({ studentUid, error: outcome });
  }
  return report;
}
