import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { AccountConcurrency } from './account-concurrency.ts';
import { RowLockedError } from './postgres-errors.ts';

/** Work that ends when the test says so. */
function createWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = {
    isRunning: false,
    resolve,
    reject,
    run: (): Promise<string> => {
      work.isRunning = true;
      return promise;
    },
  };
  return work;
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('two works of an account run at a time, in their order, and those of others beside them', async () => {
  const concurrency = new AccountConcurrency(2);
  const works = [createWork(), createWork(), createWork(), createWork()] as const;
  const other = createWork();
  const results = works.map(({ run }) => concurrency.run('a', run));
  const otherResult = concurrency.run('b', other.run);
  const running = () => works.map(({ isRunning }) => isRunning);
  await settle();
  assert.deepEqual([...running(), other.isRunning], [true, true, false, false, true]);
  works[1].reject(new Error('a constraint'));
  await assert.rejects(results[1] as Promise<string>, /a constraint/);
  await settle();
  assert.deepEqual(running(), [true, true, true, false]);
  for (const work of [...works, other]) work.resolve('done');
  assert.deepEqual(
    await Promise.all([results[0], results[2], results[3], otherResult]),
    Array(4).fill('done'),
  );
});

test('a work that waits too long for its turn is refused and never runs', async () => {
  const concurrency = new AccountConcurrency(1);
  const [first, late, next] = [createWork(), createWork(), createWork()];
  const running = concurrency.run('a', first.run);
  await assert.rejects(concurrency.run('a', late.run, 20), UnavailableError);
  const waiting = concurrency.run('a', next.run);
  for (const work of [first, late, next]) work.resolve('done');
  assert.deepEqual(await Promise.all([running, waiting]), ['done', 'done']);
  assert.equal(late.isRunning, false);
});

test('those that wait fail with one that does not get its row, and not with any other', async () => {
  const concurrency = new AccountConcurrency(1);
  const works = [createWork(), createWork(), createWork()] as const;
  const results = works.map(({ run }) => concurrency.run('a', run));
  const settled = Promise.allSettled(results);
  works[0].reject(new Error('a constraint'));
  await assert.rejects(results[0] as Promise<string>, /a constraint/);
  works[1].reject(new RowLockedError('locked'));
  await settled;
  for (const result of results.slice(1)) await assert.rejects(result, RowLockedError);
  assert.deepEqual([works[1].isRunning, works[2].isRunning], [true, false]);
});

test('at most 500 works of an account wait for their turn', async () => {
  const concurrency = new AccountConcurrency(1);
  const work = createWork();
  const results = Array.from({ length: 501 }, () => concurrency.run('a', work.run));
  await assert.rejects(concurrency.run('a', work.run), UnavailableError);
  work.resolve('done');
  assert.equal((await Promise.all(results)).length, 501);
});
