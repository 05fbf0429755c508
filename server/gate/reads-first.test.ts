import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readsFirst } from './reads-first.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a read goes on at once; writes of the same turn come after it, in their order', async () => {
  const inOrder = readsFirst();
  const done: string[] = [];
  for (const name of ['write 1', 'read 1', 'write 2', 'read 2'])
    inOrder(name.startsWith('read') ? 'read' : 'write', () => done.push(name));
  assert.deepEqual(done, ['read 1', 'read 2']);
  await turn();
  assert.deepEqual(done, ['read 1', 'read 2', 'write 1', 'write 2']);
});

test('without reads all writes of a turn share it', async () => {
  const inOrder = readsFirst();
  let done = 0;
  for (let i = 0; i < 1_000; i += 1)
    inOrder('write', () => {
      done += 1;
    });
  await turn();
  assert.equal(done, 1_000);
});

test('beside reads in every turn only a part of the writes goes on, and none waits for long', async () => {
  const inOrder = readsFirst();
  const done: number[] = [];
  for (let i = 0; i < 1_000; i += 1) inOrder('write', () => done.push(i));
  const perTurn: number[] = [];
  while (done.length < 1_000) {
    inOrder('read', () => {});
    const before = done.length;
    await turn();
    perTurn.push(done.length - before);
  }
  assert.equal(perTurn[0], 250);
  assert.ok(perTurn.length < 20, `${perTurn}`);
  assert.deepEqual(
    done,
    done.toSorted((a, b) => a - b),
  );
});
