import type { ComponentChildren, ComponentProps } from 'preact';
import { useId } from 'preact/hooks';

interface TextFieldProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  value: string;
  onInput: (value: string) => void;
  /** Takes the focus when the form appears. */
  focused?: boolean;
  input?: ComponentProps<'input'>;
}

export function TextField({ label, hint, error, value, onInput, focused, input }: TextFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        autocomplete="off"
        {...input}
        id={id}
        value={value}
        autofocus={focused}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <p id={`${id}-error`} class="field-error" role="alert">
        {error}
      </p>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string | number> {
  legend: string;
  options: readonly { value: Value; label: string; hint?: string }[];
  value: Value;
  onChoose: (value: Value) => void;
  /** `segments` stand side by side, `cards` have a hint each. */
  look?: 'segments' | 'cards';
}

/** A group of radio buttons. */
export function Choice<Value extends string | number>({
  legend,
  options,
  value,
  onChoose,
  look = 'segments',
}: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset class="field">
      <legend>{legend}</legend>
      <div class={look}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
            {option.hint !== undefined && <small>{option.hint}</small>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ActionButtonProps {
  pending: boolean;
  disabled?: boolean;
  class?: string;
  /** For screen readers, where the text does not say enough. */
  label?: string;
  /** The ID of what they read with it. */
  describedBy?: string;
  /** Without it the button submits its form. */
  onClick?: () => void;
  children: ComponentChildren;
}

/** A button that keeps its size and the focus while its request is under way. */
export const ActionButton = ({
  pending,
  disabled = false,
  class: className = 'primary',
  label,
  describedBy,
  onClick,
  children,
}: ActionButtonProps) => (
  <button
    type={onClick ? 'button' : 'submit'}
    class={`button ${className}`}
    aria-label={label}
    aria-describedby={describedBy}
    aria-disabled={pending || disabled}
    aria-busy={pending}
    onClick={(event) => {
      if (pending || disabled) event.preventDefault();
      else onClick?.();
    }}
  >
    <span>{children}</span>
  </button>
);
