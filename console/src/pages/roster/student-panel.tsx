import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type GrowthState, STATE_FIELDS, type StateName } from '../../../../contract/state-fields.ts';
import { WEAPON_LEVEL_CAPS } from '../../../../contract/state-rules.ts';
import { StudentConflict } from '../../api/student-requests.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ActionButton, Choice } from '../../components/form-fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { nameOfStudent } from '../../components/student-name.tsx';
import { showToast } from '../../components/toast.tsx';
import { bondProgress, rankOfExperience } from '../../roster/bond-progress.ts';
import { type Draft, rangeOf } from '../../roster/check-draft.ts';
import { changeStudent, findStudent, lastChange, type ShownStudent } from '../../roster/roster-store.ts';
import { type OpenedStudent, openedStudent, visibleUids } from '../../roster/roster-view-state.ts';
import { evaluateDraft, findChangesElsewhere } from '../../roster/student-draft.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../translate.ts';
import { useAction } from '../../use-action.ts';
import { NumberField } from './number-field.tsx';
import { undoAndReport } from './undo-and-report.ts';

const TIERS = [1, 2, 3, 4, 5] as const;
const GROUPS = [
  { name: 'growth', fields: ['level', 'weaponLevel'] },
  { name: 'skills', fields: ['skillEx', 'skillNormal', 'skillEnhanced', 'skillSub'] },
  {
    name: 'gear',
    fields: ['equip1', 'equip1Level', 'equip2', 'equip2Level', 'equip3', 'equip3Level', 'equipSpecial'],
  },
  { name: 'ability', fields: ['abilityHp', 'abilityAtk', 'abilityHeal'] },
  { name: 'bond', fields: ['bond', 'bondExp'] },
] as const satisfies readonly { name: keyof typeof ROSTER.groups; fields: readonly StateName[] }[];

export function StudentPanel({ studentUid, conflict }: OpenedStudent) {
  const shown = findStudent(studentUid);
  return shown && <OpenPanel shown={shown} conflict={conflict} />;
}

/** Every field of one student. What is entered is saved together. */
function OpenPanel({ shown, conflict }: { shown: ShownStudent; conflict: OpenedStudent['conflict'] }) {
  const { student, state } = shown;
  const { studentUid } = student;
  const draft = useSignal<Draft>(conflict?.draft ?? {});
  /** The state that the player has seen, without what other tools changed since. */
  const seen = useSignal<GrowthState | null>(conflict ? conflict.seen : state.peek());
  const message = useSignal<'saved' | 'registered' | 'undone' | 'unsaved' | undefined>(undefined);
  const isRemoving = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const current = state.value;
  const { next, errors, changes, changedFields } = evaluateDraft(current, draft.value);
  const elsewhere = findChangesElsewhere(seen.value, current);
  const isRemovedElsewhere = seen.value !== null && current === null;

  const save = useAction(async () => {
    if (changes === undefined) return;
    const isNew = current === null;
    const entered = draft.peek();
    try {
      await changeStudent({ studentUid, changes });
      draft.value = {};
      seen.value = state.peek();
      message.value = isNew ? 'registered' : 'saved';
    } catch (error) {
      // What another tool wrote is marked in the form, and the draft stays.
      draft.value = entered;
      if (!(error instanceof StudentConflict)) throw error;
    }
  });
  const close = () => {
    openedStudent.value = undefined;
  };
  const requestClose = () => {
    if (changedFields.size === 0 || message.peek() === 'unsaved') close();
    else message.value = 'unsaved';
  };
  const change = (field: StateName, value: number | null) => {
    message.value = undefined;
    draft.value = { ...draft.peek(), [field]: value };
  };
  const go = async (by: number) => {
    if (changes !== undefined) await save.run();
    if (Object.keys(draft.peek()).length > 0 && changedFields.size > 0) return;
    const uids = visibleUids.peek();
    const uid = uids[uids.indexOf(studentUid) + by];
    if (uid !== undefined) openedStudent.value = { studentUid: uid };
  };
  const undo = async () => {
    await undoAndReport();
    seen.value = state.peek();
    message.value = 'undone';
    // The button that had the focus is gone.
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  };

  // A change by another tool to a student that nobody is editing is simply shown.
  useEffect(() => {
    if (changedFields.size === 0 && !shown.isSaving.peek()) seen.value = current;
  }, [current, changedFields.size === 0]);

  const numberField = (field: StateName) => {
    const { min, max } = rangeOf(field, next);
    const difference = elsewhere.get(field);
    return (
      <NumberField
        key={field}
        label={translate(FIELD_LABELS[field])}
        value={next[field]}
        min={min}
        max={max}
        isChanged={changedFields.has(field)}
        error={errors[field] && translate(errors[field])}
        note={
          difference && translate(ROSTER.fieldElsewhere(showValue(difference.from), showValue(difference.to)))
        }
        onChange={(value) => change(field, value)}
      />
    );
  };

  return (
    <Dialog title={nameOfStudent(student)} class="panel" onClose={requestClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
        onKeyDown={(event) => {
          if (event.key === 'PageUp' || event.key === 'PageDown') {
            event.preventDefault();
            void go(event.key === 'PageUp' ? -1 : 1);
          }
        }}
      >
        <div class="panel-fields">
          {current === null && !isRemovedElsewhere && <p class="hint">{translate(ROSTER.panelIntro)}</p>}
          {changedFields.size > 0 && elsewhere.size > 0 && (
            <Notice kind="warning">{translate(ROSTER.changedElsewhere)}</Notice>
          )}
          {changedFields.size > 0 && isRemovedElsewhere && (
            <Notice kind="warning">{translate(ROSTER.removedElsewhere)}</Notice>
          )}
          <Choice
            legend={translate(FIELD_LABELS.tier)}
            options={TIERS.map((value) => ({ value, label: `★${value}` }))}
            value={next.tier as (typeof TIERS)[number]}
            onChoose={(value) => change('tier', value)}
          />
          <FieldError text={errors.tier && translate(errors.tier)} />
          <Choice
            legend={translate(FIELD_LABELS.weaponTier)}
            options={WEAPON_LEVEL_CAPS.map((_, value) => ({
              value,
              label: value === 0 ? translate(ROSTER.noWeapon) : `★${value}`,
            }))}
            value={next.weaponTier}
            onChoose={(value) => change('weaponTier', value)}
          />
          <FieldError text={errors.weaponTier && translate(errors.weaponTier)} />
          {GROUPS.map(({ name, fields }) => (
            <fieldset key={name} class={`group ${name}`}>
              <legend>{translate(ROSTER.groups[name])}</legend>
              <div>{fields.map(numberField)}</div>
              {name === 'bond' && <BondNote state={next} onRank={(rank) => change('bond', rank)} />}
            </fieldset>
          ))}
        </div>
        <footer>
          <ErrorMessage error={save.error.value} />
          <p role="status" class="panel-message">
            {message.value && translate(ROSTER[message.value])}
            {(message.value === 'saved' || message.value === 'registered') && lastChange.value && (
              <button type="button" class="text-button" onClick={() => void undo()}>
                {translate(ROSTER.undo)}
              </button>
            )}
            {message.value === 'unsaved' && (
              <button type="button" class="text-button" onClick={close}>
                {translate(ROSTER.closeAnyway)}
              </button>
            )}
          </p>
          <div class="buttons">
            <PanelArrow icon="previous" label={translate(ROSTER.previous)} onClick={() => void go(-1)} />
            <PanelArrow icon="next" label={translate(ROSTER.next)} onClick={() => void go(1)} />
            <span class="spacer" />
            {current !== null && changedFields.size === 0 && (
              <button
                type="button"
                class="button quiet danger"
                onClick={() => {
                  isRemoving.value = true;
                }}
              >
                {translate(ROSTER.remove)}
              </button>
            )}
            {changedFields.size > 0 && current !== null && (
              <button
                type="button"
                class="button quiet"
                onClick={() => {
                  draft.value = {};
                  message.value = undefined;
                }}
              >
                {translate(ROSTER.discard)}
              </button>
            )}
            <ActionButton pending={save.pending.value} disabled={changes === undefined}>
              {translate(
                current === null
                  ? ROSTER.register
                  : changedFields.size > 0
                    ? ROSTER.saveCount(changedFields.size)
                    : ROSTER.save,
              )}
            </ActionButton>
          </div>
        </footer>
      </form>
      {isRemoving.value && (
        <ConfirmDialog
          title={translate(ROSTER.removeTitle(nameOfStudent(student)))}
          text={translate(ROSTER.removeText)}
          confirmLabel={translate(ROSTER.remove)}
          onClose={() => {
            isRemoving.value = false;
          }}
          onConfirm={async () => {
            await changeStudent({ studentUid, changes: null });
            close();
            showToast(ROSTER.removed, { action: { label: ROSTER.undo, run: () => void undoAndReport() } });
          }}
        />
      )}
    </Dialog>
  );
}

const showValue = (value: number | null): string => (value === null ? '–' : String(value));

const FieldError = ({ text }: { text: string | undefined }) => (
  <p class="field-error" role="alert">
    {text}
  </p>
);

const PanelArrow = ({
  icon,
  label,
  onClick,
}: {
  icon: 'previous' | 'next';
  label: string;
  onClick: () => void;
}) => (
  <button
    type="button"
    class="icon-button"
    aria-label={label}
    title={`${label} (${icon === 'previous' ? 'PgUp' : 'PgDn'})`}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);

/** What the rank spans, what is left to the next one, and the rank that an experience belongs to. */
function BondNote({
  state: { bond, bondExp },
  onRank,
}: {
  state: GrowthState;
  onRank: (rank: number) => void;
}) {
  const { min, max } = STATE_FIELDS.bond;
  if (bond !== null && !(bond >= min && bond <= max)) return null;
  const isExperience = bondExp !== null && Number.isInteger(bondExp) && bondExp <= STATE_FIELDS.bondExp.max;
  const rank = isExperience ? rankOfExperience(bondExp) : undefined;
  if (rank !== undefined && rank !== bond)
    return (
      <p class="hint" role="status">
        {translate(ROSTER.bondOtherRank(rank))}{' '}
        <button type="button" class="text-button" onClick={() => onRank(rank)}>
          {translate(ROSTER.useRank(rank))}
        </button>
      </p>
    );
  if (bond === null) return null;
  const { from, to, left } = bondProgress(bond, bondExp);
  return (
    <p class="hint">
      {translate(ROSTER.bondInterval(from, to))} {left !== null && <b>{translate(ROSTER.bondLeft(left))}</b>}
    </p>
  );
}
