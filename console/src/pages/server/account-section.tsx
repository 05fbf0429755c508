import { useSignal } from '@preact/signals';
import type { AccountLinkView, OperatedAccountView } from '../../../../server/operator/views.ts';
import { serverApi } from '../../api/server-api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Section } from '../../components/section.tsx';
import { setTo } from '../../components/set-to.ts';
import { formatDateTime } from '../../components/time-text.tsx';
import { showToast } from '../../components/toast.tsx';
import { sendVerified } from '../../session/send-verified.ts';
import { SERVER } from '../../texts/server-texts.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import { AccountList } from './account-list.tsx';
import type { AccountAction } from './account-row.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { useAccountPages } from './use-account-pages.ts';

type OpenDialog =
  | { action: AccountAction; account: OperatedAccountView }
  | { action: 'show'; account: OperatedAccountView; link: AccountLinkView };

/** Every account of the server, without what is in it. */
export function AccountSection() {
  const pages = useAccountPages();
  const dialog = useSignal<OpenDialog | undefined>(undefined);
  const close = setTo(dialog, undefined);
  const suspend = async ({ accountId, name }: OperatedAccountView) => {
    pages.replace(await sendVerified(SERVER.suspendPurpose, () => serverApi.suspendAccount(accountId)));
    showToast(SERVER.accountSuspended(name));
    close();
  };
  const activate = async ({ accountId, name }: OperatedAccountView) => {
    pages.replace(await sendVerified(SERVER.activatePurpose, () => serverApi.activateAccount(accountId)));
    showToast(SERVER.accountActivated(name));
    close();
  };
  const createLink = async (account: OperatedAccountView) => {
    const link = await sendVerified(SERVER.linkPurpose, () => serverApi.createAccountLink(account.accountId));
    dialog.value = { action: 'show', account, link };
  };
  const open = dialog.value;
  return (
    <Section id="accounts" title={SERVER.accounts}>
      <p>{translate(SERVER.accountsText)}</p>
      <AccountList
        pages={pages}
        onAct={(action, account) => {
          dialog.value = { action, account };
        }}
      />
      {open?.action === 'suspend' && (
        <ConfirmDialog
          title={SERVER.suspendTitle}
          text={SERVER.suspendText(open.account.name)}
          confirmLabel={SERVER.suspend}
          onConfirm={() => suspend(open.account)}
          onClose={close}
        />
      )}
      {open?.action === 'activate' && (
        <ConfirmDialog
          title={SERVER.activateTitle}
          text={SERVER.activateText(open.account.name)}
          confirmLabel={SERVER.activate}
          isDestructive={false}
          onConfirm={() => activate(open.account)}
          onClose={close}
        />
      )}
      {open?.action === 'link' && (
        <ConfirmDialog
          title={SERVER.linkTitle}
          text={SERVER.linkText(open.account.name)}
          confirmLabel={SHARE.create}
          isDestructive={false}
          onConfirm={() => createLink(open.account)}
          onClose={close}
        />
      )}
      {open?.action === 'show' && (
        <AddressDialog
          title={SERVER.sendLink}
          label={SERVER.linkAddress(open.account.name)}
          url={open.link.url}
          use={SERVER.linkUse(formatDateTime(open.link.expiresAt))}
          onClose={close}
        />
      )}
    </Section>
  );
}
