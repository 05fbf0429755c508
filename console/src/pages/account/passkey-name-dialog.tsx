import { useSignal } from '@preact/signals';
import { checkName } from '../../check-name.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ActionButton, TextField } from '../../components/form-fields.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { COMMON } from '../../texts/common-texts.ts';
import { ENTRY } from '../../texts/entry-texts.ts';
import { translate } from '../../translate.ts';
import { useAction } from '../../use-action.ts';

interface PasskeyNameDialogProps {
  title: string;
  text?: string;
  initialName: string;
  saveLabel: string;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

export function PasskeyNameDialog({
  title,
  text,
  initialName,
  saveLabel,
  onSave,
  onClose,
}: PasskeyNameDialogProps) {
  const name = useSignal(initialName);
  const save = useAction(() => onSave(name.value.trim()));
  const nameError = checkName(name.value);
  return (
    <Dialog title={title} class="narrow" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (nameError === undefined) void save.run();
        }}
      >
        {text !== undefined && <p>{text}</p>}
        <TextField
          focused
          label={translate(ENTRY.passkeyName)}
          hint={translate(ENTRY.passkeyNameHint)}
          value={name.value}
          error={nameError && translate(nameError)}
          onInput={(value) => {
            name.value = value;
          }}
          input={{ name: 'passkey-name', required: true }}
        />
        <ErrorMessage error={save.error.value} />
        <div class="buttons end">
          <button type="button" class="button quiet" onClick={onClose}>
            {translate(COMMON.cancel)}
          </button>
          <ActionButton pending={save.pending.value}>{saveLabel}</ActionButton>
        </div>
      </form>
    </Dialog>
  );
}
