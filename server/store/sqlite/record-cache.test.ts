import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Change, Memory, type UnderWay } from './record-cache.ts';

const nothing = () => undefined;
const record = (of: string) => ({ text: of, recruited: true });
const page = (of: string) => ({ text: of, next: null });

function remembering(): Memory {
  const memory = new Memory();
  memory.holdsAt(1, nothing);
  memory.records.keep('a', 'x', record('old x'));
  memory.records.keep('a', 'y', record('y'));
  memory.pages.keep('a', 'all', page('old page'));
  memory.pages.keep('b', 'all', page('page of b'));
  return memory;
}

test('what another process has written ends the belief in all', () => {
  const memory = remembering();
  assert.equal(memory.holdsAt(2, nothing), true);
  assert.equal(memory.pages.recall('b', 'all'), undefined);
  assert.equal(memory.records.recall('a', 'x'), undefined);
});

test('a write of ours about a whole account forgets all of it, and of no other', () => {
  const memory = remembering();
  memory.written([{ accountId: 'a' }], { before: 1, after: 2 });
  assert.equal(memory.records.recall('a', 'x'), undefined);
  assert.equal(memory.pages.recall('a', 'all'), undefined);
  assert.equal(memory.pages.recall('b', 'all')?.text, 'page of b');
});

test('a write of ours forgets its student and the pages of its account, and leaves what it wrote', () => {
  const memory = remembering();
  const change: Change = { accountId: 'a', studentUid: 'x', recorded: record('new x') };
  memory.written([change], { before: 1, after: 2 });
  assert.equal(memory.holdsAt(2, nothing), true);
  assert.equal(memory.records.recall('a', 'x')?.text, 'new x');
  assert.equal(memory.records.recall('a', 'y')?.text, 'y');
  assert.equal(memory.pages.recall('a', 'all'), undefined);
  assert.equal(memory.pages.recall('b', 'all')?.text, 'page of b');
});

test('a commit that was not told yet: what it changed is not believed, all else is', () => {
  const memory = remembering();
  const changes = [{ accountId: 'a', studentUid: 'x', recorded: undefined }];
  const underWay: UnderWay = { before: 1, after: 2, changes };
  assert.equal(
    memory.holdsAt(1, () => underWay),
    true,
  );
  assert.equal(memory.records.recall('a', 'x')?.text, 'old x');
  assert.equal(
    memory.holdsAt(2, () => underWay),
    true,
  );
  assert.equal(memory.records.recall('a', 'x'), undefined);
  assert.equal(memory.records.recall('a', 'y')?.text, 'y');
  assert.equal(memory.pages.recall('b', 'all')?.text, 'page of b');
  memory.written([{ accountId: 'a', studentUid: 'x', recorded: record('new x') }], { before: 1, after: 2 });
  assert.equal(memory.records.recall('a', 'x')?.text, 'new x');
  assert.equal(memory.records.recall('a', 'y')?.text, 'y');
});

test('another process beside a write of ours: nothing is believed until that is told, and then nothing of before', () => {
  const memory = remembering();
  const underWay: UnderWay = { before: 5, after: 6, changes: [] };
  assert.equal(
    memory.holdsAt(5, () => underWay),
    false,
  );
  memory.written([], underWay);
  assert.equal(memory.holdsAt(6, nothing), true);
  assert.equal(memory.pages.recall('b', 'all'), undefined);
});

test('of a transaction that failed nobody knows what it led to', () => {
  const memory = remembering();
  memory.written([{ accountId: 'a', studentUid: 'x' }], undefined);
  memory.holdsAt(1, nothing);
  assert.equal(memory.pages.recall('b', 'all'), undefined);
});
