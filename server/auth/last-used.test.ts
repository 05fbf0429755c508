import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyStatus } from '../store/account-records.ts';
import type { Store } from '../store/types.ts';
import { LastUsedTracker } from './last-used.ts';

const MINUTE = 60_000;
const unused: KeyStatus = {
  keyId: 'key_1',
  accountId: 'acc_1',
  permission: 'read',
  expiresAt: Number.MAX_SAFE_INTEGER,
  revoked: false,
  accountActive: true,
  lastUsedAt: null,
};

/** Tells what a store is told. */
function told(): { use: LastUsedTracker; uses: [string, number][][] } {
  const uses: [string, number][][] = [];
  const noteKeyUse = async (batch: ReadonlyMap<string, number>) => void uses.push([...batch]);
  return { use: new LastUsedTracker({ noteKeyUse } as Pick<Store, 'noteKeyUse'> as Store), uses };
}

test('of a key that is kept in memory a use is told once a minute', () => {
  const { use, uses } = told();
  const kept = { ...unused };
  for (const at of [1, 2, MINUTE]) use.record(kept, at);
  use.flush();
  assert.deepEqual(uses, [[['key_1', 1]]]);
});

test('a use that the store knows of already is not told again', () => {
  const { use, uses } = told();
  use.record({ ...unused, lastUsedAt: 5 }, 4 + MINUTE);
  use.flush();
  assert.deepEqual(uses, []);
  use.record({ ...unused, lastUsedAt: 5 }, 5 + MINUTE);
  use.flush();
  assert.deepEqual(uses, [[['key_1', 5 + MINUTE]]]);
});

test('a key that is read anew each time is not told again while it is being written', async () => {
  const { use, uses } = told();
  use.record({ ...unused }, 1);
  const written = use.flush();
  use.record({ ...unused }, 2);
  use.record({ ...unused, keyId: 'key_2' }, 2);
  use.flush();
  await written;
  await use.flush();
  use.record({ ...unused }, 3);
  use.flush();
  assert.deepEqual(uses, [[['key_1', 1]], [['key_2', 2]], [['key_1', 3]]]);
});

test('uses that the store does not write in time are dropped at the end', { timeout: 10_000 }, async () => {
  const noteKeyUse = () => new Promise<void>(() => {});
  const use = new LastUsedTracker({ noteKeyUse } as Pick<Store, 'noteKeyUse'> as Store);
  use.record({ ...unused }, 1);
  await use.close(20);
});
