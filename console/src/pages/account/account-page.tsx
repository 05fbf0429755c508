import { useSignal } from '@preact/signals';
import { accountApi } from '../../api/account-api.ts';
import { consoleApi } from '../../api/console-api.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { RecoveryCodes } from '../../components/recovery-codes.tsx';
import { Section } from '../../components/section.tsx';
import { setTo } from '../../components/set-to.ts';
import { formatLongDate } from '../../components/time-text.tsx';
import { showToast } from '../../components/toast.tsx';
import { PreferenceFields } from '../../frame/settings-menu.tsx';
import { sendVerified } from '../../session/send-verified.ts';
import { beginSession, loadSession, signedInSession } from '../../session/session-state.ts';
import { ACCOUNT } from '../../texts/account-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { ENTRY } from '../../texts/entry-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './account-page.module.css';
import { ActivityList } from './activity-list.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';
import { NameDialog } from './name-dialog.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { SessionSection } from './session-section.tsx';

export function AccountPage() {
  const view = signedInSession();
  if (view === undefined) return null;
  return (
    <>
      <PageHeading title={COMMON.account}>
        <p>
          <strong>{view.account.name}</strong> ·{' '}
          {translate(ACCOUNT.since(formatLongDate(view.account.createdAt)))}
        </p>
        <AccountRename name={view.account.name} />
      </PageHeading>
      <PasskeySection />
      <RecoveryCodeSection left={view.recoveryCodesLeft} />
      <SessionSection endsAt={view.endsAt} />
      <ActivityList />
      <Section id="looks" title={COMMON.settings}>
        <div class={styles.preferences}>
          <PreferenceFields />
        </div>
      </Section>
      <DeleteAccountSection name={view.account.name} />
    </>
  );
}

function AccountRename({ name }: { name: string }) {
  const isOpen = useSignal(false);
  const close = setTo(isOpen, false);
  return (
    <>
      <Button look="text" text={ACCOUNT.rename} onClick={setTo(isOpen, true)} />
      {isOpen.value && (
        <NameDialog
          of="account"
          title={ACCOUNT.rename}
          initialName={name}
          saveLabel={COMMON.save}
          onSave={async (newName) => {
            beginSession(await consoleApi.changeAccount({ name: newName }));
            showToast(ACCOUNT.renamedAccount);
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

const FEW_CODES = 3;

function RecoveryCodeSection({ left }: { left: number }) {
  const isAsking = useSignal(false);
  const codes = useSignal<readonly string[] | undefined>(undefined);
  return (
    <Section
      id="recovery-codes"
      title={ENTRY.codesList}
      action={<Button text={ACCOUNT.newCodes} onClick={setTo(isAsking, true)} />}
    >
      <p>
        {translate(ACCOUNT.codesText)} <strong>{translate(ACCOUNT.codesLeft(left))}</strong>
      </p>
      {left <= FEW_CODES && (
        <Notice kind="warning">{translate(left === 0 ? ACCOUNT.codesNone : ACCOUNT.codesFew)}</Notice>
      )}
      {isAsking.value && (
        <ConfirmDialog
          title={ACCOUNT.newCodesTitle}
          text={ACCOUNT.newCodesText}
          confirmLabel={ACCOUNT.newCodes}
          isDestructive={false}
          onClose={setTo(isAsking, false)}
          onConfirm={async () => {
            codes.value = await sendVerified(ACCOUNT.newCodesPurpose, accountApi.replaceRecoveryCodes);
            isAsking.value = false;
            void loadSession();
          }}
        />
      )}
      {codes.value && (
        <Dialog title={ENTRY.codesTitle} dismissible={false} look="printed" onClose={setTo(codes, undefined)}>
          <RecoveryCodes codes={codes.value} onKept={setTo(codes, undefined)} />
        </Dialog>
      )}
    </Section>
  );
}
