import type { Bilingual } from '../../../contract/bilingual.ts';
import { describeError } from '../components/describe-error.ts';
import { nameOfStudent } from '../components/student-name.tsx';
import { showToast } from '../components/toast.tsx';
import { openPage } from '../page-address.ts';
import { noteSessionError } from '../session/session-state.ts';
import { COMMON } from '../texts/common-texts.ts';
import { describeEdit } from '../texts/edit-texts.ts';
import { ROSTER } from '../texts/roster-texts.ts';
import { type BulkReport, findStudent, stepBack } from './roster-store.ts';
import { changesOf } from './undo-change.ts';
import { canUndo, type UndoDirection } from './undo-stack.ts';

/** Takes the last action of this page back, or does it again, and says what came of it. */
export async function undoAndReport(direction: UndoDirection = 'undo'): Promise<void> {
  const texts = ROSTER.stepsBack[direction];
  const report = await stepBack(direction);
  if (report === undefined) {
    // What was done before the page was loaded, or elsewhere, is taken back there.
    const action = { label: COMMON.history, run: () => openPage('history') };
    return showToast(texts.none, { ...(direction === 'undo' && { action }) });
  }
  const { saved, waiting, conflicts, failed } = report;
  const [failure] = failed;
  if (failure) {
    noteSessionError(failure.error);
    showToast(describeError(failure.error), { kind: 'warning' });
  } else if (conflicts.length > 0) showToast(texts.conflicts(conflicts.length), { kind: 'warning' });
  // What waits is announced.
  else if (waiting.length === 0) {
    const back = direction === 'undo' ? 'redo' : 'undo';
    showToast(texts.done(describeSaved(saved)), {
      ...(canUndo(back) && { action: { label: COMMON[back], run: () => void undoAndReport(back) } }),
    });
  }
}

function describeSaved(saved: BulkReport['saved']): Bilingual {
  const [first, ...others] = saved;
  if (first === undefined || others.length > 0) return ROSTER.people(saved.length);
  const student = findStudent(first.studentUid)?.student;
  const name = student === undefined ? first.studentUid : nameOfStudent(student);
  const { before, after } = first;
  return describeEdit(name, {
    changes: before === null && after !== null ? { tier: after.tier } : changesOf(first),
  });
}
