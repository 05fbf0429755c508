import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { MAX_NOTE_LENGTH } from '../../../contract/limits.ts';
import { Button, Buttons } from '../components/button.tsx';
import { describeError } from '../components/describe-error.ts';
import { Form } from '../components/dialog-form.tsx';
import { Field } from '../components/form-fields.tsx';
import { Notice } from '../components/notice.tsx';
import { Panel, PanelFields, PanelMessage, PanelSpacer } from '../components/panel.tsx';
import { setTo } from '../components/set-to.ts';
import { useAction } from '../components/use-action.ts';
import { useBackButton } from '../components/use-back-button.ts';
import { COMMON } from '../texts/common-texts.ts';
import { EDITS } from '../texts/edit-texts.ts';
import { GOALS } from '../texts/goal-texts.ts';
import { PANEL } from '../texts/panel-texts.ts';
import { translate } from '../texts/translate.ts';
import { GoalCost } from './goal-cost.tsx';
import { GoalFields } from './goal-fields.tsx';
import { GoalStudents } from './goal-students.tsx';
import { LabelField } from './label-field.tsx';
import { OwnPresetField } from './own-preset-field.tsx';
import { type OpenedGoal, openedGoal, showView } from './plan-view.ts';
import { PresetField } from './preset-field.tsx';
import { nameOfUid } from './student-names.ts';
import { useGoalDraft } from './use-goal-draft.ts';

const UNSAVED = { waiting: EDITS.willBeSaved, conflict: GOALS.someChangedElsewhere };

/** Goals for chosen students, or the goal of one. After new ones the dialog is ready for the next. */
export function GoalDialog({ opened }: { opened: OpenedGoal }) {
  const draft = useGoalDraft(opened);
  const isEdit = opened.studentUid !== undefined;
  const search = useRef<HTMLInputElement>(null);
  const message = useSignal('');
  const failed = useSignal<unknown>(undefined);
  const asksToClose = useSignal(false);
  const close = setTo(openedGoal, undefined);
  /** True if it asks first. */
  const requestClose = (): boolean => {
    const asks = draft.isChanged.peek() && !asksToClose.peek();
    if (asks) asksToClose.value = true;
    else close();
    return asks;
  };
  useBackButton(true, requestClose);
  const save = useAction(async () => {
    if (!draft.isValid.peek()) return;
    message.value = '';
    failed.value = undefined;
    const { uids, outcome } = await draft.save();
    if (outcome.kind === 'refused') {
      failed.value = outcome.error;
      return;
    }
    if (isEdit) {
      close();
      return;
    }
    const [only = ''] = uids;
    const saved = uids.length === 1 ? GOALS.savedOne(nameOfUid(only)) : GOALS.savedMany(uids.length);
    message.value = translate(outcome.kind === 'saved' ? saved : UNSAVED[outcome.kind]);
    draft.clear();
    search.current?.focus();
  });
  const seeMissing = () => {
    // The dialog takes its entry of the browser's history along.
    if (!requestClose()) addEventListener('popstate', () => showView('missing'), { once: true });
  };
  const { length: count } = draft.chosen.value;
  return (
    <Panel
      title={isEdit ? GOALS.dialogEdit(nameOfUid(opened.studentUid ?? '')) : GOALS.add}
      onClose={requestClose}
    >
      <Form
        action={save}
        onInput={() => {
          asksToClose.value = false;
          draft.isChanged.value = true;
        }}
      >
        <PanelFields>
          {!isEdit && <GoalStudents draft={draft} inputRef={search} />}
          <PresetField draft={draft} />
          <OwnPresetField draft={draft} />
          <GoalFields draft={draft} />
          <LabelField labels={draft.labels} />
          <NoteField value={draft.note.value} onInput={(note) => (draft.note.value = note)} />
        </PanelFields>
        <footer>
          {failed.value !== undefined && (
            <div role="alert">
              <Notice kind="warning">
                <p>
                  {translate(GOALS.notSaved)} {translate(describeError(failed.value))}
                </p>
              </Notice>
            </div>
          )}
          <GoalCost draft={draft} />
          <PanelMessage>
            {asksToClose.value ? (
              <>
                {translate(PANEL.unsaved)} <Button look="link" text={PANEL.closeAnyway} onClick={close} />
              </>
            ) : message.value !== '' ? (
              <>
                {message.value} <Button look="link" text={GOALS.seeMissing} onClick={seeMissing} />
              </>
            ) : (
              draft.replaced.value > 0 && translate(GOALS.replaced(draft.replaced.value))
            )}
          </PanelMessage>
          <Buttons>
            <Button text={GOALS.clear} onClick={draft.clearValues} />
            <PanelSpacer />
            <Button
              look="primary"
              text={count > 1 ? GOALS.saveCount(count) : COMMON.save}
              pending={save.pending.value}
              disabled={!draft.isValid.value}
            />
          </Buttons>
        </footer>
      </Form>
    </Panel>
  );
}

function NoteField({ value, onInput }: { value: string; onInput: (note: string) => void }) {
  const id = useId();
  return (
    <Field id={id} label={GOALS.note}>
      <textarea
        id={id}
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </Field>
  );
}
