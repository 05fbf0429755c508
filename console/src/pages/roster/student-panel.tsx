import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { type GrowthState, STATE_FIELDS, type StateName } from '../../../../contract/state-fields.ts';
import { applyRegistration, WEAPON_LEVEL_CAPS } from '../../../../contract/state-rules.ts';
import { bondProgress, rankOfExperience } from '../../../../game/bond-progress.ts';
import { gameMaximum, rangeOf } from '../../../../game/growth-limits.ts';
import { StudentConflict } from '../../api/write-student.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ActionButton, Choice } from '../../components/form-fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { nameOfStudent } from '../../components/student-name.tsx';
import { showToast } from '../../components/toast.tsx';
import { type Draft, toPatch } from '../../roster/check-draft.ts';
import { findRemarks } from '../../roster/game-remarks.ts';
import { dropHeldEdits, isUnsent } from '../../roster/outbox.ts';
import { changeStudent, findStudent, lastChange, type ShownStudent } from '../../roster/roster-store.ts';
import { type OpenedStudent, openedStudent, visibleUids } from '../../roster/roster-view-state.ts';
import { evaluateDraft, findChangesElsewhere } from '../../roster/student-draft.ts';
import { findCollisions, mergeChanges } from '../../roster/student-edit.ts';
import { holdDraft } from '../../roster/unsaved-draft.ts';
import { signedInSession } from '../../session-state.ts';
import { EDITS } from '../../texts/edit-texts.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../translate.ts';
import { useAction } from '../../use-action.ts';
import { FieldConflict, focusConflict } from './field-conflict.tsx';
import { NumberField } from './number-field.tsx';
import { PanelTools } from './panel-tools.tsx';
import { RankExperienceField } from './rank-experience-field.tsx';
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

export function StudentPanel({ studentUid, unsaved, saved }: OpenedStudent) {
  const shown = findStudent(studentUid);
  return shown && <OpenPanel shown={shown} unsaved={unsaved} saved={saved} />;
}

/** Nothing is recorded of a student that is not recruited. */
const NOTHING_SEEN = applyRegistration(undefined, {});

/** Every field of one student. What is entered is saved together. */
function OpenPanel({
  shown,
  unsaved,
  saved,
}: {
  shown: ShownStudent;
  unsaved: OpenedStudent['unsaved'];
  saved: OpenedStudent['saved'];
}) {
  const { student, state, edits } = shown;
  const { studentUid } = student;
  /** What could not be saved, and is here again to be decided. */
  const held = edits.value.filter((edit) => !isUnsent(edit));
  const heldRemoval = held.some(({ changes }) => changes === null);
  const draft = useSignal<Draft>(unsaved?.draft ?? mergeChanges(held));
  /** The state that the player has seen, without what was changed elsewhere since. */
  const seen = useSignal<GrowthState | null>(
    unsaved ? unsaved.seen : held[0] ? held[0].before : state.peek(),
  );
  const message = useSignal<'saved' | 'registered' | 'waiting' | 'undone' | 'unsaved' | undefined>(undefined);
  const isRemoving = useSignal(false);
  const isSaving = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const current = state.value;
  const { next, errors, changes, changedFields } = evaluateDraft(current, draft.value);
  // While a save is under way, what it changes is no change elsewhere.
  const base = isSaving.value || shown.isSaving.value ? current : seen.value;
  const elsewhere = findChangesElsewhere(base ?? NOTHING_SEEN, current);
  const collisions =
    current === null ? [] : findCollisions({ before: base, changes: toPatch(draft.value, current) }, current);
  const isRemovedElsewhere = seen.value !== null && current === null && Object.keys(draft.value).length > 0;
  const isUndecided = collisions.length > 0 || isRemovedElsewhere;
  const canSave = changes !== undefined && !isUndecided;
  const remarks = findRemarks(next);

  const save = useAction(async () => {
    const [collision] = collisions;
    if (collision !== undefined) focusConflict(collision);
    if (!canSave) return;
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
  const close = () => {
    openedStudent.value = undefined;
  };
  /** What is held for a decision is not lost with the panel. */
  const isLost = [...changedFields].some((field) => draft.value[field] !== mergeChanges(held)[field]);
  const requestClose = () => {
    if (!isLost || message.peek() === 'unsaved') close();
    else message.value = 'unsaved';
  };
  const discard = () => {
    dropHeldEdits(studentUid);
    draft.value = {};
    seen.value = current;
    message.value = undefined;
  };
  const change = (field: StateName, value: number | null) => {
    message.value = undefined;
    draft.value = { ...draft.peek(), [field]: value };
  };
  const go = async (by: number) => {
    const hasChanges = changes !== undefined;
    if (hasChanges) await save.run();
    const isSaved = hasChanges && message.peek() !== 'waiting';
    if (Object.keys(draft.peek()).length > 0 && changedFields.size > 0) return;
    const uids = visibleUids.peek();
    const uid = uids[uids.indexOf(studentUid) + by];
    if (uid !== undefined) openedStudent.value = { studentUid: uid, ...(isSaved && { saved: studentUid }) };
  };
  const removal = useAction(async () => {
    try {
      const outcome = await changeStudent({ studentUid, changes: null });
      close();
      if (outcome === 'saved')
        showToast(ROSTER.removed, { action: { label: ROSTER.undo, run: () => void undoAndReport() } });
    } catch (error) {
      // The decision is asked for at the button.
      if (!(error instanceof StudentConflict)) throw error;
    }
  });
  const undo = async () => {
    await undoAndReport();
    seen.value = state.peek();
    message.value = 'undone';
    // The button that had the focus is gone.
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  };

  // Before the next key or the Back button.
  useLayoutEffect(() => {
    if (!isLost) return;
    return holdDraft(signedInSession()?.account.accountId ?? '', () => {
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

  const elsewhereNote = (field: StateName) => {
    const difference = elsewhere.get(field);
    return (
      difference && (
        <FieldConflict
          difference={difference}
          mine={collisions.includes(field) ? next[field] : undefined}
          onDecide={(isMine) => decide(field, isMine)}
        />
      )
    );
  };
  const numberField = (field: StateName) => {
    const { min, max } = rangeOf(field, next);
    return (
      <NumberField
        key={field}
        label={translate(FIELD_LABELS[field])}
        value={next[field]}
        min={min}
        max={max}
        maximum={gameMaximum(field, next)}
        isChanged={changedFields.has(field)}
        error={errors[field] && translate(errors[field])}
        note={elsewhereNote(field)}
        remark={remarks[field] && translate(remarks[field])}
        onChange={(value) => change(field, value)}
      />
    );
  };
  const savedBefore = saved === undefined || changedFields.size > 0 ? undefined : findStudent(saved);

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
          <PanelTools
            studentUid={studentUid}
            state={current}
            isEdited={changedFields.size > 0}
            onEnter={(entered) => {
              message.value = undefined;
              draft.value = { ...draft.peek(), ...entered };
            }}
          />
          <Choice
            legend={translate(FIELD_LABELS.tier)}
            options={TIERS.map((value) => ({ value, label: `★${value}` }))}
            value={next.tier as (typeof TIERS)[number]}
            onChoose={(value) => change('tier', value)}
          />
          <FieldError text={errors.tier && translate(errors.tier)} />
          {elsewhereNote('tier')}
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
          {elsewhereNote('weaponTier')}
          {GROUPS.map(({ name, fields }) => (
            <fieldset key={name} class={`group ${name}`}>
              <legend>{translate(ROSTER.groups[name])}</legend>
              <div>
                {fields.map((field) => [
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
            </fieldset>
          ))}
        </div>
        <footer>
          <ErrorMessage error={save.error.value ?? removal.error.value} />
          <div role="alert">
            {firstCollision !== undefined && (
              <Decision text={EDITS.undecided(collisions.length)}>
                <button type="button" class="text-button" onClick={() => focusConflict(firstCollision)}>
                  {translate(EDITS.showField(translate(FIELD_LABELS[firstCollision])))}
                </button>
              </Decision>
            )}
            {isRemovedElsewhere && (
              <Decision text={EDITS.removedElsewhere}>
                <button
                  type="button"
                  class="button small quiet"
                  onClick={() => {
                    draft.value = { ...seen.peek(), ...draft.peek() };
                    seen.value = null;
                  }}
                >
                  {translate(EDITS.registerAgain)}
                </button>
                <button type="button" class="button small quiet" onClick={discard}>
                  {translate(EDITS.keepRemoved)}
                </button>
              </Decision>
            )}
            {heldRemoval && (
              <Decision text={EDITS.changedBeforeRemoval}>
                <button type="button" class="button small quiet danger" onClick={() => void removal.run()}>
                  {translate(EDITS.removeAnyway)}
                </button>
                <button type="button" class="button small quiet" onClick={discard}>
                  {translate(EDITS.keepStudent)}
                </button>
              </Decision>
            )}
          </div>
          <p role="status" class="panel-message">
            {message.value
              ? translate(message.value === 'waiting' ? EDITS.willBeSaved : ROSTER[message.value])
              : savedBefore && translate(ROSTER.savedStudent(nameOfStudent(savedBefore.student)))}
            {(message.value === 'saved' ||
              message.value === 'registered' ||
              (message.value === undefined && savedBefore)) &&
              lastChange.value && (
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
              <button type="button" class="button quiet" onClick={discard}>
                {translate(ROSTER.discard)}
              </button>
            )}
            <ActionButton pending={save.pending.value} disabled={changes === undefined || isRemovedElsewhere}>
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
            isRemoving.value = false;
            await removal.run();
          }}
        />
      )}
    </Dialog>
  );
}

/** What the player has to decide, at the button. */
const Decision = ({ text, children }: { text: Bilingual; children: ComponentChildren }) => (
  <Notice kind="warning">
    <p>{translate(text)}</p>
    <div class="buttons">{children}</div>
  </Notice>
);

const pick = (state: GrowthState, fields: readonly StateName[]): Partial<GrowthState> =>
  Object.fromEntries(fields.map((field) => [field, state[field]]));

const omit = (draft: Draft, fields: readonly StateName[]): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([field]) => !fields.includes(field as StateName)));

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
