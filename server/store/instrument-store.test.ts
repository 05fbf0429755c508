import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsoleStore } from './console-store.ts';
import { instrumentStore, STORE_METHODS, type StoreMethod } from './instrument-store.ts';
import { SqlConsoleStore } from './sql-console-store.ts';
import type { Store } from './store.ts';

const answer = () => 'the answer';
const methods = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, answer]));

test('observes each method of the store, its console and its rate limiter by name', async () => {
  const observed: StoreMethod[] = [];
  const consoleMethods = Object.getOwnPropertyNames(SqlConsoleStore.prototype).filter(
    (name) => name !== 'constructor',
  );
  const rateLimiter = () => ({ consume: answer, peek: answer });
  const store = instrumentStore(
    { ...methods(STORE_METHODS), console: methods(consoleMethods), rateLimiter } as unknown as Store,
    (method, call) => {
      observed.push(method);
      return call();
    },
  );
  const limiter = store.rateLimiter?.({ name: '', limit: 1, windowMs: 1 });
  for (const method of STORE_METHODS) {
    const target = method in store.console ? store.console : store;
    if (method === 'consume') assert.equal(limiter?.consume(''), 'the answer');
    else if (method === 'peek') assert.equal(limiter?.peek(''), 'the answer');
    else assert.equal((target as unknown as Record<string, () => string>)[method]?.(), 'the answer');
  }
  assert.deepEqual(observed, STORE_METHODS);
  assert.deepEqual(Object.keys(store.console).sort(), consoleMethods.sort());
});

test('observed methods keep their receiver', async () => {
  const engine = { read: () => [{ accountId: 'a' }], write: async () => true };
  const console: ConsoleStore = new SqlConsoleStore(engine as never);
  const store = instrumentStore({ ...methods(STORE_METHODS), console } as unknown as Store, (_, call) =>
    call(),
  );
  assert.deepEqual(store.console.findRecoveryCode('digest'), { accountId: 'a' });
});
