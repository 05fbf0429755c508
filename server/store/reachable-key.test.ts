import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnavailableError } from '../errors/unavailable-error.ts';
import type { Database } from './database.ts';
import { generateReachable } from './reachable-key.ts';

/** A database whose nodes answer for the keys that `isThere` says. */
function databaseWith(isThere: (key: unknown) => boolean, error: Error = new UnavailableError('away')) {
  const asked: unknown[] = [];
  const read = async (_statement: unknown, key: unknown) => {
    asked.push(key);
    if (!isThere(key)) throw error;
    return [];
  };
  return { asked, database: { isDistributed: true, read } as unknown as Database };
}

const counter = () => {
  let count = 0;
  return () => (count += 1);
};

test('a key whose node is away is made again until one answers', async () => {
  const { database, asked } = databaseWith((key) => key === 'key 3');
  assert.equal(await generateReachable({ database }, counter(), (n) => `key ${n}`), 3);
  assert.deepEqual(asked, ['key 1', 'key 2', 'key 3']);
});

test('a database without nodes is not asked', async () => {
  const { database, asked } = databaseWith(() => false);
  const plain = { ...database, isDistributed: false };
  assert.equal(await generateReachable({ database: plain }, counter(), String), 1);
  assert.deepEqual(asked, []);
});

test('a database that is away as a whole is not asked for ever', async () => {
  const { database, asked } = databaseWith(() => false);
  await assert.rejects(generateReachable({ database }, counter(), String), UnavailableError);
  assert.ok(asked.length > 1 && asked.length < 100, `${asked.length}`);
});

test('an error that says nothing of a node is thrown at once', async () => {
  const { database, asked } = databaseWith(() => false, new TypeError('a defect'));
  await assert.rejects(generateReachable({ database }, counter(), String), TypeError);
  assert.equal(asked.length, 1);
});
