import { useComputed, useSignal } from '@preact/signals';
import { Choice, optionsOf } from '../../components/controls.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { Pending } from '../../components/pending.tsx';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { useResource } from '../../components/use-resource.ts';
import { findGoal, hasGoalsOf, loadGoals, restoreGoals, saveGoals } from '../../goals/goal-store.ts';
import { LabelField } from '../../goals/label-field.tsx';
import { loadPresets, presets } from '../../goals/own-presets.ts';
import {
  type BulkGoalPlan,
  EXISTING_GOALS,
  type ExistingGoals,
  planBulkGoals,
} from '../../goals/plan-bulk-goals.ts';
import { rosterEntries } from '../../roster/roster-store.ts';
import { selection } from '../../roster/roster-view-state.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { GOALS } from '../../texts/goal-texts.ts';
import { STUDENT_GOALS } from '../../texts/student-goal-texts.ts';
import { translate } from '../../texts/translate.ts';

interface BulkGoalDialogProps {
  onClose: () => void;
  onDone: () => void;
}

/** One preset as the goal of all selected students. */
export function BulkGoalDialog({ onClose, onDone }: BulkGoalDialogProps) {
  const accountId = currentAccountId();
  const [resource, reload] = useResource(async () => {
    await Promise.all([loadGoals(accountId), loadPresets(accountId)]);
  });
  const { error } = resource.value;
  if (hasGoalsOf(accountId)) return <BulkGoalForm onClose={onClose} onDone={onDone} />;
  return (
    <Dialog title={STUDENT_GOALS.bulkTitle(selection.value.size)} onClose={onClose}>
      <Pending rows={4} error={error} onRetry={reload} />
    </Dialog>
  );
}

function BulkGoalForm({ onClose, onDone }: BulkGoalDialogProps) {
  const place = useSignal(0);
  const labels = useSignal<readonly string[]>([]);
  const existing = useSignal<ExistingGoals>('raise');
  const students = useComputed(() =>
    rosterEntries()
      .filter(({ student }) => selection.value.has(student.studentUid))
      .map(({ student: { studentUid }, state }) => ({ studentUid, state, goal: findGoal(studentUid) })),
  );
  const plan = useComputed(() => {
    const preset = presets.value[place.value];
    return preset && planBulkGoals(students.value, preset, labels.value, existing.value);
  }).value;
  const planned = [...(plan?.added ?? []), ...(plan?.changed ?? [])];
  const save = useAction(async () => {
    const outcome = await saveGoals(planned.map((goal) => ({ ...goal, seen: goal.before ?? null })));
    if (outcome.kind === 'refused') throw outcome.error;
    const before = new Map(planned.map((goal) => [goal.studentUid, goal.before]));
    // What is not saved is said of the edits themselves.
    if (outcome.kind === 'saved')
      showToast(GOALS.savedMany(planned.length), {
        action: { label: COMMON.undo, run: () => void restoreGoals(before) },
      });
    onDone();
  });
  return (
    <DialogForm
      title={STUDENT_GOALS.bulkTitle(selection.value.size)}
      action={save}
      disabled={planned.length === 0}
      submitLabel={GOALS.saveCount(planned.length)}
      onClose={onClose}
    >
      <Choice
        legend={GOALS.presets}
        look="cards"
        options={presets.value.map(({ name, hint }, value) => ({
          value,
          label: translate(name),
          hint: translate(hint),
        }))}
        signal={place}
      />
      <LabelField labels={labels} />
      {students.value.some(({ goal }) => goal !== undefined) && (
        <>
          <Choice
            legend={STUDENT_GOALS.existing}
            options={optionsOf(EXISTING_GOALS, STUDENT_GOALS.existingChoices)}
            signal={existing}
          />
          <p class="hint">{translate(STUDENT_GOALS.existingHints[existing.value])}</p>
        </>
      )}
      {plan && <Preview plan={plan} />}
    </DialogForm>
  );
}

function Preview({ plan: { added, changed, unchanged, reached } }: { plan: BulkGoalPlan }) {
  const parts = [
    ...(added.length > 0 ? [STUDENT_GOALS.added(added.length)] : []),
    ...(changed.length > 0 ? [STUDENT_GOALS.changed(changed.length)] : []),
    ...(unchanged > 0 ? [STUDENT_GOALS.unchanged(unchanged)] : []),
    ...(reached > 0 ? [STUDENT_GOALS.reachedAlready(reached)] : []),
  ];
  return (
    <p role="status" aria-label={translate(STUDENT_GOALS.preview)}>
      {parts.map((part) => translate(part)).join(' · ')}
    </p>
  );
}
