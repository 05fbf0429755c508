import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { openStore } from '../../../test/postgres/test-store.ts';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { ConnectionPool } from './connection-pool.ts';
import { inTransaction, oneStatement, retryConflicts, retryRead } from './connections.ts';
import { ConnectionLostError, NodeLostError, RolledBackError, RowLockedError } from './postgres-errors.ts';

const fixture = openStore(async ({ direct }) => {
  await direct('CREATE TABLE entry (name text)');
  await direct(`CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`);
  await direct(`CREATE CONSTRAINT TRIGGER lost AFTER INSERT ON entry DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.name = 'commit lost') EXECUTE FUNCTION end_session()`);
});

/** A pool of two connections, which the end of the test closes. */
function createPool(t: TestContext): ConnectionPool {
  const connect = async () => {
    const client = new pg.Client({ connectionString: fixture.address });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const pool = new ConnectionPool(connect, 2);
  t.after(() => pool.close());
  return pool;
}

const transact = (pool: ConnectionPool, work: (client: pg.Client) => Promise<boolean>) =>
  pool.lend(inTransaction(work));
const insert = (pool: ConnectionPool, name: string, outcome: 'commit' | 'roll back' | Error = 'commit') =>
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

test('a session goes on after Citus has lost a node, and what was sent there is unavailable', async (t) => {
  const pool = createPool(t);
  const text = `DO $$ BEGIN RAISE EXCEPTION 'connection to the remote node worker:5432 failed' USING ERRCODE = '08006'; END $$`;
  const lose = { name: 'lose', text };
  await assert.rejects(pool.lend(oneStatement(lose, [])), NodeLostError);
  await assert.rejects(
    retryRead(() => pool.lend(oneStatement(lose, []))),
    UnavailableError,
  );
  await assert.rejects(
    transact(pool, async (client) => {
      await client.query(text);
      return true;
    }),
    UnavailableError,
  );
  assert.equal(await insert(pool, 'after the node'), true);
  assert.deepEqual(pool.load(), { connections: 1, inFlight: 0, queued: 0 });
});

test('a commit without an answer may have happened', async (t) => {
  const pool = createPool(t);
  await assert.rejects(insert(pool, 'commit lost'), ConnectionLostError);
  assert.equal(await insert(pool, 'after the loss'), true);
});

test('a statement whose session ends may have been committed', async (t) => {
  const pool = createPool(t);
  const end = { name: 'end', text: 'SELECT pg_terminate_backend(pg_backend_pid())' };
  await assert.rejects(pool.lend(oneStatement(end, [])), ConnectionLostError);
  assert.equal(await insert(pool, 'after the statement'), true);
});

test('what PostgreSQL rolled back is sent five times, and is unavailable then', async () => {
  let sent = 0;
  const failing = (times: number) => async () => {
    sent += 1;
    if (sent <= times) throw new RolledBackError('a deadlock');
    return 'done';
  };
  assert.equal(await retryConflicts(failing(4)), 'done');
  sent = 0;
  await assert.rejects(retryConflicts(failing(9)), UnavailableError);
  assert.equal(sent, 5);
});

test('what meets a locked row is sent again until it has waited for too long', async () => {
  let sent = 0;
  const meetLock = (times: number) => async () => {
    sent += 1;
    if (sent <= times) throw new RowLockedError('locked');
    return 'done';
  };
  assert.equal(await retryConflicts(meetLock(2), 60_000), 'done');
  sent = 0;
  await assert.rejects(retryConflicts(meetLock(1_000), 300), RowLockedError);
  assert.ok(sent > 1, `it was sent ${sent} times`);
});

test('a read is sent again once if its connection breaks, and is then unavailable', async () => {
  let sent = 0;
  const losing = (times: number) => async () => {
    sent += 1;
    if (sent <= times) throw new ConnectionLostError('broken');
    return 'done';
  };
  assert.equal(await retryRead(losing(1)), 'done');
  sent = 0;
  await assert.rejects(retryRead(losing(2)), UnavailableError);
  assert.equal(sent, 2);
});
