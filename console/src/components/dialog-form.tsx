import type { ComponentChildren } from 'preact';
import { DialogButtons } from './dialog.tsx';
import { ActionButton } from './form-fields.tsx';
import { ErrorMessage } from './notice.tsx';
import type { Action } from './use-action.ts';

interface DialogFormProps {
  /** What the form is sent with. */
  action: Action<[]>;
  submitLabel: string;
  /** Called at each attempt, also where the fields are not valid: from then on they say what is wrong. */
  onAttempt?: () => void;
  isValid?: boolean;
  /** There is nothing to send. */
  disabled?: boolean;
  /** Red, for what cannot be undone. */
  isDestructive?: boolean;
  /** In place of the action's own. */
  error?: unknown;
  onClose: () => void;
  children: ComponentChildren;
}

/** The form of a dialog: its fields, what went wrong, and the buttons. */
export const DialogForm = ({
  action,
  submitLabel,
  onAttempt,
  isValid = true,
  disabled = false,
  isDestructive = false,
  error = action.error.value,
  onClose,
  children,
}: DialogFormProps) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onAttempt?.();
      if (isValid) void action.run();
    }}
  >
    {children}
    <ErrorMessage error={error} />
    <DialogButtons onClose={onClose}>
      <ActionButton
        class={isDestructive ? 'destructive' : 'primary'}
        pending={action.pending.value}
        disabled={disabled}
      >
        {submitLabel}
      </ActionButton>
    </DialogButtons>
  </form>
);
