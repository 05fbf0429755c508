import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { StateName } from '../../../../contract/state-fields.ts';
import { WEAPON_LEVEL_CAPS } from '../../../../contract/state-rules.ts';
import { gameMaximum, rangeOf } from '../../../../game/growth-limits.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ActionButton, Choice } from '../../components/form-fields.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { FieldRemark, NumberField } from '../../components/number-field.tsx';
import { FieldSection, Panel, PanelFields, PanelMessage, PanelSpacer } from '../../components/panel.tsx';
import { setTo } from '../../components/set-to.ts';
import { nameOfStudent } from '../../components/student-name.tsx';
import { equipmentKind } from '../../roster/attribute-labels.ts';
import { type FieldGroup, fieldsOf } from '../../roster/field-groups.ts';
import { findRemarks } from '../../roster/game-remarks.ts';
import { gameServer } from '../../roster/game-server.ts';
import { findStudent, type ShownStudent } from '../../roster/roster-store.ts';
import { type OpenedStudent, openedStudent, visibleUids } from '../../roster/roster-view-state.ts';
import { canUndo } from '../../roster/undo-stack.ts';
import { EDITS } from '../../texts/edit-texts.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { PANEL } from '../../texts/panel-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import { BondNote } from './bond-note.tsx';
import { FieldConflict } from './field-conflict.tsx';
import { FieldTarget } from './field-target.tsx';
import { PanelArrow } from './panel-arrow.tsx';
import { PanelDecisions } from './panel-decisions.tsx';
import { PanelGoal, PanelGoalDialog } from './panel-goal.tsx';
import { PanelTimeline } from './panel-timeline.tsx';
import { PanelTools } from './panel-tools.tsx';
import { RankExperienceField } from './rank-experience-field.tsx';
import { StudentFacts } from './student-facts.tsx';
import styles from './student-panel.module.css';
import { useStudentDraft } from './use-student-draft.ts';

const TIERS = [1, 2, 3, 4, 5] as const;
const GROUPS = Object.keys(PANEL.groups) as FieldGroup[];

export function StudentPanel({ studentUid, ...opened }: OpenedStudent) {
  const shown = findStudent(studentUid);
  return shown && <OpenPanel shown={shown} {...opened} />;
}

/** Every field of one student. What is entered is saved together. */
function OpenPanel({
  shown,
  unsaved,
  saved,
  field: kept,
}: { shown: ShownStudent } & Omit<OpenedStudent, 'studentUid'>) {
  const { student } = shown;
  const { studentUid, attributes } = student;
  const draft = useStudentDraft(shown, unsaved);
  const { current, next, errors, changes, changedFields, elsewhere, collisions, message } = draft;
  const { enter, save, removal } = draft;
  const remarks = findRemarks(next, { name: nameOfStudent(student), attributes, server: gameServer.value });
  const isRemoving = useSignal(false);
  const form = useRef<HTMLFormElement>(null);

  const change = (field: StateName, value: number | null) => enter({ [field]: value });
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
  const undo = async () => {
    await draft.undo();
    // The button that had the focus is gone.
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  };

  const elsewhereNote = (field: StateName) => {
    const difference = elsewhere.get(field);
    return (
      difference && (
        <FieldConflict
          difference={difference}
          mine={collisions.includes(field) ? next[field] : undefined}
          onDecide={(isMine) => draft.decide(field, isMine)}
        />
      )
    );
  };
  const numberField = (field: StateName) => {
    const { min, max } = rangeOf(field, next);
    return (
      <NumberField
        key={field}
        name={field}
        label={translate(FIELD_LABELS[field])}
        detail={equipmentKind(attributes, field)}
        value={next[field]}
        min={min}
        max={max}
        maximum={gameMaximum(field, next, gameServer.value)}
        isChanged={changedFields.has(field)}
        target={<FieldTarget field={field} />}
        error={errors[field] && translate(errors[field])}
        note={elsewhereNote(field)}
        remark={remarks[field] && translate(remarks[field])}
        onChange={(value) => change(field, value)}
      />
    );
  };
  const savedBefore = saved === undefined || changedFields.size > 0 ? undefined : findStudent(saved);

  return (
    <Panel title={nameOfStudent(student)} onClose={draft.requestClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <PanelFields>
          <StudentFacts student={student} />
          {current === null && !draft.isRemovedElsewhere && (
            <p class={`hint ${styles.intro}`}>{translate(PANEL.intro(attributes.star))}</p>
          )}
          <PanelTools
            studentUid={studentUid}
            state={current}
            isEdited={changedFields.size > 0}
            onEnter={enter}
          />
          <Choice
            legend={translate(FIELD_LABELS.tier)}
            options={TIERS.map((value) => ({ value, label: `★${value}` }))}
            value={next.tier as (typeof TIERS)[number]}
            onChoose={(value) => change('tier', value)}
          />
          <FieldTarget field="tier" />
          <FieldError text={errors.tier && translate(errors.tier)} />
          <FieldRemark>{remarks.tier && translate(remarks.tier)}</FieldRemark>
          {elsewhereNote('tier')}
          <Choice
            legend={translate(FIELD_LABELS.weaponTier)}
            options={WEAPON_LEVEL_CAPS.map((_, value) => ({
              value,
              label: value === 0 ? translate(PANEL.noWeapon) : `★${value}`,
            }))}
            value={next.weaponTier}
            onChoose={(value) => change('weaponTier', value)}
          />
          <FieldTarget field="weaponTier" />
          <FieldError text={errors.weaponTier && translate(errors.weaponTier)} />
          {elsewhereNote('weaponTier')}
          {GROUPS.map((name) => (
            <FieldSection key={name} legend={translate(PANEL.groups[name])}>
              <div>
                {fieldsOf(name).map((field) => [
                  field === 'bondExp' && (
                    <RankExperienceField
                      key="rank"
                      state={next}
                      isChanged={changedFields.has('bondExp')}
                      onChange={(value) => change('bondExp', value)}
                    />
                  ),
                  numberField(field),
                ])}
              </div>
              {name === 'bond' && <BondNote state={next} onRank={(rank) => change('bond', rank)} />}
            </FieldSection>
          ))}
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
              canUndo() && (
                <button type="button" class="text-button" onClick={() => void undo()}>
                  {translate(ROSTER.undo)}
                </button>
              )}
            {message.value === 'unsaved' && (
              <button type="button" class="text-button" onClick={draft.close}>
                {translate(PANEL.closeAnyway)}
              </button>
            )}
          </PanelMessage>
          <div class="buttons">
            <PanelArrow icon="previous" label={translate(PANEL.previous)} onClick={() => void go(-1)} />
            <PanelArrow icon="next" label={translate(PANEL.next)} onClick={() => void go(1)} />
            <PanelSpacer />
            {current !== null && changedFields.size === 0 && (
              <button type="button" class="button quiet danger" onClick={setTo(isRemoving, true)}>
                {translate(PANEL.remove)}
              </button>
            )}
            {changedFields.size > 0 && current !== null && (
              <button type="button" class="button quiet" onClick={draft.discard}>
                {translate(PANEL.discard)}
              </button>
            )}
            <ActionButton
              pending={save.pending.value}
              disabled={changes === undefined || draft.isRemovedElsewhere}
            >
              {translate(
                current === null
                  ? PANEL.register
                  : changedFields.size > 0
                    ? PANEL.saveCount(changedFields.size)
                    : PANEL.save,
              )}
            </ActionButton>
          </div>
        </footer>
      </form>
      <PanelGoalDialog />
      {isRemoving.value && (
        <ConfirmDialog
          title={translate(PANEL.removeTitle(nameOfStudent(student)))}
          text={translate(PANEL.removeText)}
          confirmLabel={translate(PANEL.remove)}
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

const FieldError = ({ text }: { text: string | undefined }) => (
  <p class="field-error" role="alert">
    {text}
  </p>
);
