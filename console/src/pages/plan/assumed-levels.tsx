import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Goal } from '../../../../contract/goals.ts';
import type { GrowthState, StateName } from '../../../../contract/state-fields.ts';
import { EQUIPMENT } from '../../../../game/equipment-slots.ts';
import type { GrowthFacts } from '../../../../game/growth-facts.ts';
import { assumedLevels } from '../../../../game/planned-cost.ts';
import { ActionButton } from '../../components/form-fields.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { setTo, storeIn } from '../../components/set-to.ts';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { changeStudent } from '../../roster/roster-store.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { GOALS } from '../../texts/goal-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import styles from './assumed-levels.module.css';

interface AssumedLevelsProps {
  facts: GrowthFacts;
  goal: Goal;
  state: GrowthState;
}

/** Levels that count as the cap of their tier, each with a field for what it is. */
export function AssumedLevels({ facts, goal: { studentUid, wanted }, state }: AssumedLevelsProps) {
  const opened = useSignal<StateName | undefined>(undefined);
  const assumed = assumedLevels(state, wanted);
  if (assumed.length === 0) return null;
  const slot = EQUIPMENT.find(({ level }) => level === opened.value && assumed.includes(level));
  const cap = slot && facts.costs.equip.capByTier[(state[slot.tier] ?? 1) - 1];
  return (
    <div class={styles.assumed}>
      <p>
        {translate(GOALS.assumedLevels(assumed.map((field) => translate(FIELD_LABELS[field])).join(', ')))}
      </p>
      <div class="buttons">
        {assumed.map((field) => (
          <button
            key={field}
            type="button"
            class="button quiet small"
            aria-expanded={field === slot?.level}
            onClick={setTo(opened, field)}
          >
            {translate(GOALS.enterLevel(translate(FIELD_LABELS[field])))}
          </button>
        ))}
      </div>
      {slot && cap !== undefined && (
        <LevelForm
          key={slot.level}
          studentUid={studentUid}
          field={slot.level}
          cap={cap}
          onClose={setTo(opened, undefined)}
        />
      )}
    </div>
  );
}

interface LevelFormProps {
  studentUid: string;
  field: StateName;
  /** The highest level of the tier. */
  cap: number;
  onClose: () => void;
}

function LevelForm({ studentUid, field, cap, onClose }: LevelFormProps) {
  const level = useSignal<number | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const label = translate(FIELD_LABELS[field]);
  const { value } = level;
  const isValid = value !== null && Number.isInteger(value) && value >= 1 && value <= cap;
  const save = useAction(async () => {
    await changeStudent({ studentUid, changes: { [field]: value } });
    showToast(GOALS.recordedLevel(FIELD_LABELS[field], value ?? cap));
    onClose();
  });
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <form
      ref={form}
      class={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) void save.run();
      }}
    >
      <NumberField
        label={label}
        value={value}
        min={1}
        max={cap}
        maximum={cap}
        isChanged={false}
        error={value === null || isValid ? undefined : translate(WORDS.numberInvalid(cap))}
        onChange={storeIn(level)}
      />
      <div class="buttons">
        <ActionButton class="small" pending={save.pending.value} disabled={!isValid}>
          {translate(COMMON.save)}
        </ActionButton>
        <button type="button" class="button quiet small" onClick={onClose}>
          {translate(COMMON.cancel)}
        </button>
      </div>
      <ErrorMessage error={save.error.value} />
    </form>
  );
}
