import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnavailableError } from '../errors/unavailable-error.ts';
import type { Database, Step } from '../store/database.ts';
import type { KeyStatus } from '../store/stored-account.ts';
import { LastUsedTracker } from './last-used.ts';

const MINUTE = 60_000;
const unusedKey: KeyStatus = {
  keyId: 'key_1',
  accountId: 'acc_1',
  permission: 'read',
  areas: null,
  expiresAt: Number.MAX_SAFE_INTEGER,
  revoked: false,
  accountActive: true,
  lastUsedAt: null,
};

/** Records what the tracker writes: the account, the key and the time. */
function createTracker(): { tracker: LastUsedTracker; written: unknown[] } {
  const written: unknown[] = [];
  const write = async (_operation: string, [step]: readonly Step[]) => void written.push(step?.values);
  return { tracker: new LastUsedTracker({ write } as Pick<Database, 'write'> as Database), written };
}

test('writes the uses of half a second once, with the last of their times', async () => {
  const { tracker, written } = createTracker();
  for (const at of [1, 2, 3]) tracker.record(unusedKey, at);
  await tracker.flush();
  assert.deepEqual(written, [['acc_1', 'key_1', 3]]);
});

test('does not write a use that the store already has', async () => {
  const { tracker, written } = createTracker();
  tracker.record({ ...unusedKey, lastUsedAt: 5 }, 4 + MINUTE);
  // By the clock of another instance, which is a little ahead.
  tracker.record({ ...unusedKey, lastUsedAt: 4 + MINUTE }, 5);
  await tracker.flush();
  assert.deepEqual(written, []);
  tracker.record({ ...unusedKey, lastUsedAt: 5 }, 5 + MINUTE);
  await tracker.flush();
  assert.deepEqual(written, [['acc_1', 'key_1', 5 + MINUTE]]);
});

test('writes a use where the store has one in the future, by a clock that was wrong', async () => {
  const { tracker, written } = createTracker();
  tracker.record({ ...unusedKey, lastUsedAt: 90 * 24 * 60 * MINUTE }, 5);
  await tracker.flush();
  assert.deepEqual(written, [['acc_1', 'key_1', 5]]);
});

test('does not write the same key again while a write of it is in flight', async () => {
  const { tracker, written } = createTracker();
  tracker.record({ ...unusedKey }, 1);
  const first = tracker.flush();
  tracker.record({ ...unusedKey }, 2);
  tracker.record({ ...unusedKey, keyId: 'key_2' }, 2);
  tracker.flush();
  await first;
  await tracker.flush();
  tracker.record({ ...unusedKey }, 3);
  await tracker.flush();
  assert.deepEqual(written, [
    ['acc_1', 'key_1', 1],
    ['acc_1', 'key_2', 2],
    ['acc_1', 'key_1', 3],
  ]);
});

test('no more than four uses are written at once, however many were noted before', async () => {
  let running = 0;
  let most = 0;
  const write = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return undefined;
  };
  const tracker = new LastUsedTracker({ write } as Pick<Database, 'write'> as Database);
  for (let round = 0; round < 5; round += 1) {
    for (let n = 0; n < 20; n += 1) tracker.record({ ...unusedKey, keyId: `key ${round} ${n}` }, 1);
    void tracker.flush();
  }
  await tracker.flush();
  assert.equal(most, 4);
});

test('a first use of which nobody knows whether it was stored refuses its request, to be sent again', async () => {
  const write = () => Promise.reject(new Error('the connection broke'));
  const tracker = new LastUsedTracker({ write } as Pick<Database, 'write'> as Database);
  await assert.rejects(tracker.storeFirst(unusedKey, 'digest', 1), UnavailableError);
});

test('close drops uses that the store does not write in time', { timeout: 10_000 }, async () => {
  const write = () => new Promise<undefined>(() => {});
  const tracker = new LastUsedTracker({ write } as Pick<Database, 'write'> as Database);
  tracker.record({ ...unusedKey }, 1);
  await tracker.close(20);
});
