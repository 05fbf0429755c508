import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { PANEL } from '../texts/panel-texts.ts';
import { translate } from '../texts/translate.ts';
import { FieldError } from './form-fields.tsx';
import styles from './number-field.module.css';
import { parseValue } from './parse-value.ts';

interface NumberFieldProps {
  /** Of the input, by which it is found. */
  name?: string;
  label: string;
  /** What the label adds, in the field alone. */
  detail?: string | undefined;
  value: number | null;
  min: number;
  max: number;
  /** What the button for the most enters, and where the steps stop; the values up to `max` are typed. */
  maximum?: number | undefined;
  /** Where the steps begin as long as nothing is entered; without it at either end. */
  start?: number | undefined;
  isChanged: boolean;
  /** What is said beside the label. */
  target?: ComponentChildren;
  error: string | undefined;
  /** What is said below the field. */
  note?: ComponentChildren;
  /** That the game does not know such a value. */
  remark?: string | undefined;
  onChange: (value: number | null) => void;
}

/** A number with one step less, one step more and the most. The arrow keys step as well; nothing is null. */
export function NumberField({
  name,
  label,
  detail,
  value,
  min,
  max,
  maximum,
  start,
  isChanged,
  target,
  error,
  note,
  remark,
  onChange,
}: NumberFieldProps) {
  const id = useId();
  /** What is typed, as long as it is no number. */
  const text = useSignal<string | undefined>(undefined);
  const shown = value === null || Number.isNaN(value) ? '' : String(value);
  const limit = maximum ?? max;
  const step = (by: number) => {
    text.value = undefined;
    const from = value === null || Number.isNaN(value) ? (start ?? (by > 0 ? min - 1 : limit + 1)) : value;
    const top = from > limit ? max : limit;
    onChange(Math.min(top, Math.max(min, from + by)));
  };
  return (
    <div class={isChanged ? `${styles.field} ${styles.changed}` : styles.field}>
      <label for={id}>
        {label}
        {detail && <span> · {detail}</span>}
      </label>
      <div id={`${id}-target`}>{target}</div>
      <div class={styles.stepper}>
        <StepButton label={`${label}: ${translate(PANEL.minus)}`} text="−" onClick={() => step(-1)} />
        <input
          id={id}
          name={name}
          role="spinbutton"
          inputMode="numeric"
          autocomplete="off"
          placeholder="–"
          value={text.value ?? shown}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-valuenow={shown === '' ? undefined : Number(shown)}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-target ${id}-error ${id}-note ${id}-remark`}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onInput={({ currentTarget }) => {
            const typed = parseValue(currentTarget.value);
            text.value = Number.isNaN(typed) ? currentTarget.value : undefined;
            onChange(typed);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            step(event.key === 'ArrowUp' ? 1 : -1);
          }}
        />
        <StepButton label={`${label}: ${translate(PANEL.plus)}`} text="+" onClick={() => step(1)} />
        {maximum !== undefined && (
          <button
            type="button"
            tabIndex={-1}
            class={styles.maximum}
            aria-label={`${label}: ${translate(PANEL.maximum)} ${maximum}`}
            onClick={() => {
              text.value = undefined;
              onChange(maximum);
            }}
          >
            {maximum}
          </button>
        )}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <div id={`${id}-note`}>{note}</div>
      <FieldRemark id={`${id}-remark`}>{error === undefined && remark}</FieldRemark>
    </div>
  );
}

/** What is odd about a value that is valid. */
export const FieldRemark = ({ id, children }: { id?: string; children: ComponentChildren }) => (
  <p id={id} class={styles.remark}>
    {children}
  </p>
);

/** For a pointer: the field itself takes the arrow keys. */
const StepButton = ({ label, text, onClick }: { label: string; text: string; onClick: () => void }) => (
  <button type="button" tabIndex={-1} aria-label={label} onClick={onClick}>
    {text}
  </button>
);
