import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Change, Memory, type UnderWay } from './memory.ts';

const nothing = () => undefined;
const text = (of: string) => ({ text: of, recruited: true });

function remembering(): Memory {
  const memory = new Memory();
  memory.holdsAt(1, nothing);
  memory.keep('a', 'records', 'x', text('old x'));
  memory.keep('a', 'records', 'y', text('y'));
  memory.keep('a', 'pages', 'all', text('old page'));
  memory.keep('b', 'pages', 'all', text('page of b'));
  return memory;
}

test('what another process has written ends the belief in all', () => {
  const memory = remembering();
  assert.equal(memory.holdsAt(2, nothing), true);
  assert.equal(memory.recall('b', 'pages', 'all'), undefined);
});

test('a write of ours forgets its student and the pages of its account, and leaves what it wrote', () => {
  const memory = remembering();
  const change: Change = { accountId: 'a', studentUid: 'x', recorded: text('new x') };
  memory.written([change], { before: 1, after: 2 });
  assert.equal(memory.holdsAt(2, nothing), true);
  assert.equal(memory.recall('a', 'records', 'x')?.text, 'new x');
  assert.equal(memory.recall('a', 'records', 'y')?.text, 'y');
  assert.equal(memory.recall('a', 'pages', 'all'), undefined);
  assert.equal(memory.recall('b', 'pages', 'all')?.text, 'page of b');
});

test('a commit that was not told yet: what it changed is not believed, all else is', () => {
  const memory = remembering();
  const changes = [{ accountId: 'a', studentUid: 'x', recorded: undefined }];
  const underWay: UnderWay = { before: 1, after: 2, changes };
  assert.equal(
    memory.holdsAt(1, () => underWay),
    true,
  );
  assert.equal(memory.recall('a', 'records', 'x')?.text, 'old x');
  assert.equal(
    memory.holdsAt(2, () => underWay),
    true,
  );
  assert.equal(memory.recall('a', 'records', 'x'), undefined);
  assert.equal(memory.recall('a', 'records', 'y')?.text, 'y');
  assert.equal(memory.recall('b', 'pages', 'all')?.text, 'page of b');
  memory.written([{ accountId: 'a', studentUid: 'x', recorded: text('new x') }], { before: 1, after: 2 });
  assert.equal(memory.recall('a', 'records', 'x')?.text, 'new x');
  assert.equal(memory.recall('a', 'records', 'y')?.text, 'y');
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
  assert.equal(memory.recall('b', 'pages', 'all'), undefined);
});

test('of a transaction that failed nobody knows what it led to', () => {
  const memory = remembering();
  memory.written([{ accountId: 'a', studentUid: 'x' }], undefined);
  memory.holdsAt(1, nothing);
  assert.equal(memory.recall('b', 'pages', 'all'), undefined);
});

test('only so much is kept, and whoever was met first is forgotten first', () => {
  const memory = remembering();
  const million = 'x'.repeat(1_000_000);
  const accounts = Array.from({ length: 40 }, (_, i) => `account ${i}`);
  for (const account of accounts) {
    memory.keep(account, 'pages', 'all', text(million));
    assert.ok(memory.recall(account, 'pages', 'all'), 'the latest is there');
  }
  const kept = accounts.filter((account) => memory.recall(account, 'pages', 'all'));
  assert.deepEqual(kept, accounts.slice(-kept.length));
  assert.ok(kept.length >= 13 && kept.length <= 15, String(kept.length));
  assert.equal(memory.recall('a', 'records', 'x'), undefined);
});

test('what is more than all that may be kept is not', () => {
  const memory = remembering();
  memory.keep('c', 'pages', 'all', text('x'.repeat(20_000_000)));
  assert.equal(memory.recall('c', 'pages', 'all'), undefined);
});
