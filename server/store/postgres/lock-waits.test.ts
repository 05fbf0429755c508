import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { LockWaits } from './lock-waits.ts';
import { RowLockedError } from './postgres-errors.ts';

/** Work that ends when the test says so. */
function createWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = {
    isSent: false,
    resolve,
    reject,
    send: (): Promise<string> => {
      work.isSent = true;
      return promise;
    },
  };
  return work;
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('sends one statement of each row at a time', async () => {
  const waits = new LockWaits(9);
  const [first, second, other] = [createWork(), createWork(), createWork()];
  const results = [waits.run('a', first.send), waits.run('a', second.send), waits.run('b', other.send)];
  await settle();
  assert.deepEqual([first.isSent, second.isSent, other.isSent], [true, false, true]);
  first.reject(new Error('a constraint'));
  await assert.rejects(results[0] as Promise<string>, /a constraint/);
  await settle();
  assert.equal(second.isSent, true, 'an error of one statement ended the other');
  for (const work of [second, other]) work.resolve('done');
  assert.deepEqual(await Promise.all(results.slice(1)), ['done', 'done']);
  await settle();
  assert.deepEqual([waits.has('a'), waits.has('b')], [false, false]);
});

test('statements of a row fail with the one that did not get it', async () => {
  const waits = new LockWaits(9);
  const [first, second] = [createWork(), createWork()];
  const results = [waits.run('a', first.send), waits.run('a', second.send)];
  first.reject(new UnavailableError('locked'));
  for (const result of await Promise.allSettled(results))
    assert.ok(result.status === 'rejected' && result.reason instanceof UnavailableError);
  assert.deepEqual([second.isSent, waits.has('a')], [false, false]);
});

test('a statement that can be done elsewhere fails once its row has been waited for too long', async () => {
  const waits = new LockWaits(9);
  const [first, second, late] = [createWork(), createWork(), createWork()];
  const results = [first, second].map(({ send }) => waits.run('a', send, 20));
  const startedAt = performance.now();
  for (const result of await Promise.allSettled(results))
    assert.ok(result.status === 'rejected' && result.reason instanceof RowLockedError);
  assert.deepEqual([first.isSent, waits.has('a')], [true, true]);
  // Timers may end a little early.
  while (performance.now() - startedAt <= 20) await settle();
  const outcome = waits.run('a', late.send, 20).catch(() => 'failed');
  assert.equal(await Promise.race([outcome, settle()]), 'failed', 'it waits although the row was waited for');
  first.resolve('done');
  await settle();
  assert.deepEqual([second.isSent, late.isSent, waits.has('a')], [false, false, false]);

  const inTime = [createWork(), createWork()];
  const done = inTime.map(({ send }) => waits.run('a', send, 60_000));
  for (const work of inTime) work.resolve('done');
  assert.deepEqual(await Promise.all(done), ['done', 'done']);
});

test('waits for two rows at a time, and for a third no longer than a second', async () => {
  const waits = new LockWaits(2);
  const works = [createWork(), createWork(), createWork(), createWork()];
  const results = works.map(({ send }, i) => waits.run(`row ${i}`, send));
  await settle();
  assert.deepEqual(
    works.map(({ isSent }) => isSent),
    [true, true, false, false],
  );
  works[0]?.resolve('done');
  await settle();
  assert.equal(works[2]?.isSent, true);
  const startedAt = performance.now();
  await assert.rejects(results[3] as Promise<string>, UnavailableError);
  assert.ok(performance.now() - startedAt > 800);
  works[1]?.resolve('done');
  works[2]?.resolve('done');
  assert.deepEqual(await Promise.all(results.slice(0, 3)), ['done', 'done', 'done']);
  assert.equal(works[3]?.isSent, false);
});
