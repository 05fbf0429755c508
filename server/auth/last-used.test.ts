import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '../store/store.ts';
import type { KeyStatus } from '../store/stored-account.ts';
import { LastUsedTracker } from './last-used.ts';

const MINUTE = 60_000;
const unusedKey: KeyStatus = {
  keyId: 'key_1',
  accountId: 'acc_1',
  permission: 'read',
  expiresAt: Number.MAX_SAFE_INTEGER,
  revoked: false,
  accountActive: true,
  lastUsedAt: null,
};

/** Records the batches that the tracker writes to the store. */
function trackerWithBatches(): { tracker: LastUsedTracker; batches: [string, number][][] } {
  const batches: [string, number][][] = [];
  const noteKeyUse = async (batch: ReadonlyMap<string, number>) => void batches.push([...batch]);
  return { tracker: new LastUsedTracker({ noteKeyUse } as Pick<Store, 'noteKeyUse'> as Store), batches };
}

test('writes the uses of half a second once, with the last of their times', () => {
  const { tracker, batches } = trackerWithBatches();
  for (const at of [1, 2, 3]) tracker.record(unusedKey, at);
  tracker.flush();
  assert.deepEqual(batches, [[['key_1', 3]]]);
});

test('does not write a use that the store already has', () => {
  const { tracker, batches } = trackerWithBatches();
  tracker.record({ ...unusedKey, lastUsedAt: 5 }, 4 + MINUTE);
  tracker.flush();
  assert.deepEqual(batches, []);
  tracker.record({ ...unusedKey, lastUsedAt: 5 }, 5 + MINUTE);
  tracker.flush();
  assert.deepEqual(batches, [[['key_1', 5 + MINUTE]]]);
});

test('does not write the same key again while a write of it is in flight', async () => {
  const { tracker, batches } = trackerWithBatches();
  tracker.record({ ...unusedKey }, 1);
  const written = tracker.flush();
  tracker.record({ ...unusedKey }, 2);
  tracker.record({ ...unusedKey, keyId: 'key_2' }, 2);
  tracker.flush();
  await written;
  await tracker.flush();
  tracker.record({ ...unusedKey }, 3);
  tracker.flush();
  assert.deepEqual(batches, [[['key_1', 1]], [['key_2', 2]], [['key_1', 3]]]);
});

test('close drops uses that the store does not write in time', { timeout: 10_000 }, async () => {
  const noteKeyUse = () => new Promise<void>(() => {});
  const tracker = new LastUsedTracker({ noteKeyUse } as Pick<Store, 'noteKeyUse'> as Store);
  tracker.record({ ...unusedKey }, 1);
  await tracker.close(20);
});
