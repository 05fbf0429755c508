import type { ComponentChildren, ComponentProps } from 'preact';
import { useId } from 'preact/hooks';
import { type PageText, translate } from '../texts/translate.ts';
import styles from './form-fields.module.css';

interface FieldProps {
  id: string;
  label: PageText;
  isLabelHidden?: boolean;
  hint?: PageText | undefined;
  error?: PageText | undefined;
  /** What is entered in, described by `${id}-hint` and `${id}-error`. */
  children: ComponentChildren;
}

export const Field = ({ id, label, isLabelHidden, hint, error, children }: FieldProps) => (
  <div class={styles.field}>
    <label for={id} class={isLabelHidden ? 'visually-hidden' : undefined}>
      {translate(label)}
    </label>
    {children}
    <FieldError id={`${id}-error`}>{error && translate(error)}</FieldError>
    {hint !== undefined && (
      <p id={`${id}-hint`} class="hint">
        {translate(hint)}
      </p>
    )}
  </div>
);

interface FieldErrorProps {
  id?: string;
  class?: string | undefined;
  children: ComponentChildren;
}

/** Always rendered, because screen readers announce changes of a live region only. */
export const FieldError = ({ id, class: className = '', children }: FieldErrorProps) => (
  <p id={id} class={`${styles.error} ${className}`} role="alert">
    {children}
  </p>
);

interface TextFieldProps extends Omit<FieldProps, 'id' | 'children'> {
  value: string;
  onInput: (value: string) => void;
  /** Takes the focus when the form appears. */
  focused?: boolean;
  look?: 'short' | 'mono';
  input?: ComponentProps<'input'>;
  /** After the input. */
  children?: ComponentChildren;
}

export function TextField({ value, onInput, focused, look, input, children, ...field }: TextFieldProps) {
  const id = useId();
  return (
    <Field id={id} {...field}>
      <input
        autocomplete="off"
        {...input}
        id={id}
        class={look === 'short' ? styles.short : look === 'mono' ? styles.mono : undefined}
        value={value}
        autofocus={focused}
        aria-invalid={field.error !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {children}
    </Field>
  );
}

/** For what a tool has written. */
export const CodeArea = (area: ComponentProps<'textarea'>) => (
  <textarea spellcheck={false} autocomplete="off" autocapitalize="off" {...area} class={styles.mono} />
);
