import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { GrowthState, StateName } from '../../../../contract/state-fields.ts';
import { applyRegistration } from '../../../../contract/state-rules.ts';
import { StudentConflict } from '../../api/write-student.ts';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { isUnsent } from '../../outbox/edit.ts';
import { type Draft, toPatch } from '../../roster/check-draft.ts';
import { changeStudent, type ShownStudent } from '../../roster/roster-store.ts';
import { type OpenedStudent, openedStudent } from '../../roster/roster-view-state.ts';
import { evaluateDraft, findChangesElsewhere } from '../../roster/student-draft.ts';
import { findCollisions, mergeChanges } from '../../roster/student-edit.ts';
import { dropHeldEdits } from '../../roster/student-edits.ts';
import { undoAndReport } from '../../roster/undo-and-report.ts';
import { holdDraft } from '../../roster/unsaved-draft.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { PANEL } from '../../texts/panel-texts.ts';
import { focusConflict } from './field-conflict.tsx';

/** What the panel says of its last action. */
export type DraftMessage = 'saved' | 'registered' | 'waiting' | 'undone' | 'unsaved';

/** Nothing is recorded of a student that is not recruited. */
const NOTHING_SEEN = applyRegistration(undefined, {});

/** What is entered for one student, compared with what other tools have changed since, and how it is saved. */
export function useStudentDraft(shown: ShownStudent, unsaved: OpenedStudent['unsaved']) {
  const { student, state, edits } = shown;
  const { studentUid } = student;
  /** What could not be saved, and is here again to be decided. */
  const held = edits.value.filter((edit) => !isUnsent(edit));
  const draft = useSignal<Draft>(unsaved?.draft ?? mergeChanges(held));
  /** The state that the player has seen, without what was changed elsewhere since. */
  const seen = useSignal<GrowthState | null>(
    unsaved ? unsaved.seen : held[0] ? held[0].before : state.peek(),
  );
  const message = useSignal<DraftMessage | undefined>(undefined);
  const isSaving = useSignal(false);
  const current = state.value;
  const evaluated = evaluateDraft(current, draft.value, student.attributes.star);
  const { changes, changedFields } = evaluated;
  // While a save is under way, what it changes is no change elsewhere.
  const base = isSaving.value || shown.isSaving.value ? current : seen.value;
  const elsewhere = findChangesElsewhere(base ?? NOTHING_SEEN, current);
  const collisions =
    current === null ? [] : findCollisions({ before: base, changes: toPatch(draft.value, current) }, current);
  const isRemovedElsewhere = seen.value !== null && current === null && Object.keys(draft.value).length > 0;
  /** What is held for a decision is not lost with the panel. */
  const isLost = [...changedFields].some((field) => draft.value[field] !== mergeChanges(held)[field]);

  const enter = (entered: Draft) => {
    message.value = undefined;
    draft.value = { ...draft.peek(), ...entered };
  };
  const save = useAction(async () => {
    const [collision] = collisions;
    if (collision !== undefined) focusConflict(collision);
    if (changes === undefined || collision !== undefined || isRemovedElsewhere) return;
    const isNew = current === null;
    message.value = undefined;
    isSaving.value = true;
    try {
      const outcome = await changeStudent({ studentUid, changes });
      dropHeldEdits(studentUid);
      draft.value = {};
      seen.value = state.peek();
      message.value = outcome === 'waiting' ? 'waiting' : isNew ? 'registered' : 'saved';
    } catch (error) {
      // The choice is shown at the fields, and the draft stays.
      if (!(error instanceof StudentConflict)) throw error;
    } finally {
      isSaving.value = false;
    }
  });
  const decide = (field: StateName, isMine: boolean) => {
    if (current === null) return;
    // Bond and experience depend on each other, so one does not stay without the other.
    const fields: StateName[] = field === 'bond' || field === 'bondExp' ? ['bond', 'bondExp'] : [field];
    if (!isMine) {
      draft.value = omit(draft.peek(), fields);
      dropHeldEdits(studentUid, fields);
    }
    seen.value = { ...(seen.peek() ?? NOTHING_SEEN), ...pick(current, fields) };
  };
  const discard = () => {
    dropHeldEdits(studentUid);
    draft.value = {};
    seen.value = current;
    message.value = undefined;
  };
  /** After a removal elsewhere, with what was seen before it. */
  const enterAgain = () => {
    draft.value = { ...seen.peek(), ...draft.peek() };
    seen.value = null;
  };
  const close = () => {
    openedStudent.value = undefined;
  };
  const requestClose = () => {
    if (!isLost || message.peek() === 'unsaved') close();
    else message.value = 'unsaved';
  };
  const removal = useAction(async () => {
    try {
      const outcome = await changeStudent({ studentUid, changes: null });
      close();
      if (outcome === 'saved')
        showToast(PANEL.removed, { action: { label: COMMON.undo, run: () => void undoAndReport() } });
    } catch (error) {
      // The decision is asked for at the button.
      if (!(error instanceof StudentConflict)) throw error;
    }
  });
  const undo = async () => {
    await undoAndReport();
    seen.value = state.peek();
    message.value = 'undone';
  };
  /** Whether the panel may go on to another student: nothing entered is left. */
  const isSettled = () => Object.keys(draft.peek()).length === 0 || changedFields.size === 0;

  // Before the next key or the Back button.
  useLayoutEffect(() => {
    if (!isLost) return;
    return holdDraft(currentAccountId(), () => {
      message.value = 'unsaved';
    });
  }, [isLost]);

  // Kept for the same player, who may have to sign in again.
  useEffect(
    () => () => {
      if (openedStudent.peek()?.studentUid === studentUid && Object.keys(draft.peek()).length > 0)
        openedStudent.value = { studentUid, unsaved: { draft: draft.peek(), seen: seen.peek() } };
    },
    [],
  );

  // An edit that has met a conflict while the panel is open.
  const heldIds = held.map(({ id }) => id).join();
  const heldBefore = useRef(heldIds);
  useEffect(() => {
    const isNew = held.some(({ id }) => !heldBefore.current.includes(id));
    heldBefore.current = heldIds;
    if (!isNew) return;
    draft.value = { ...mergeChanges(held), ...draft.peek() };
    seen.value = held[0]?.before ?? null;
  }, [heldIds]);

  const [firstCollision] = collisions;
  useEffect(() => {
    if (firstCollision !== undefined && heldIds !== '') focusConflict(firstCollision);
  }, [firstCollision !== undefined]);

  // A change by another tool to a student that nobody is editing is simply shown.
  useEffect(() => {
    if (changedFields.size === 0 && held.length === 0 && !shown.isSaving.peek()) seen.value = current;
  }, [current, changedFields.size === 0]);

  return {
    ...evaluated,
    current,
    elsewhere,
    collisions,
    isRemovedElsewhere,
    isRemovalHeld: held.some((edit) => edit.changes === null),
    message,
    enter,
    save,
    decide,
    discard,
    enterAgain,
    close,
    requestClose,
    removal,
    undo,
    isSettled,
  };
}

export type StudentDraft = ReturnType<typeof useStudentDraft>;

const pick = (state: GrowthState, fields: readonly StateName[]): Partial<GrowthState> =>
  Object.fromEntries(fields.map((field) => [field, state[field]]));

const omit = (draft: Draft, fields: readonly StateName[]): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([field]) => !fields.includes(field as StateName)));
