import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { addAccount } from '../../../test/add-account.ts';
import { openStore } from '../../../test/postgres/test-store.ts';
import { addActivity, listActivity } from '../../activity/activity.ts';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { OPERATOR } from '../caller.ts';
import { PipelinedPool } from './pipelined-pool.ts';
import { ConnectionLostError } from './postgres-errors.ts';
import { runTransaction } from './run-transaction.ts';

const OPTIONS = { maxConnections: 2, maxInFlight: 1 };

const fixture = openStore(async ({ direct }) => {
  await direct('CREATE TABLE entry (name text)');
  await direct(`CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`);
  await direct(`CREATE CONSTRAINT TRIGGER lost AFTER INSERT ON entry DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.name = 'commit lost') EXECUTE FUNCTION end_session()`);
});

/** A pool of two connections, which the end of the test closes. */
function createPool(t: TestContext): PipelinedPool {
  const connect = async () => {
    const client = new pg.Client({ connectionString: fixture.address, pipeline: true });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const pool = new PipelinedPool(connect, OPTIONS);
  t.after(() => pool.close());
  return pool;
}

const transact = (pool: PipelinedPool, work: (client: pg.Client) => Promise<boolean>) =>
  pool.lend((client) => runTransaction(client, work));
const insert = (pool: PipelinedPool, name: string, outcome: 'commit' | 'roll back' | Error = 'commit') =>
  transact(pool, async (client) => {
    await client.query('INSERT INTO entry VALUES ($1)', [name]);
    if (outcome instanceof Error) throw outcome;
    return outcome === 'commit';
  });
const countEntries = async (name: string) =>
  (await fixture.direct('SELECT 1 AS n FROM entry WHERE name = ?', name)).length;

test('commits if the work returns true, and rolls back if it returns false or fails', async (t) => {
  const pool = createPool(t);
  assert.equal(await insert(pool, 'true'), true);
  assert.equal(await insert(pool, 'false', 'roll back'), false);
  await assert.rejects(
    transact(pool, async (client) => {
      await client.query("INSERT INTO entry VALUES ('failed')");
      await client.query('SELECT 1 / 0');
      return true;
    }),
    /division by zero/,
  );
  assert.deepEqual(await Promise.all(['true', 'false', 'failed'].map(countEntries)), [1, 0, 0]);
  assert.deepEqual(pool.load(), { connections: 1, inFlight: 0, queued: 0 });
});

test('40 transactions at once share two connections', async (t) => {
  const pool = createPool(t);
  const all = Array.from({ length: 40 }, () => insert(pool, 'many'));
  assert.equal(pool.load().queued, 40);
  assert.deepEqual(new Set(await Promise.all(all)), new Set([true]));
  assert.deepEqual(pool.load(), { connections: 2, inFlight: 0, queued: 0 });
  assert.equal(await countEntries('many'), 40);
});

test('a session that ends before the commit is unavailable, and its connection is replaced', async (t) => {
  const pool = createPool(t);
  await assert.rejects(
    transact(pool, async (client) => {
      await client.query("INSERT INTO entry VALUES ('ended')");
      await client.query('SELECT pg_terminate_backend(pg_backend_pid())');
      return true;
    }),
    UnavailableError,
  );
  assert.equal(await insert(pool, 'after the end'), true);
  assert.equal(await countEntries('ended'), 0);
});

test('a commit without an answer may have happened', async (t) => {
  const pool = createPool(t);
  await assert.rejects(insert(pool, 'commit lost'), ConnectionLostError);
  assert.equal(await insert(pool, 'after the loss'), true);
});

test('an idle connection that the server closes is replaced', async (t) => {
  const pool = createPool(t);
  await insert(pool, 'before');
  const pid = await new Promise<number>((resolve, reject) => {
    pool
      .lend(async (client) => {
        resolve((await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid);
        return true;
      })
      .catch(reject);
  });
  await fixture.direct(`SELECT pg_terminate_backend(${pid})`);
  while (pool.load().connections > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(await insert(pool, 'replaced'), true);
});

test('a transaction waits no longer than a second for a connection', async (t) => {
  const pool = createPool(t);
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const busy = [1, 2].map(() => transact(pool, () => finished.then(() => true)));
  const startedAt = performance.now();
  await assert.rejects(insert(pool, 'late'), /no connection became free in time/);
  assert.ok(performance.now() - startedAt > 900);
  finish();
  assert.deepEqual(await Promise.all(busy), [true, true]);
  assert.equal(await countEntries('late'), 0);
});

test('transactions are unavailable at once while no connection can be opened', async (t) => {
  const pool = new PipelinedPool(() => Promise.reject(new Error('refused')), OPTIONS);
  t.after(() => pool.close());
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => insert(pool, 'refused')));
  for (const result of results)
    assert.ok(result.status === 'rejected' && result.reason instanceof UnavailableError);
});

test('a locked account delays the console of no other account', async (t) => {
  const { store } = fixture;
  for (const accountId of ['locked', 'free']) await addAccount(store, accountId);
  const add = (accountId: string) =>
    addActivity(store.database, OPERATOR, accountId, { at: 0, kind: 'signed-in', detail: '' });
  const client = new pg.Client({ connectionString: fixture.address });
  await client.connect();
  t.after(() => client.end());
  await client.query("BEGIN; UPDATE account SET name = 'x' WHERE account_id = 'locked'");
  let isUnlocked = false;
  const waiting = Array.from({ length: 10 }, () => add('locked').then(() => assert.ok(isUnlocked)));
  for (let i = 0; i < 10; i += 1) await add('free');
  isUnlocked = true;
  await client.query('COMMIT');
  await Promise.all(waiting);
  assert.equal((await listActivity(store.database, 'locked')).length, 10);
});
