import { useSignal } from '@preact/signals';
import { DialogForm } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/form-fields.tsx';
import { storeIn } from '../../components/set-to.ts';
import { useAction } from '../../components/use-action.ts';
import { checkName } from '../../texts/check-name.ts';
import { ENTRY } from '../../texts/entry-texts.ts';
import { type PageText, translate } from '../../texts/translate.ts';

const FIELDS = {
  account: { label: ENTRY.accountName, hint: ENTRY.accountNameHint },
  passkey: { label: ENTRY.passkeyName, hint: ENTRY.passkeyNameHint },
} as const;

interface NameDialogProps {
  /** What has the name. */
  of: keyof typeof FIELDS;
  title: PageText;
  text?: PageText;
  initialName: string;
  saveLabel: PageText;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the name of the account or of a passkey. */
export function NameDialog({ of, title, text, initialName, saveLabel, onSave, onClose }: NameDialogProps) {
  const name = useSignal(initialName);
  const save = useAction(() => onSave(name.value.trim()));
  const nameError = checkName(name.value);
  return (
    <DialogForm
      title={title}
      look="narrow"
      action={save}
      isValid={nameError === undefined}
      submitLabel={saveLabel}
      onClose={onClose}
    >
      {text !== undefined && <p>{translate(text)}</p>}
      <TextField
        focused
        label={FIELDS[of].label}
        hint={FIELDS[of].hint}
        value={name.value}
        error={nameError}
        onInput={storeIn(name)}
        input={{ name: `${of}-name`, required: true }}
      />
    </DialogForm>
  );
}
