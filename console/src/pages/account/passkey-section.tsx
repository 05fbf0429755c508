import { useSignal } from '@preact/signals';
import type { PasskeyView } from '../../../../server/sign-in/views.ts';
import { accountApi } from '../../api/account-api.ts';
import { entryApi } from '../../api/entry-api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Pending } from '../../components/pending.tsx';
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
  const close = () => {
    dialog.value = undefined;
  };
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
    <section aria-labelledby="passkeys">
      <div class="section-heading">
        <h2 id="passkeys">{translate(ACCOUNT.passkeys)}</h2>
        <button type="button" class="button quiet" onClick={setTo(dialog, { action: 'add' })}>
          <Icon name="plus" />
          <span>{translate(ACCOUNT.addPasskey)}</span>
        </button>
      </div>
      <p>{translate(ACCOUNT.passkeysText)}</p>
      {all !== undefined ? (
        <ul class="rows">
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
        </ul>
      ) : (
        <Pending rows={1} error={error} onRetry={reload} />
      )}
      {open?.action === 'add' && (
        <NameDialog
          of="passkey"
          title={translate(ACCOUNT.addPasskey)}
          text={translate(ACCOUNT.addText)}
          initialName={suggestPasskeyName()}
          saveLabel={translate(ACCOUNT.addPasskey)}
          onSave={add}
          onClose={close}
        />
      )}
      {open?.action === 'rename' && (
        <NameDialog
          of="passkey"
          title={translate(ACCOUNT.renameTitle)}
          initialName={open.passkey.name}
          saveLabel={translate(COMMON.save)}
          onSave={(name) => rename(open.passkey.passkeyId, name)}
          onClose={close}
        />
      )}
      {open?.action === 'remove' && (
        <ConfirmDialog
          title={translate(ACCOUNT.removeTitle)}
          text={translate(ACCOUNT.removeText(open.passkey.name))}
          confirmLabel={translate(ACCOUNT.remove)}
          onConfirm={() => remove(open.passkey)}
          onClose={close}
        />
      )}
    </section>
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
  <li>
    <div class="row-title">
      <strong>{name}</strong>
    </div>
    <dl>
      <div>
        <dt>{translate(ACCOUNT.createdAt)}</dt>
        <dd>
          <DateText at={createdAt} />
        </dd>
      </div>
      <div>
        <dt>{translate(WORDS.lastUsed)}</dt>
        <dd>{lastUsedAt === null ? translate(COMMON.never) : <RelativeTime at={lastUsedAt} />}</dd>
      </div>
      {isBackedUp !== null && (
        <div>
          <dt>{translate(ACCOUNT.storedAs)}</dt>
          <dd>{translate(isBackedUp ? ACCOUNT.synced : ACCOUNT.onOneDevice)}</dd>
        </div>
      )}
    </dl>
    <div class="buttons">
      <button
        type="button"
        class="button small quiet"
        aria-label={translate(ACCOUNT.renamePasskey(name))}
        onClick={() => onAct('rename')}
      >
        {translate(ACCOUNT.rename)}
      </button>
      {!isLast && (
        <button
          type="button"
          class="button small quiet danger"
          aria-label={translate(ACCOUNT.removePasskey(name))}
          onClick={() => onAct('remove')}
        >
          {translate(ACCOUNT.remove)}
        </button>
      )}
    </div>
    {isLast && <p class="hint">{translate(ACCOUNT.lastPasskey)}</p>}
  </li>
);
