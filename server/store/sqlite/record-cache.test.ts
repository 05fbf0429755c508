import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type InFlightTransaction, RecordCache, type RecordChange } from './record-cache.ts';

const nothing = () => undefined;
const record = (of: string) => ({ text: of, recruited: true });
const page = (of: string) => ({ text: of, next: null });

function remembering(): RecordCache {
  const memory = new RecordCache();
  memory.isCurrent(1, nothing);
  memory.students.set('a', 'x', record('old x'));
  memory.students.set('a', 'y', record('y'));
  memory.pages.set('a', 'all', page('old page'));
  memory.pages.set('b', 'all', page('page of b'));
  return memory;
}

test('what another process has written ends the belief in all', () => {
  const memory = remembering();
  assert.equal(memory.isCurrent(2, nothing), true);
  assert.equal(memory.pages.get('b', 'all'), undefined);
  assert.equal(memory.students.get('a', 'x'), undefined);
});

test('a write of ours about a whole account forgets all of it, and of no other', () => {
  const memory = remembering();
  memory.applyChanges([{ accountId: 'a' }], { before: 1, after: 2 });
  assert.equal(memory.students.get('a', 'x'), undefined);
  assert.equal(memory.pages.get('a', 'all'), undefined);
  assert.equal(memory.pages.get('b', 'all')?.text, 'page of b');
});

test('a write of ours forgets its student and the pages of its account, and leaves what it wrote', () => {
  const memory = remembering();
  const change: RecordChange = { accountId: 'a', studentUid: 'x', recorded: record('new x') };
  memory.applyChanges([change], { before: 1, after: 2 });
  assert.equal(memory.isCurrent(2, nothing), true);
  assert.equal(memory.students.get('a', 'x')?.text, 'new x');
  assert.equal(memory.students.get('a', 'y')?.text, 'y');
  assert.equal(memory.pages.get('a', 'all'), undefined);
  assert.equal(memory.pages.get('b', 'all')?.text, 'page of b');
});

test('a commit that was not told yet: what it changed is not believed, all else is', () => {
  const memory = remembering();
  const changes = [{ accountId: 'a', studentUid: 'x', recorded: undefined }];
  const underWay: InFlightTransaction = { before: 1, after: 2, changes };
  assert.equal(
    memory.isCurrent(1, () => underWay),
    true,
  );
  assert.equal(memory.students.get('a', 'x')?.text, 'old x');
  assert.equal(
    memory.isCurrent(2, () => underWay),
    true,
  );
  assert.equal(memory.students.get('a', 'x'), undefined);
  assert.equal(memory.students.get('a', 'y')?.text, 'y');
  assert.equal(memory.pages.get('b', 'all')?.text, 'page of b');
  memory.applyChanges([{ accountId: 'a', studentUid: 'x', recorded: record('new x') }], {
    before: 1,
    after: 2,
  });
  assert.equal(memory.students.get('a', 'x')?.text, 'new x');
  assert.equal(memory.students.get('a', 'y')?.text, 'y');
});

test('another process beside a write of ours: nothing is believed until that is told, and then nothing of before', () => {
  const memory = remembering();
  const underWay: InFlightTransaction = { before: 5, after: 6, changes: [] };
  assert.equal(
    memory.isCurrent(5, () => underWay),
    false,
  );
  memory.applyChanges([], underWay);
  assert.equal(memory.isCurrent(6, nothing), true);
  assert.equal(memory.pages.get('b', 'all'), undefined);
});

test('of a transaction that failed nobody knows what it led to', () => {
  const memory = remembering();
  memory.applyChanges([{ accountId: 'a', studentUid: 'x' }], undefined);
  memory.isCurrent(1, nothing);
  assert.equal(memory.pages.get('b', 'all'), undefined);
});
