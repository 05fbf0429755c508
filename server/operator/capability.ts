import type { Capability } from '../capability.ts';
import { compressed, reserved, row } from '../console/console-route.ts';
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
      row(
        'POST',
        '/server/catalogue-refresh',
        'operator',
        'consoleRefreshCatalogue',
        fetching.refreshCatalogue,
      ),
      row(
        'POST',
        '/server/catalogue-choice',
        'verified-operator',
        'consoleChooseCatalogue',
        fetching.chooseCatalogue,
      ),
      row(
        'POST',
        '/server/portraits-choice',
        'verified-operator',
        'consoleChoosePortraits',
        fetching.choosePortraits,
      ),
      row(
        'POST',
        '/server/portraits-removal',
        'verified-operator',
        'consoleRemovePortraits',
        fetching.removePortraits,
      ),
      compressed(row('GET', '/server/invites', 'operator', 'consoleListInvites', invites.list)),
      row('POST', '/server/invites', 'verified-operator', 'consoleCreateInvite', invites.create),
      reserved(
        row(
          'POST',
          '/server/invites/{inviteId}/revoke',
          'verified-operator',
          'consoleRevokeInvite',
          invites.revoke,
        ),
      ),
      compressed(row('GET', '/server/accounts', 'operator', 'consoleListAccounts', accounts.list)),
      reserved(
        row(
          'POST',
          '/server/accounts/{accountId}/suspend',
          'verified-operator',
          'consoleSuspend',
          accounts.suspend,
        ),
      ),
      row(
        'POST',
        '/server/accounts/{accountId}/activate',
        'verified-operator',
        'consoleActivate',
        accounts.activate,
      ),
      row(
        'POST',
        '/server/accounts/{accountId}/link',
        'verified-operator',
        'consoleCreateLink',
        accounts.link,
      ),
    ];
  },
});
