import { findAccount, issueKey, revokeKey, rotateKey } from '../../server/auth/accounts.ts';
import type { StoredKey } from '../../server/store/account-records.ts';
import { ABSENT, ACCOUNT, type Command } from '../command.ts';
import { duration, isoMoment } from '../option-values.ts';
import { moment } from '../table.ts';
import { issuedText, issuedView } from './issued.ts';

const keyView = ({
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
  issuedAt: moment(issuedAt),
  expiresAt: moment(expiresAt),
  lastUsedAt: moment(lastUsedAt),
  revokedAt: moment(revokedAt),
});

export const KEY_COMMANDS: readonly Command[] = [
  {
    words: 'key issue',
    args: [],
    help: 'Issue a key and show it, once.',
    example: 'key issue --account acc_2rXkH0fUeqV4T --permission write --name scanner',
    database: 'use',
    options: {
      account: ACCOUNT,
      permission: {
        value: 'read|write',
        help: 'what it may do; write includes read',
        required: true,
        oneOf: ['read', 'write'],
      },
      name: { value: 'TEXT', help: 'what to remember it by' },
      'expires-at': {
        value: 'ISO',
        help: 'when it ends, such as 2027-01-31T00:00:00Z; a year from now if not said',
      },
    },
    run: async ({ store, options }) => {
      const wish = {
        accountId: options.account ?? ABSENT,
        name: options.name ?? '',
        permission: options.permission as 'read' | 'write',
        expiresAt: options['expires-at'] === undefined ? undefined : isoMoment(options['expires-at']),
      };
      const issued = await issueKey(store, wish, Date.now());
      return { value: issuedView(issued), text: issuedText(issued) };
    },
  },
  {
    words: 'key list',
    args: [],
    help: 'List the keys of an account.',
    example: 'key list --account acc_2rXkH0fUeqV4T',
    database: 'use',
    options: { account: ACCOUNT },
    run: async ({ store, options }) => {
      const { accountId } = await findAccount(store, options.account ?? ABSENT);
      return { value: (await store.listKeys(accountId)).map(keyView) };
    },
  },
  {
    words: 'key rotate',
    args: ['KEYID'],
    help: 'Issue a key like this one, which ends after an overlap.',
    example: 'key rotate key_9dLw3ZbN1sYpE --overlap 7d',
    database: 'use',
    options: {
      overlap: {
        value: 'DURATION',
        help: 'how long both are good, such as 30m, 12h or 7d; 1d if not said, 0 ends the old one at once',
      },
    },
    run: async ({ store, args: [old], options }) => {
      const overlap = duration('overlap', options.overlap ?? '1d');
      const issued = await rotateKey(store, old, overlap, Date.now());
      const ends = moment(issued.replaced.expiresAt);
      return {
        value: { ...issuedView(issued), replaced: { keyId: old, expiresAt: ends } },
        text: `${issuedText(issued)}\nIt takes the place of ${old}, which is good until ${ends}.`,
      };
    },
  },
  {
    words: 'key revoke',
    args: ['KEYID'],
    help: 'End a key; it is refused from the next request on.',
    example: 'key revoke key_9dLw3ZbN1sYpE',
    database: 'use',
    options: {},
    run: async ({ store, args: [keyId] }) => {
      await revokeKey(store, keyId, Date.now());
      return { value: { keyId, revoked: true }, text: `Revoked ${keyId}.` };
    },
  },
];
