import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../translate.ts';
import { useAction } from '../use-action.ts';
import { Dialog } from './dialog.tsx';
import { ActionButton } from './form-fields.tsx';
import { ErrorMessage } from './notice.tsx';

interface ConfirmDialogProps {
  title: string;
  text: string;
  confirmLabel: string;
  /** Red, for what cannot be undone. */
  isDestructive?: boolean;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  isDestructive = true,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const confirm = useAction(onConfirm);
  return (
    <Dialog title={title} class="narrow" onClose={onClose}>
      <p>{text}</p>
      <ErrorMessage error={confirm.error.value} />
      <div class="buttons end">
        <button type="button" class="button quiet" onClick={onClose}>
          {translate(COMMON.cancel)}
        </button>
        <ActionButton
          class={isDestructive ? 'destructive' : 'primary'}
          pending={confirm.pending.value}
          onClick={() => void confirm.run()}
        >
          {confirmLabel}
        </ActionButton>
      </div>
    </Dialog>
  );
}
