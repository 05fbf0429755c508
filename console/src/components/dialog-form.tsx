import type { ComponentChildren, ComponentProps } from 'preact';
import type { Bilingual } from '../../../contract/bilingual.ts';
import type { PageText } from '../texts/translate.ts';
import { Button } from './button.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';
import { ErrorMessage } from './notice.tsx';
import type { Action } from './use-action.ts';

interface FormProps extends Omit<ComponentProps<'form'>, 'action' | 'onSubmit'> {
  /** What the form is sent with. */
  action: Action<[]>;
  isValid?: boolean | undefined;
}

export const Form = ({ action, isValid = true, ...others }: FormProps) => (
  <form
    noValidate
    {...others}
    onSubmit={(event) => {
      event.preventDefault();
      action.isAttempted.value = true;
      if (isValid) void action.run();
    }}
  />
);

interface DialogFormProps extends Pick<FormProps, 'action' | 'isValid'> {
  title: PageText;
  look?: 'narrow';
  submitLabel: PageText;
  /** There is nothing to send. */
  disabled?: boolean;
  /** Red, for what cannot be undone. */
  isDestructive?: boolean;
  /** In place of the action's own. */
  error?: unknown;
  /** What `invalid_request` means here. */
  invalid?: Bilingual;
  onClose: () => void;
  children: ComponentChildren;
}

/** A dialog that is a form: its fields, what went wrong, and the buttons. */
export const DialogForm = ({
  title,
  look,
  submitLabel,
  disabled = false,
  isDestructive = false,
  action,
  error = action.error.value,
  invalid,
  onClose,
  children,
  ...form
}: DialogFormProps) => (
  <Dialog title={title} look={look} onClose={onClose}>
    <Form action={action} {...form}>
      {children}
      <ErrorMessage error={error} invalid={invalid} />
      <DialogButtons onClose={onClose}>
        <Button
          text={submitLabel}
          look={isDestructive ? 'destructive' : 'primary'}
          pending={action.pending.value}
          disabled={disabled}
        />
      </DialogButtons>
    </Form>
  </Dialog>
);
