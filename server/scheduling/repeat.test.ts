import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeat, repeatEach } from './repeat.ts';

const HOUR_MS = 3_600_000;

test('work is repeated one after the other, at once where it is woken, and not after it was stopped', async () => {
  const turns: boolean[] = [];
  let running = 0;
  const second = Promise.withResolvers<void>();
  const { wake, stop } = repeat(0, async ({ isWoken }) => {
    running += 1;
    assert.equal(running, 1);
    turns.push(isWoken);
    // Woken while it works, it goes on at once; else an hour later.
    if (turns.length === 1) wake();
    if (turns.length === 2) second.resolve();
    await new Promise(setImmediate);
    running -= 1;
    return HOUR_MS;
  });
  await second.promise;
  await stop();
  wake();
  await new Promise(setImmediate);
  assert.deepEqual(turns, [false, true]);
});

test('a stop aborts what is under way, and waits for it', async () => {
  const begun = Promise.withResolvers<AbortSignal>();
  const work = Promise.withResolvers<number>();
  const { stop } = repeat(0, ({ signal }) => {
    begun.resolve(signal);
    return work.promise;
  });
  const signal = await begun.promise;
  let hasStopped = false;
  const stopped = stop().then(() => {
    hasStopped = true;
  });
  assert.ok(signal.aborted);
  await new Promise(setImmediate);
  assert.equal(hasStopped, false);
  work.resolve(0);
  await stopped;
});

test('what fails is told, and done again', async () => {
  const failures: unknown[] = [];
  const again = Promise.withResolvers<void>();
  const { stop } = repeatEach(
    1,
    async () => {
      if (failures.length > 0) again.resolve();
      throw new Error('the database does not answer');
    },
    (error) => failures.push(error),
  );
  await again.promise;
  await stop();
});
