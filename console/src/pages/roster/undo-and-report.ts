import { showToast } from '../../components/toast.tsx';
import { describeError } from '../../describe-error.ts';
import { lastChange, undoLastChange } from '../../roster/roster-store.ts';
import { noteSessionError } from '../../session-state.ts';
import { ROSTER } from '../../texts/roster-texts.ts';

/** Takes the last change back and says what came of it. */
export async function undoAndReport(): Promise<void> {
  if (lastChange.peek() === undefined) return;
  const { conflicts, failed } = await undoLastChange();
  // The undone change is not offered for undo again: that would be redo.
  lastChange.value = undefined;
  const [failure] = failed;
  if (failure) {
    noteSessionError(failure.error);
    showToast(describeError(failure.error), { kind: 'warning' });
  } else if (conflicts.length > 0) showToast(ROSTER.undoConflict(conflicts.length), { kind: 'warning' });
  else showToast(ROSTER.undone);
}
