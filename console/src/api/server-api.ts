import type {
  AccountLinkView,
  CatalogueView,
  CreatedInviteView,
  InvitesView,
  InviteView,
  OperatedAccountsView,
  OperatedAccountView,
  PortraitsView,
  ServerView,
} from '../../../server/operator/views.ts';
import { sendRequest } from './send-request.ts';

export interface InviteForm {
  uses: number;
  days: number;
}

const accountPath = (accountId: string, action: 'suspend' | 'activate' | 'link'): string =>
  `/server/accounts/${encodeURIComponent(accountId)}/${action}`;

/** The requests that only an operator's account may send. */
export const serverApi = {
  readServer: () => sendRequest<ServerView>('GET', '/server'),
  refreshCatalogue: () => sendRequest<CatalogueView>('POST', '/server/catalogue-refresh', {}),
  chooseCatalogue: (isOn: boolean) =>
    sendRequest<CatalogueView>('POST', '/server/catalogue-choice', { isOn }),
  choosePortraits: (isOn: boolean) =>
    sendRequest<PortraitsView>('POST', '/server/portraits-choice', { isOn }),
  removePortraits: () => sendRequest<PortraitsView>('POST', '/server/portraits-removal', {}),

  listInvites: async () => (await sendRequest<InvitesView>('GET', '/server/invites')).invites,
  createInvite: (form: InviteForm) => sendRequest<CreatedInviteView>('POST', '/server/invites', form),
  revokeInvite: (inviteId: string) =>
    sendRequest<InviteView>('POST', `/server/invites/${encodeURIComponent(inviteId)}/revoke`, {}),

  /** A page of those whose name contains the text; `after` is where the page before it ended. */
  listAccounts: (name: string, after: string | null) => {
    const query = new URLSearchParams({ ...(name !== '' && { name }), ...(after !== null && { after }) });
    return sendRequest<OperatedAccountsView>('GET', `/server/accounts${query.size > 0 ? `?${query}` : ''}`);
  },
  suspendAccount: (accountId: string) =>
    sendRequest<OperatedAccountView>('POST', accountPath(accountId, 'suspend'), {}),
  activateAccount: (accountId: string) =>
    sendRequest<OperatedAccountView>('POST', accountPath(accountId, 'activate'), {}),
  createAccountLink: (accountId: string) =>
    sendRequest<AccountLinkView>('POST', accountPath(accountId, 'link'), {}),
};
