import type { Capability } from '../capability.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { type ConsoleRow, compressed, reserved, row } from '../console/console-route.ts';
import { createFetchHandlers } from './fetch-handlers.ts';
import { createFetchViews } from './fetch-views.ts';
import { createOperatedAccountHandlers } from './operated-account-handlers.ts';
import type { OperatorContext, OperatorNeeds } from './operator-context.ts';
import { createOperatorInviteHandlers } from './operator-invite-handlers.ts';
import { createServerHandlers } from './server-handlers.ts';

/**
 * The operator's page. What gives access or takes it, and what is fetched from others, needs a passkey check within ten
 * minutes.
 */
export const operator = (needs: OperatorNeeds): Capability => ({
  rows(services) {
    const context: OperatorContext = { ...services, ...needs };
    const views = createFetchViews(context);
    const server = createServerHandlers(context, views);
    const fetching = createFetchHandlers(context, views);
    const invites = createOperatorInviteHandlers(context);
    const accounts = createOperatedAccountHandlers(context);
    return [
      row('GET', '/server', 'operator', 'consoleServer', server.status),
      post('catalogue-refresh', 'operator', 'consoleRefreshCatalogue', fetching.refreshCatalogue),
      post('catalogue-choice', 'verified-operator', 'consoleChooseCatalogue', fetching.chooseCatalogue),
      post('portraits-choice', 'verified-operator', 'consoleChoosePortraits', fetching.choosePortraits),
      post('portraits-removal', 'verified-operator', 'consoleRemovePortraits', fetching.removePortraits),
      compressed(row('GET', '/server/invites', 'operator', 'consoleListInvites', invites.list)),
      post('invites', 'verified-operator', 'consoleCreateInvite', invites.create),
      reserved(post('invites/{inviteId}/revoke', 'verified-operator', 'consoleRevokeInvite', invites.revoke)),
      compressed(row('GET', '/server/accounts', 'operator', 'consoleListAccounts', accounts.list)),
      reserved(post('accounts/{accountId}/suspend', 'verified-operator', 'consoleSuspend', accounts.suspend)),
      post('accounts/{accountId}/activate', 'verified-operator', 'consoleActivate', accounts.activate),
      post('accounts/{accountId}/link', 'verified-operator', 'consoleCreateLink', accounts.link),
    ];
  },
});

const post = (
  path: string,
  session: 'operator' | 'verified-operator',
  operation: ConsoleRow['operation'],
  handle: (request: SessionRequest) => Promise<unknown>,
): ConsoleRow => row('POST', `/server/${path}`, session, operation, handle);
