import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineStatements, step } from './database.ts';
import { instrumentStore, STORE_METHODS } from './instrument-store.ts';
import type { Store } from './store.ts';

const answer = () => 'the answer';
const methods = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, answer]));
const { findIt } = defineStatements({ findIt: 'SELECT 1' });

test('observes each method of the store, its general door and its rate limiter by name', async () => {
  const observed: string[] = [];
  const rateLimiter = () => ({ consume: answer, peek: answer });
  const database = { read: answer, write: async () => 'the answer' };
  const store = instrumentStore(
    { ...methods(STORE_METHODS), database, rateLimiter } as unknown as Store,
    (operation, call) => {
      observed.push(operation);
      return call();
    },
  );
  const limiter = store.rateLimiter?.({ name: '', limit: 1, windowMs: 1 });
  for (const method of STORE_METHODS)
    if (method === 'consume') assert.equal(limiter?.consume(''), 'the answer');
    else if (method === 'peek') assert.equal(limiter?.peek(''), 'the answer');
    else assert.equal((store as unknown as Record<string, () => string>)[method]?.(), 'the answer');
  assert.equal(store.database.read(findIt), 'the answer');
  assert.equal(await store.database.write('changeIt', [step(findIt)]), 'the answer');
  assert.deepEqual(observed, [...STORE_METHODS, 'findIt', 'changeIt']);
});

test('an observed general door keeps its receiver', () => {
  const database = {
    rows: [{ accountId: 'a' }],
    read() {
      return this.rows;
    },
  };
  const store = instrumentStore({ ...methods(STORE_METHODS), database } as unknown as Store, (_, call) =>
    call(),
  );
  assert.deepEqual(store.database.read(findIt), [{ accountId: 'a' }]);
});
