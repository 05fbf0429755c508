import { useSignal } from '@preact/signals';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/form-fields.tsx';
import { storeIn } from '../../components/set-to.ts';
import { useAction } from '../../components/use-action.ts';
import { checkName } from '../../texts/check-name.ts';
import { ENTRY } from '../../texts/entry-texts.ts';
import { translate } from '../../texts/translate.ts';

const FIELDS = {
  account: { label: ENTRY.accountName, hint: ENTRY.accountNameHint },
  passkey: { label: ENTRY.passkeyName, hint: ENTRY.passkeyNameHint },
} as const;

interface NameDialogProps {
  /** What has the name. */
  of: keyof typeof FIELDS;
  title: string;
  text?: string;
  initialName: string;
  saveLabel: string;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the name of the account or of a passkey. */
export function NameDialog({ of, title, text, initialName, saveLabel, onSave, onClose }: NameDialogProps) {
  const name = useSignal(initialName);
  const save = useAction(() => onSave(name.value.trim()));
  const nameError = checkName(name.value);
  return (
    <Dialog title={title} class="narrow" onClose={onClose}>
      <DialogForm action={save} isValid={nameError === undefined} submitLabel={saveLabel} onClose={onClose}>
        {text !== undefined && <p>{text}</p>}
        <TextField
          focused
          label={translate(FIELDS[of].label)}
          hint={translate(FIELDS[of].hint)}
          value={name.value}
          error={nameError && translate(nameError)}
          onInput={storeIn(name)}
          input={{ name: `${of}-name`, required: true }}
        />
      </DialogForm>
    </Dialog>
  );
}
