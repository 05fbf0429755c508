import { hasReached } from '../../../client/changes.ts';
import type { Report } from '../../../client/rollbook-error.ts';
import type { RecruitedStudent } from '../../../contract/state-fields.ts';
import { hasCode } from '../api/console-error.ts';
import type { WriteEntry } from './change-entries.ts';

/** What has become of the students, by UID. */
export interface ChangeOutcome extends Omit<Report, 'kept'> {
  /** Not written, because the player stopped it. */
  readonly left: readonly string[];
  /** Cancelled without a connection: some of `left` may be written. */
  readonly isUncertain: boolean;
}

export const NO_OUTCOME: ChangeOutcome = {
  registered: [],
  changed: [],
  unchanged: [],
  removed: [],
  failed: [],
  left: [],
  isUncertain: false,
};

const DONE_BY_ACTION = { register: 'registered', change: 'changed', remove: 'removed' } as const;

/** The outcome of several attempts. A write whose answer was lost is found done by the next one. */
export function addReport(
  before: ChangeOutcome,
  entries: readonly WriteEntry[],
  { failed, ...report }: Report,
): ChangeOutcome {
  const actions = new Map(entries.map(({ studentUid, action }) => [studentUid, action]));
  const wasSent = new Set([
    ...before.failed.filter(({ error }) => error.mayBeProcessed).map(({ studentUid }) => studentUid),
    // What was under way at the cancellation may have arrived after the look at the roster.
    ...before.left,
  ]);
  const found = { registered: [] as string[], changed: [] as string[], removed: [] as string[] };
  const unchanged = report.unchanged.filter((uid) => {
    const action = actions.get(uid);
    if (action === undefined || !wasSent.has(uid)) return true;
    found[DONE_BY_ACTION[action]].push(uid);
    return false;
  });
  return {
    registered: [...before.registered, ...report.registered, ...found.registered],
    changed: [...before.changed, ...report.changed, ...found.changed],
    removed: [...before.removed, ...report.removed, ...found.removed],
    unchanged: [...before.unchanged, ...unchanged],
    failed,
    left: [],
    isUncertain: false,
  };
}

/** The outcome of a cancelled attempt, told by the roster after it. */
export function addCancelled(
  before: ChangeOutcome,
  entries: readonly WriteEntry[],
  roster: readonly RecruitedStudent[],
): ChangeOutcome {
  const current = new Map(roster.map((student) => [student.studentUid, student]));
  const isDone = (entry: WriteEntry): boolean => {
    const student = current.get(entry.studentUid);
    if (entry.action === 'remove') return student === undefined;
    return student !== undefined && hasReached(student, entry.state);
  };
  const done = (action: WriteEntry['action']) =>
    entries.filter((entry) => entry.action === action && isDone(entry)).map(({ studentUid }) => studentUid);
  return {
    registered: [...before.registered, ...done('register')],
    changed: [...before.changed, ...done('change')],
    removed: [...before.removed, ...done('remove')],
    unchanged: before.unchanged,
    failed: [],
    left: entries.filter((entry) => !isDone(entry)).map(({ studentUid }) => studentUid),
    isUncertain: false,
  };
}

/** The student was changed by somebody else, so that the player must look again. */
export const isConflict = (error: unknown): boolean =>
  hasCode(error, 'precondition_failed') ||
  hasCode(error, 'student_already_recruited') ||
  hasCode(error, 'student_not_recruited') ||
  (error as { code?: string }).code === 'conflict';
