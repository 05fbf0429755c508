import { PERMISSIONS, type Permission } from '../../contract/limits.ts';
import { findAccount } from '../../server/auth/accounts.ts';
import { KEY_PREFIX } from '../../server/auth/api-key.ts';
import { issueKey, revokeKey, rotateKey } from '../../server/auth/keys.ts';
import type { StoredKey } from '../../server/store/account-records.ts';
import { UserError } from '../../server/user-error.ts';
import { ACCOUNT_OPTION, type Command } from '../command.ts';
import { parseDuration, parseTime } from '../option-values.ts';
import { formatTime } from '../table.ts';
import { formatIssuedKey, toKeyOutput } from './issued-key-output.ts';

const toListedKey = ({
  keyId,
  name,
  permission,
  shown,
  issuedAt,
  expiresAt,
  lastUsedAt,
  revokedAt,
}: StoredKey) => ({
  keyId,
  name,
  permission,
  firstCharacters: shown,
  issuedAt: formatTime(issuedAt),
  expiresAt: formatTime(expiresAt),
  lastUsedAt: formatTime(lastUsedAt),
  revokedAt: formatTime(revokedAt),
});

export const KEY_COMMANDS: readonly Command[] = [
  {
    words: 'key issue',
    args: [],
    help: 'Issue an API key and print it once',
    example: 'key issue --account acc_2rXkH0fUeqV4T --permission write --name scanner',
    database: 'existing',
    options: {
      account: ACCOUNT_OPTION,
      permission: {
        value: PERMISSIONS.join('|'),
        help: 'Permission of the key; write includes read',
        required: true,
        oneOf: PERMISSIONS,
      },
      name: { value: 'TEXT', help: 'Name of the key' },
      'expires-at': {
        value: 'TIME',
        help: 'Expiry, such as 2027-01-31T00:00:00Z (default and maximum: one year from now)',
      },
    },
    run: async ({ store, options }) => {
      const request = {
        accountId: options.account as string,
        name: options.name ?? '',
        permission: options.permission as Permission,
        expiresAt: options['expires-at'] === undefined ? undefined : parseTime(options['expires-at']),
      };
      const issued = await issueKey(store, request, Date.now());
      return { value: toKeyOutput(issued), text: formatIssuedKey(issued) };
    },
  },
  {
    words: 'key list',
    args: [],
    help: 'List the keys of an account',
    example: 'key list --account acc_2rXkH0fUeqV4T',
    database: 'existing',
    options: { account: ACCOUNT_OPTION },
    run: async ({ store, options }) => {
      const { accountId } = await findAccount(store, options.account as string);
      return { value: (await store.listKeys(accountId)).map(toListedKey) };
    },
  },
  {
    words: 'key rotate',
    args: ['KEYID'],
    help: 'Issue a replacement for a key; the old key expires after an overlap',
    example: 'key rotate key_9dLw3ZbN1sYpE --overlap 7d',
    database: 'existing',
    options: {
      overlap: {
        value: 'DURATION',
        help: 'How long both keys are valid, such as 30m, 12h or 7d (default 1d; 0 ends the old key at once)',
      },
    },
    run: async ({ store, args: [oldKeyId], options }) => {
      requireKeyId(oldKeyId);
      const overlap = parseDuration('overlap', options.overlap ?? '1d');
      const issued = await rotateKey(store, oldKeyId, overlap, Date.now());
      const expiresAt = formatTime(issued.replaced.expiresAt);
      return {
        value: { ...toKeyOutput(issued), replaced: { keyId: oldKeyId, expiresAt } },
        text: `${formatIssuedKey(issued)}\nIt takes the place of ${oldKeyId}, which is good until ${expiresAt}.`,
      };
    },
  },
  {
    words: 'key revoke',
    args: ['KEYID'],
    help: 'Revoke a key; takes effect with the next request',
    example: 'key revoke key_9dLw3ZbN1sYpE',
    database: 'existing',
    options: {},
    run: async ({ store, args: [keyId] }) => {
      requireKeyId(keyId);
      await revokeKey(store, keyId, Date.now());
      return { value: { keyId, revoked: true }, text: `Revoked ${keyId}.` };
    },
  },
];

function requireKeyId(text: string): void {
  if (text.startsWith(KEY_PREFIX))
    throw new UserError(
      'That is an API key, not the ID of one. `rollbook key list --account ID` shows the ID next to the first characters of each key.',
    );
}
