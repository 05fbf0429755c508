import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { AccountQueue } from './account-queue.ts';

const present = new AbortController().signal;

test('the work of an account runs one after the other, also after one that failed', async () => {
  const queue = new AccountQueue();
  let running = 0;
  let most = 0;
  const work = async (fails: boolean) => {
    running += 1;
    most = Math.max(most, running);
    await setImmediate();
    running -= 1;
    if (fails) throw new Error('failed');
  };
  const results = await Promise.allSettled(
    [false, true, false].map((fails) => queue.run('one', present, () => work(fails))),
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.equal(most, 1);
});

test('no account waits for another', async () => {
  const queue = new AccountQueue();
  const blocked = Promise.withResolvers<void>();
  const first = queue.run('one', present, () => blocked.promise);
  assert.equal(await queue.run('other', present, async () => 'done'), 'done');
  blocked.resolve();
  await first;
});

test('work whose caller has gone before its turn is not begun', async () => {
  const queue = new AccountQueue();
  const caller = new AbortController();
  const blocked = Promise.withResolvers<void>();
  const first = queue.run('one', present, () => blocked.promise);
  const second = queue.run('one', caller.signal, async () => assert.fail('begun'));
  caller.abort();
  blocked.resolve();
  await first;
  await assert.rejects(second, UnavailableError);
});
