import { useSignal } from '@preact/signals';
import type { PasskeyView } from '../../../../server/sign-in/views.ts';
import { accountApi } from '../../api/account-api.ts';
import { entryApi } from '../../api/entry-api.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Pending } from '../../components/pending.tsx';
import { Row, Rows } from '../../components/rows.tsx';
import { Section } from '../../components/section.tsx';
import { setTo } from '../../components/set-to.ts';
import { DateText, RelativeTime } from '../../components/time-text.tsx';
import { showToast } from '../../components/toast.tsx';
import { useResource } from '../../components/use-resource.ts';
import { createPasskey, suggestPasskeyName } from '../../session/passkey-ceremonies.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { beginSession, loadSession, newRecoveryCodes } from '../../session/session-state.ts';
import { ACCOUNT } from '../../texts/account-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { NameDialog } from './name-dialog.tsx';

type OpenDialog = { action: 'add' } | { action: 'rename' | 'remove'; passkey: PasskeyView };

export function PasskeySection() {
  const [passkeys, reload] = useResource(accountApi.listPasskeys);
  const dialog = useSignal<OpenDialog | undefined>(undefined);
  const close = setTo(dialog, undefined);
  const { value: all, error } = passkeys.value;
  const open = dialog.value;
  const add = async (name: string) => {
    const response = await createPasskey(await sendVerified(ACCOUNT.addPurpose, entryApi.passkeyOptions));
    const added = await sendVerified(ACCOUNT.addPurpose, () => entryApi.addPasskey(name, response));
    showToast(ACCOUNT.added(added.passkey.name));
    close();
    beginSession(added.session);
    newRecoveryCodes.value = added.recoveryCodes ?? undefined;
    await reload();
  };
  const rename = async (passkeyId: string, name: string) => {
    await sendVerified(ACCOUNT.renamePurpose, () => accountApi.renamePasskey(passkeyId, name));
    showToast(ACCOUNT.renamed);
    close();
    await reload();
  };
  const remove = async ({ passkeyId, name }: PasskeyView) => {
    await sendVerified(ACCOUNT.removePurpose, () => accountApi.removePasskey(passkeyId));
    showToast(ACCOUNT.removed(name));
    close();
    await Promise.all([reload(), loadSession()]);
  };
  return (
    <Section
      id="passkeys"
      title={ACCOUNT.passkeys}
      action={<Button icon="plus" text={ACCOUNT.addPasskey} onClick={setTo(dialog, { action: 'add' })} />}
    >
      <p>{translate(ACCOUNT.passkeysText)}</p>
      {all !== undefined ? (
        <Rows>
          {all.map((passkey) => (
            <PasskeyRow
              key={passkey.passkeyId}
              passkey={passkey}
              isLast={all.length === 1}
              onAct={(action) => {
                dialog.value = { action, passkey };
              }}
            />
          ))}
        </Rows>
      ) : (
        <Pending rows={1} error={error} onRetry={reload} />
      )}
      {open?.action === 'add' && (
        <NameDialog
          of="passkey"
          title={ACCOUNT.addPasskey}
          text={ACCOUNT.addText}
          initialName={suggestPasskeyName()}
          saveLabel={ACCOUNT.addPasskey}
          onSave={add}
          onClose={close}
        />
      )}
      {open?.action === 'rename' && (
        <NameDialog
          of="passkey"
          title={ACCOUNT.renameTitle}
          initialName={open.passkey.name}
          saveLabel={COMMON.save}
          onSave={(name) => rename(open.passkey.passkeyId, name)}
          onClose={close}
        />
      )}
      {open?.action === 'remove' && (
        <ConfirmDialog
          title={ACCOUNT.removeTitle}
          text={ACCOUNT.removeText(open.passkey.name)}
          confirmLabel={ACCOUNT.remove}
          onConfirm={() => remove(open.passkey)}
          onClose={close}
        />
      )}
    </Section>
  );
}

interface PasskeyRowProps {
  passkey: PasskeyView;
  isLast: boolean;
  onAct: (action: 'rename' | 'remove') => void;
}

const PasskeyRow = ({
  passkey: { name, createdAt, lastUsedAt, isBackedUp },
  isLast,
  onAct,
}: PasskeyRowProps) => (
  <Row
    title={name}
    facts={[
      [ACCOUNT.createdAt, <DateText at={createdAt} />],
      [WORDS.lastUsed, lastUsedAt === null ? translate(COMMON.never) : <RelativeTime at={lastUsedAt} />],
      isBackedUp !== null && [ACCOUNT.storedAs, translate(isBackedUp ? ACCOUNT.synced : ACCOUNT.onOneDevice)],
    ]}
    note={isLast && translate(ACCOUNT.lastPasskey)}
    buttons={
      <>
        <Button
          size="small"
          text={ACCOUNT.rename}
          label={ACCOUNT.renamePasskey(name)}
          onClick={() => onAct('rename')}
        />
        {!isLast && (
          <Button
            look="danger"
            size="small"
            text={ACCOUNT.remove}
            label={ACCOUNT.removePasskey(name)}
            onClick={() => onAct('remove')}
          />
        )}
      </>
    }
  />
);
