import { KEY_PREFIX } from '../../contract/api-key-format.ts';
import { AREA_NAMES, type Area, isArea, permissionOf } from '../../contract/areas.ts';
import { PERMISSIONS, type Permission } from '../../contract/limits.ts';
import { requireAccount, requirePrintableName } from '../../server/accounts/accounts.ts';
import { UserError } from '../../server/errors/user-error.ts';
import { issueKey, revokeKey, rotateKey } from '../../server/keys/keys.ts';
import { OPERATOR } from '../../server/store/caller.ts';
import { findKeyById, listKeys } from '../../server/store/find-accounts.ts';
import type { Store } from '../../server/store/store.ts';
import type { StoredKey } from '../../server/store/stored-account.ts';
import { ACCOUNT_OPTION, type Command, UsageError } from '../command.ts';
import { parseDuration, parseTime } from '../option-values.ts';
import { formatTime } from '../table.ts';
import { formatIssuedKey, toKeyOutput } from './issued-key-output.ts';
import { explainKeyRefusal } from './key-refusals.ts';

const toListedKey = ({
  keyId,
  name,
  permission,
  areas,
  shown,
  issuedAt,
  expiresAt,
  lastUsedAt,
  revokedAt,
}: StoredKey) => ({
  keyId,
  name,
  permission,
  areas: areas?.split(' ') ?? null,
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
        help: 'Permission of the key (default read); write includes read',
        oneOf: PERMISSIONS,
      },
      areas: {
        value: 'LIST',
        help: 'What the key may reach, such as roster,plan or roster:read,plan:write; plan and history include roster:read (default: everything)',
      },
      name: { value: 'TEXT', help: 'Name of the key' },
      'expires-at': {
        value: 'TIME',
        help: 'Expiry, such as 2027-01-31T00:00:00Z (default and maximum: one year from now)',
      },
    },
    run: async ({ store, options }) => {
      const permission = (options.permission ?? 'read') as Permission;
      const request = {
        accountId: options.account as string,
        name: options.name ?? '',
        permission,
        areas: options.areas === undefined ? null : readAreas(options.areas, permission),
        expiresAt: parseExpiry(options['expires-at']),
      };
      requirePrintableName(request.name);
      const issued = await issueKey(store, OPERATOR, request, Date.now());
      if (typeof issued === 'string') throw explainKeyRefusal(issued, request.accountId);
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
      const { accountId } = await requireAccount(store, options.account as string);
      return { value: (await listKeys(store, accountId)).map(toListedKey) };
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
      'expires-at': {
        value: 'TIME',
        help: 'Expiry of the new key (default: it lasts as long as the old one was issued for)',
      },
    },
    run: async ({ store, args: [oldKeyId], options }) => {
      const old = await requireKey(store, oldKeyId);
      const overlapMs = parseDuration('overlap', options.overlap ?? '1d');
      const expiresAt = parseExpiry(options['expires-at']);
      const issued = await rotateKey(store, OPERATOR, old, { overlapMs, expiresAt }, Date.now());
      if (typeof issued === 'string') throw explainKeyRefusal(issued, oldKeyId);
      const replaced = { keyId: oldKeyId, expiresAt: formatTime(issued.replaced.expiresAt) };
      return {
        value: { ...toKeyOutput(issued), replaced },
        text: `${formatIssuedKey(issued)}\nIt takes the place of ${oldKeyId}, which is good until ${replaced.expiresAt}.`,
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
      const revoked = await revokeKey(store, OPERATOR, await requireKey(store, keyId), Date.now());
      if (typeof revoked === 'string') throw explainKeyRefusal(revoked, keyId);
      return { value: { keyId, revoked: true }, text: `Revoked ${keyId}.` };
    },
  },
];

/** A name alone, such as `plan`, is what the permission allows of it. */
function readAreas(list: string, permission: Permission): readonly Area[] {
  const areas = list.split(',').map((text) => {
    const named = text.trim();
    const area = [`${named}:${permission}`, `${named}:read`, named].find(isArea);
    if (area === undefined)
      throw new UsageError(
        `--areas has no area ${JSON.stringify(named)}. The areas are ${AREA_NAMES.join(', ')}, or their names alone.`,
      );
    return area;
  });
  const possible = permissionOf(areas);
  if (possible !== permission)
    throw new UsageError(
      `--areas ${list} and --permission ${permission} do not fit together: with these areas a key can ${possible}.`,
    );
  return areas;
}

const parseExpiry = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseTime('expires-at', text);

async function requireKey(store: Store, keyId: string): Promise<StoredKey> {
  if (keyId.startsWith(KEY_PREFIX))
    throw new UserError(
      'That is an API key, not the ID of one. `rollbook key list --account ID` shows the ID next to the first characters of each key.',
    );
  const key = await findKeyById(store, keyId);
  if (key === undefined) throw explainKeyRefusal('no-key', keyId);
  return key;
}
