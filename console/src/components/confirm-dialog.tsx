import type { ComponentChildren } from 'preact';
import { Dialog, DialogButtons } from './dialog.tsx';
import { ActionButton } from './form-fields.tsx';
import { ErrorMessage } from './notice.tsx';
import { useAction } from './use-action.ts';

interface ConfirmDialogProps {
  title: string;
  text?: string;
  confirmLabel: string;
  /** Red, for what cannot be undone. */
  isDestructive?: boolean;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  /** What is looked at before it is confirmed. */
  children?: ComponentChildren;
}

export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  isDestructive = true,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const confirm = useAction(onConfirm);
  return (
    <Dialog title={title} class={children === undefined ? 'narrow' : undefined} onClose={onClose}>
      {text !== undefined && <p>{text}</p>}
      {children}
      <ErrorMessage error={confirm.error.value} />
      <DialogButtons onClose={onClose}>
        <ActionButton
          class={isDestructive ? 'destructive' : 'primary'}
          pending={confirm.pending.value}
          onClick={() => void confirm.run()}
        >
          {confirmLabel}
        </ActionButton>
      </DialogButtons>
    </Dialog>
  );
}
