import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Goal } from '../../../../contract/goals.ts';
import type { GrowthState, StateName } from '../../../../contract/state-fields.ts';
import { EQUIPMENT } from '../../../../game/equipment-slots.ts';
import type { GrowthFacts } from '../../../../game/growth-facts.ts';
import { assumedLevels } from '../../../../game/planned-cost.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Form } from '../../components/dialog-form.tsx';
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
      <Buttons>
        {assumed.map((field) => (
          <Button
            key={field}
            size="small"
            text={GOALS.enterLevel(translate(FIELD_LABELS[field]))}
            aria-expanded={field === slot?.level}
            onClick={setTo(opened, field)}
          />
        ))}
      </Buttons>
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
    <Form action={save} isValid={isValid} ref={form} class={styles.form}>
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
      <Buttons>
        <Button
          look="primary"
          size="small"
          text={COMMON.save}
          pending={save.pending.value}
          disabled={!isValid}
        />
        <Button size="small" text={COMMON.cancel} onClick={onClose} />
      </Buttons>
      <ErrorMessage error={save.error.value} />
    </Form>
  );
}
