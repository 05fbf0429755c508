import { useSignal } from '@preact/signals';
import { accountApi } from '../../api/account-api.ts';
import { AccountDataButton } from '../../components/account-data-button.tsx';
import { Button } from '../../components/button.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/form-fields.tsx';
import { Section } from '../../components/section.tsx';
import { setTo } from '../../components/set-to.ts';
import { useAction } from '../../components/use-action.ts';
import { leaveAccount } from '../../session/held-account.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { ACCOUNT } from '../../texts/account-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './delete-account-section.module.css';

export function DeleteAccountSection({ name }: { name: string }) {
  const isAsking = useSignal(false);
  return (
    <Section
      id="delete-account"
      title={ACCOUNT.deleteAccount}
      action={<Button look="danger" text={ACCOUNT.deleteAccount} onClick={setTo(isAsking, true)} />}
    >
      <p>{translate(ACCOUNT.deleteText)}</p>
      <p>
        {translate(ACCOUNT.moveText)} <AccountDataButton look="link" text={ACCOUNT.moveLink} />
      </p>
      {isAsking.value && <DeleteAccountDialog name={name} onClose={setTo(isAsking, false)} />}
    </Section>
  );
}

function DeleteAccountDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const typed = useSignal('');
  const isConfirmed = toComparable(typed.value) === toComparable(name);
  const remove = useAction(async () => {
    await sendVerified(ACCOUNT.deletePurpose, accountApi.deleteAccount);
    leaveAccount('account-deleted');
  });
  return (
    <DialogForm
      title={ACCOUNT.deleteTitle}
      action={remove}
      isValid={isConfirmed}
      isDestructive
      submitLabel={ACCOUNT.deleteButton}
      onClose={onClose}
    >
      <p>{translate(ACCOUNT.deleteWarning)}</p>
      <div class={styles.savedFirst}>
        <p>{translate(ACCOUNT.deleteSaveFirst)}</p>
        <AccountDataButton />
      </div>
      <TextField
        label={ACCOUNT.deleteConfirm(name)}
        value={typed.value}
        error={remove.isAttempted.value && !isConfirmed ? ACCOUNT.deleteMismatch : undefined}
        onInput={(value) => {
          typed.value = value;
          remove.isAttempted.value = false;
        }}
        input={{ name: 'confirm-account-name', required: true, spellcheck: false }}
      />
    </DialogForm>
  );
}

/** Keyboards compose Hangul and accents in different ways. */
const toComparable = (name: string): string => name.normalize('NFC').trim();
