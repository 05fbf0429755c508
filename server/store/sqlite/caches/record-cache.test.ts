import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type InFlightTransaction, RecordCache, type RecordChange } from './record-cache.ts';

const noTransaction = () => undefined;
const record = (json: string) => ({ json, recruited: true });
const page = (json: string) => ({ json, nextAfterUid: null });

function filledCache(): RecordCache {
  const cache = new RecordCache();
  cache.validate(1, noTransaction);
  cache.students.set('a', 'x', record('old x'));
  cache.students.set('a', 'y', record('y'));
  cache.pages.set('a', 'all', page('old page'));
  cache.pages.set('b', 'all', page('page of b'));
  return cache;
}

test('clears the cache when another process has written', () => {
  const cache = filledCache();
  assert.equal(cache.validate(2, noTransaction), true);
  assert.equal(cache.pages.get('b', 'all'), undefined);
  assert.equal(cache.students.get('a', 'x'), undefined);
});

test('drops one account, and no other, when a write changes the whole account', () => {
  const cache = filledCache();
  cache.applyChanges([{ accountId: 'a' }], { before: 1, after: 2 });
  assert.equal(cache.students.get('a', 'x'), undefined);
  assert.equal(cache.pages.get('a', 'all'), undefined);
  assert.equal(cache.pages.get('b', 'all')?.json, 'page of b');
});

test("replaces a written student's record and drops the pages of its account", () => {
  const cache = filledCache();
  const change: RecordChange = { accountId: 'a', studentUid: 'x', recorded: record('new x') };
  cache.applyChanges([change], { before: 1, after: 2 });
  assert.equal(cache.validate(2, noTransaction), true);
  assert.equal(cache.students.get('a', 'x')?.json, 'new x');
  assert.equal(cache.students.get('a', 'y')?.json, 'y');
  assert.equal(cache.pages.get('a', 'all'), undefined);
  assert.equal(cache.pages.get('b', 'all')?.json, 'page of b');
});

test('drops only the changed records when a commit is visible before its outcomes arrive', () => {
  const cache = filledCache();
  const changes = [{ accountId: 'a', studentUid: 'x', recorded: undefined }];
  const inFlight: InFlightTransaction = { before: 1, after: 2, changes };
  assert.equal(
    cache.validate(1, () => inFlight),
    true,
  );
  assert.equal(cache.students.get('a', 'x')?.json, 'old x');
  assert.equal(
    cache.validate(2, () => inFlight),
    true,
  );
  assert.equal(cache.students.get('a', 'x'), undefined);
  assert.equal(cache.students.get('a', 'y')?.json, 'y');
  assert.equal(cache.pages.get('b', 'all')?.json, 'page of b');
  cache.applyChanges([{ accountId: 'a', studentUid: 'x', recorded: record('new x') }], {
    before: 1,
    after: 2,
  });
  assert.equal(cache.students.get('a', 'x')?.json, 'new x');
  assert.equal(cache.students.get('a', 'y')?.json, 'y');
});

test('the record cache is invalid while another process and our writer write concurrently, and empty afterwards', () => {
  const cache = filledCache();
  const inFlight: InFlightTransaction = { before: 5, after: 6, changes: [] };
  assert.equal(
    cache.validate(5, () => inFlight),
    false,
  );
  cache.applyChanges([], inFlight);
  assert.equal(cache.validate(6, noTransaction), true);
  assert.equal(cache.pages.get('b', 'all'), undefined);
});

test('clears the cache after a transaction that failed', () => {
  const cache = filledCache();
  cache.applyChanges([{ accountId: 'a', studentUid: 'x' }], undefined);
  cache.validate(1, noTransaction);
  assert.equal(cache.pages.get('b', 'all'), undefined);
});
