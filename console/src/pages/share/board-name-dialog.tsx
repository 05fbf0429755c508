import { useSignal } from '@preact/signals';
import { DialogForm } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/form-fields.tsx';
import { storeIn } from '../../components/set-to.ts';
import { useAction } from '../../components/use-action.ts';
import { BOARD } from '../../texts/board-texts.ts';
import { checkName } from '../../texts/check-name.ts';
import { type PageText, translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';

interface BoardNameDialogProps {
  title: PageText;
  text?: PageText;
  initialName: string;
  saveLabel: PageText;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the name of a board that is made or renamed. */
export function BoardNameDialog({
  title,
  text,
  initialName,
  saveLabel,
  onSave,
  onClose,
}: BoardNameDialogProps) {
  const name = useSignal(initialName);
  const save = useAction(() => onSave(name.value.trim()));
  const problem = checkName(name.value);
  return (
    <DialogForm
      title={title}
      look="narrow"
      action={save}
      isValid={problem === undefined}
      submitLabel={saveLabel}
      onClose={onClose}
    >
      {text !== undefined && <p>{translate(text)}</p>}
      <TextField
        focused
        label={WORDS.name}
        hint={BOARD.nameHint}
        value={name.value}
        error={save.isAttempted.value ? problem : undefined}
        onInput={storeIn(name)}
        input={{ name: 'board-name', required: true }}
      />
    </DialogForm>
  );
}
