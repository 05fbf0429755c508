import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, Buttons } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Form } from '../../components/dialog-form.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { Panel, PanelFields, PanelMessage, PanelSpacer } from '../../components/panel.tsx';
import { setTo } from '../../components/set-to.ts';
import { nameOfStudent } from '../../components/student-name.tsx';
import { gameServer } from '../../roster/game-server.ts';
import { isAvailable } from '../../roster/released-students.ts';
import { findStudent, type ShownStudent } from '../../roster/roster-store.ts';
import { type OpenedStudent, openedStudent, visibleUids } from '../../roster/roster-view-state.ts';
import { canUndo } from '../../roster/undo-stack.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { EDITS } from '../../texts/edit-texts.ts';
import { PANEL } from '../../texts/panel-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { PanelArrow } from './panel-arrow.tsx';
import { PanelDecisions } from './panel-decisions.tsx';
import { PanelGoal, PanelGoalDialog } from './panel-goal.tsx';
import { PanelTimeline } from './panel-timeline.tsx';
import { StudentFacts } from './student-facts.tsx';
import { StudentFields } from './student-fields.tsx';
import styles from './student-panel.module.css';
import { useStudentDraft } from './use-student-draft.ts';

export function StudentPanel({ studentUid, ...opened }: OpenedStudent) {
  const shown = findStudent(studentUid);
  return shown && <OpenPanel shown={shown} {...opened} />;
}

/** Every field of one student, once she can be recruited. What is entered is saved together. */
function OpenPanel({
  shown,
  unsaved,
  saved,
  field: kept,
}: { shown: ShownStudent } & Omit<OpenedStudent, 'studentUid'>) {
  const { student } = shown;
  const { studentUid, attributes } = student;
  const draft = useStudentDraft(shown, unsaved);
  const { current, next, changes, changedFields, message, save, removal } = draft;
  const isRemoving = useSignal(false);
  const isRegistering = useSignal(false);
  /** Before she is out, registering her takes a step of its own. */
  const isComing =
    !isAvailable({ student, state: current }) && !isRegistering.value && changedFields.size === 0;
  const form = useRef<HTMLFormElement>(null);

  const go = async (by: number) => {
    const hasChanges = changes !== undefined && changedFields.size > 0;
    if (hasChanges) await save.run();
    const isSaved = hasChanges && message.peek() !== 'waiting';
    if (!draft.isSettled()) return;
    const uids = visibleUids.peek();
    const uid = uids[uids.indexOf(studentUid) + by];
    const field = document.activeElement?.getAttribute('name') ?? undefined;
    if (uid !== undefined)
      openedStudent.value = { studentUid: uid, field, ...(isSaved && { saved: studentUid }) };
  };
  // Wherever the focus is, but not below another dialog.
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      const by = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : 0;
      if (by === 0 || document.querySelectorAll('dialog[open]').length > 1) return;
      event.preventDefault();
      void go(by);
    };
    addEventListener('keydown', turn);
    return () => removeEventListener('keydown', turn);
  });
  // After the dialog has taken the focus.
  useLayoutEffect(() => {
    if (kept !== undefined) form.current?.querySelector<HTMLElement>(`input[name="${kept}"]`)?.focus();
  }, []);
  useLayoutEffect(() => {
    // The button that had the focus is gone.
    if (isRegistering.value) form.current?.querySelector<HTMLElement>('input')?.focus();
  }, [isRegistering.value]);
  const undo = async () => {
    await draft.undo();
    // The button that had the focus is gone.
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  };

  const savedBefore = saved === undefined || changedFields.size > 0 ? undefined : findStudent(saved);

  return (
    <Panel title={nameOfStudent(student)} onClose={draft.requestClose}>
      <Form action={save} isValid={!isComing} ref={form}>
        <PanelFields>
          <StudentFacts student={student} />
          {current === null && !draft.isRemovedElsewhere && (
            <p class={`hint ${styles.intro}`}>
              {translate(
                isComing
                  ? PANEL.unreleased(COMMON.gameServers[gameServer.value])
                  : PANEL.intro(attributes.star),
              )}
            </p>
          )}
          {!isComing && <StudentFields student={student} draft={draft} />}
          <PanelGoal studentUid={studentUid} state={current} entered={next} />
          <PanelTimeline studentUid={studentUid} />
        </PanelFields>
        <footer>
          <ErrorMessage error={save.error.value ?? removal.error.value} />
          <PanelDecisions draft={draft} />
          <PanelMessage>
            {message.value
              ? translate(message.value === 'waiting' ? EDITS.willBeSaved : PANEL[message.value])
              : savedBefore && translate(PANEL.savedStudent(nameOfStudent(savedBefore.student)))}
            {(message.value === 'saved' ||
              message.value === 'registered' ||
              (message.value === undefined && savedBefore)) &&
              canUndo() && <Button look="link" text={COMMON.undo} onClick={() => void undo()} />}
            {message.value === 'unsaved' && (
              <Button look="link" text={PANEL.closeAnyway} onClick={draft.close} />
            )}
          </PanelMessage>
          <Buttons>
            <PanelArrow icon="previous" label={translate(PANEL.previous)} onClick={() => void go(-1)} />
            <PanelArrow icon="next" label={translate(PANEL.next)} onClick={() => void go(1)} />
            <PanelSpacer />
            {current !== null && changedFields.size === 0 && (
              <Button look="danger" text={PANEL.remove} onClick={setTo(isRemoving, true)} />
            )}
            {changedFields.size > 0 && current !== null && (
              <Button text={WORDS.discard} onClick={draft.discard} />
            )}
            {isComing ? (
              <Button text={PANEL.registerAnyway} onClick={setTo(isRegistering, true)} />
            ) : (
              <Button
                look="primary"
                text={
                  current === null
                    ? PANEL.register
                    : changedFields.size > 0
                      ? PANEL.saveCount(changedFields.size)
                      : COMMON.save
                }
                pending={save.pending.value}
                disabled={changes === undefined || draft.isRemovedElsewhere}
              />
            )}
          </Buttons>
        </footer>
      </Form>
      <PanelGoalDialog />
      {isRemoving.value && (
        <ConfirmDialog
          title={PANEL.removeTitle(nameOfStudent(student))}
          text={PANEL.removeText}
          confirmLabel={PANEL.remove}
          onClose={setTo(isRemoving, false)}
          onConfirm={async () => {
            isRemoving.value = false;
            await removal.run();
          }}
        />
      )}
    </Panel>
  );
}
