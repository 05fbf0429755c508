import type { ComponentChildren } from 'preact';
import { type PageText, translate } from '../texts/translate.ts';
import { Button } from './button.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';
import { ErrorMessage } from './notice.tsx';
import { useAction } from './use-action.ts';

interface ConfirmDialogProps {
  title: PageText;
  text?: PageText;
  confirmLabel: PageText;
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
    <Dialog title={title} look={children === undefined ? 'narrow' : undefined} onClose={onClose}>
      {text !== undefined && <p>{translate(text)}</p>}
      {children}
      <ErrorMessage error={confirm.error.value} />
      <DialogButtons onClose={onClose}>
        <Button look={isDestructive ? 'destructive' : 'primary'} text={confirmLabel} action={confirm} />
      </DialogButtons>
    </Dialog>
  );
}
