import assert from 'node:assert/strict';
import { test } from 'node:test';
import { incomingRequest } from '../../test/incoming-request.ts';
import { ApiError } from '../errors/api-error.ts';
import { generateId, generateKey } from '../secrets.ts';
import type { Store } from '../store/store.ts';
import type { KeyStatus } from '../store/stored-account.ts';
import { createAuthenticator, endingOf, type KeyEnding } from './admit-key.ts';
import type { LastUsedTracker } from './last-used.ts';

const accountId = generateId('acc');
const typo = generateKey(accountId).replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));

/** Counts the key look-ups and returns the error code. */
async function authenticate(
  authorization: string | undefined,
): Promise<{ lookUps: number; code: string | undefined }> {
  let lookUps = 0;
  const findKey = () => {
    lookUps += 1;
    return undefined;
  };
  const authenticator = createAuthenticator({ findKey } as unknown as Store, {} as LastUsedTracker, Date.now);
  try {
    await authenticator(incomingRequest({ headers: { authorization } }), { permission: 'read', areas: [] });
  } catch (error) {
    return { lookUps, code: error instanceof ApiError ? error.code : undefined };
  }
  return { lookUps, code: undefined };
}

for (const header of [
  undefined,
  '',
  'Bearer',
  'Basic abc',
  'Bearer abc',
  `Bearer ${typo}`,
  `Bearer ${generateKey(accountId)} more`,
])
  test(`rejects ${header} without a key look-up`, async () =>
    assert.deepEqual(await authenticate(header), { lookUps: 0, code: 'unauthorized' }));

test('looks up a key whose checksum is valid', async () =>
  assert.deepEqual(await authenticate(`bearer  ${generateKey(accountId)}`), {
    lookUps: 1,
    code: 'unauthorized',
  }));

const validKey: KeyStatus = {
  keyId: 'key_1',
  accountId: 'acc_1',
  permission: 'write',
  areas: null,
  expiresAt: 1000,
  revoked: false,
  accountActive: true,
  lastUsedAt: null,
};

const cases: [string, KeyStatus, number, KeyEnding | undefined][] = [
  ['accepts a key', validKey, 999, undefined],
  ['rejects a key at the instant of its expiry', validKey, 1000, 'expired'],
  ['rejects a revoked key', { ...validKey, revoked: true }, 0, 'revoked'],
  ['rejects an expired key of an app as disconnected', { ...validKey, app: 'page' }, 1000, 'disconnected'],
  ['rejects a key of a suspended account', { ...validKey, accountActive: false }, 0, 'suspended'],
  ['reports an expired key of a suspended account', { ...validKey, accountActive: false }, 1000, 'expired'],
];
for (const [name, key, now, expected] of cases) test(name, () => assert.equal(endingOf(key, now), expected));
