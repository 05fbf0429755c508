import type { ProposalView, ProposedView } from '../../../server/proposals/views.ts';
import { ofAccount, sendRequest } from './send-request.ts';

const pathOf = (id: string): string => `/proposals/${encodeURIComponent(id)}`;

/** What tools propose to an account. */
export const proposalApi = {
  list: async (accountId: string) =>
    (await sendRequest<{ proposals: ProposalView[] }>('GET', '/proposals', undefined, ofAccount(accountId)))
      .proposals,
  read: (accountId: string, id: string) =>
    sendRequest<ProposedView>('GET', pathOf(id), undefined, ofAccount(accountId)),
  /** Null declines it. */
  end: (accountId: string, id: string, applied: number | null) =>
    sendRequest<object>('POST', `${pathOf(id)}/end`, { applied }, ofAccount(accountId)),
};
