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
  rows(house) {
    const keys = createKeyHandlers(house);
    return [
      compressed(row('GET', '/keys', 'full', 'consoleListKeys', keys.list)),
      row('POST', '/keys', 'verified', 'consoleIssueKey', keys.issue),
      row('POST', '/keys/{keyId}/rotate', 'verified', 'consoleRotateKey', keys.rotate),
      reserved(row('DELETE', '/keys/{keyId}', 'verified', 'consoleRevokeKey', keys.revoke)),
    ];
  },
};
