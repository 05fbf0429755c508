import assert from 'node:assert/strict';
import { test } from 'node:test';
import { incomingRequest } from '../../test/incoming-request.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Store } from '../store/store.ts';
import { generateKey } from './api-key.ts';
import { createAuthenticator } from './authenticate.ts';
import type { LastUsedTracker } from './last-used.ts';

const typo = generateKey().replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));

/** Counts the key look-ups and returns the error code. */
function authenticate(authorization: string | undefined): { lookUps: number; code: string | undefined } {
  let lookUps = 0;
  const findKey = () => {
    lookUps += 1;
    return undefined;
  };
  const authenticator = createAuthenticator({ findKey } as unknown as Store, {} as LastUsedTracker, Date.now);
  try {
    authenticator(incomingRequest({ headers: { authorization } }), 'read', {});
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
  `Bearer ${generateKey()} more`,
])
  test(`rejects ${header} without a key look-up`, () =>
    assert.deepEqual(authenticate(header), { lookUps: 0, code: 'unauthorized' }));

test('looks up a key whose checksum is valid', () =>
  assert.deepEqual(authenticate(`bearer  ${generateKey()}`), { lookUps: 1, code: 'unauthorized' }));
