import type { GoalCompletion } from '../../../contract/goals.ts';
import type { GrowthState } from '../../../contract/state-fields.ts';
import { hasCode } from '../api/console-error.ts';
import { beginOperation, type WriteHeaders } from '../api/operation.ts';
import { planApi } from '../api/plan-api.ts';
import { noteSentWrite } from '../api/sent-writes.ts';
import { StudentConflict, writeStudent } from '../api/write-student.ts';
import { showToast } from '../components/toast.tsx';
import { loadGoals } from '../goals/goal-store.ts';
import { nameOfUid } from '../goals/student-names.ts';
import { openPage } from '../page-address.ts';
import { loadRoster, noteWritten } from '../roster/roster-store.ts';
import { changesOf } from '../roster/undo-change.ts';
import { noteSessionError } from '../session/session-state.ts';
import { loadStock, settleStock } from '../stock/stock-store.ts';
import { COMMON } from '../texts/common-texts.ts';
import { DONE } from '../texts/done-texts.ts';
import type { DoneRequest } from './review-goals.ts';

/** What the service has written of one goal: the values that it raised, before and after, to take it back. */
interface Completed {
  readonly studentUid: string;
  readonly before: GrowthState;
  readonly after: GrowthState;
  /** Undefined where no value was raised. */
  readonly group: number | undefined;
}

/**
 * Completes goals one after the other, as one group of the history. Rejects with the first failure; those before it are
 * done, and are told by `onDone`.
 */
export async function completeGoals(
  accountId: string,
  requests: readonly DoneRequest[],
  spend: boolean,
  onDone: (studentUid: string) => void,
): Promise<void> {
  const operation = beginOperation('done');
  const completed: Completed[] = [];
  // What was typed a moment ago is part of the stock.
  await settleStock();
  try {
    for (const { studentUid, fields, state } of requests) {
      if (state === null) continue;
      const one = await complete(accountId, studentUid, { fields, spend }, operation);
      if (one !== undefined) completed.push(one);
      onDone(studentUid);
    }
  } finally {
    await readAgain(accountId).catch(noteSessionError);
    report(accountId, completed);
  }
}

/** Undefined if there is no such goal any more, as after a completion whose answer was lost. */
async function complete(
  accountId: string,
  studentUid: string,
  completion: GoalCompletion,
  operation: WriteHeaders,
): Promise<Completed | undefined> {
  try {
    const answer = await planApi.completeGoal(accountId, studentUid, completion, operation);
    const { studentUid: _, ...after } = answer.student;
    const changes = Object.entries(answer.changed).map(([name, [before]]) => [name, before]);
    const before: GrowthState = { ...after, ...Object.fromEntries(changes) };
    noteWritten(studentUid, after);
    return { studentUid, before, after, group: answer.changeGroup };
  } catch (error) {
    if (hasCode(error, 'not_found')) return undefined;
    throw error;
  }
}

/** The goals, the stock and the roster as they are now. */
const readAgain = async (accountId: string): Promise<void> => {
  await Promise.all([loadRoster(accountId), loadGoals(accountId), loadStock(accountId)]);
};

function report(accountId: string, completed: readonly Completed[]): void {
  const [first, ...others] = completed;
  if (first === undefined) return;
  const canUndo = completed.some(({ group }) => group !== undefined);
  showToast(
    others.length === 0 ? DONE.doneOne(nameOfUid(first.studentUid)) : DONE.doneMany(completed.length),
    canUndo ? { action: { label: COMMON.undo, run: () => void takeBack(accountId, completed) } } : {},
  );
}

/** Values, goals and materials together, unless somebody has changed the student since. */
async function takeBack(accountId: string, completed: readonly Completed[]): Promise<void> {
  const operation = beginOperation('undo');
  let isWhole = true;
  for (const { studentUid, before, after, group } of completed.toReversed()) {
    if (group === undefined) continue;
    try {
      const changes = changesOf({ before: after, after: before });
      noteSentWrite(studentUid, changes);
      const headers = { ...operation, 'takes-back': String(group) };
      const written = await writeStudent(accountId, { studentUid, before: after, changes, headers });
      noteWritten(studentUid, written.after);
    } catch (error) {
      isWhole = false;
      if (!(error instanceof StudentConflict)) noteSessionError(error);
    }
  }
  await readAgain(accountId).catch(noteSessionError);
  if (isWhole) showToast(DONE.undone);
  else
    showToast(DONE.undoFailed, {
      kind: 'warning',
      action: { label: COMMON.history, run: () => openPage('history') },
    });
}
