import type { Capability } from '../capability.ts';
import { compressed, reserved, row } from '../console/console-route.ts';
import { listKeys } from '../store/find-accounts.ts';
import { exportedAs } from '../store/table.ts';
import { createKeyHandlers, toKeyView } from './handlers.ts';
import { deleteEndedKeys } from './records.ts';

/** The API keys of an account. */
export const keys: Capability = {
  tables: {
    api_key: {
      ...exportedAs({
        name: 'keys',
        read: async (store, accountId) => (await listKeys(store, accountId)).map(toKeyView),
      }),
      expire: deleteEndedKeys,
    },
  },
  rows(services) {
    const handlers = createKeyHandlers(services);
    return [
      compressed(row('GET', '/keys', 'full', 'consoleListKeys', handlers.list)),
      row('POST', '/keys', 'verified', 'consoleIssueKey', handlers.issue),
      row('POST', '/keys/{keyId}/rotate', 'verified', 'consoleRotateKey', handlers.rotate),
      reserved(row('DELETE', '/keys/{keyId}', 'verified', 'consoleRevokeKey', handlers.revoke)),
    ];
  },
};
