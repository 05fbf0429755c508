import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { openStore } from '../../../test/postgres/test-store.ts';
import { standStill } from '../../../test/stand-still.ts';
import { until } from '../../../test/until.ts';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { destroyClient } from './connect-postgres.ts';
import { ConnectionPool } from './connection-pool.ts';

const fixture = openStore();

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: fixture.address });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A pool of two connections, which the end of the test closes. */
function createPool(t: TestContext, open = connect): ConnectionPool {
  const pool = new ConnectionPool(open, 2);
  t.after(() => pool.close());
  return pool;
}

const select = (pool: ConnectionPool) => pool.lend((client) => client.query('SELECT 1'));

test('40 works at once share two connections, each of which has one at a time', async (t) => {
  const pool = createPool(t);
  const busy = new Set<pg.Client>();
  // The first would do all the work before the second is open.
  const both = Promise.withResolvers<void>();
  const all = Array.from({ length: 40 }, () =>
    pool.lend(async (client) => {
      assert.ok(!busy.has(client));
      busy.add(client);
      if (busy.size === 2) both.resolve();
      await both.promise;
      await client.query('SELECT 1');
      busy.delete(client);
    }),
  );
  assert.equal(pool.load().queued, 40);
  await Promise.all(all);
  assert.deepEqual(pool.load(), { connections: 2, inFlight: 0, queued: 0 });
});

test('a pool without a connection is overloaded by 150 that wait and not by 50', async (t) => {
  const pool = new ConnectionPool(() => new Promise(() => {}), 1);
  const waitAll = (count: number) =>
    Array.from({ length: count }, () => assert.rejects(select(pool), UnavailableError));
  const few = waitAll(50);
  standStill(300);
  assert.equal(pool.isOverloaded, false);
  // They are refused all the same.
  await Promise.all(few);
  const many = waitAll(150);
  standStill(300);
  assert.equal(pool.isOverloaded, true);
  await Promise.all(many);
  assert.equal(pool.isOverloaded, false);
  t.diagnostic(JSON.stringify(pool.load()));
});

test('nobody waits longer than two seconds for a connection, and nothing is done for those who did', async (t) => {
  const pool = createPool(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  const busy = [1, 2].map(() => pool.lend(() => promise));
  let isDone = false;
  await assert.rejects(
    pool.lend(async () => {
      isDone = true;
    }),
    /no connection became free in time/,
  );
  resolve();
  await Promise.all(busy);
  await select(pool);
  assert.equal(isDone, false);
});

test('a database that answers while the event loop stands still is neither late nor silent', async (t) => {
  const pool = createPool(t);
  await select(pool);
  let isLate = false;
  const noteLate = () => {
    isLate = true;
  };
  const answered = pool.lend((client) => client.query('SELECT 1'), noteLate);
  // Waits for the second connection, which is being opened.
  const waiting = select(pool);
  await new Promise(setImmediate);
  standStill(4_500);
  await Promise.all([answered, waiting]);
  assert.equal(isLate, false);
});

test('at most 5,000 wait for a connection', async () => {
  const pool = new ConnectionPool(() => new Promise(() => {}), 1);
  const results = Array.from({ length: 5_001 }, () => select(pool));
  await assert.rejects(results.at(-1) as Promise<unknown>, /too many statements wait/);
  assert.equal(pool.load().queued, 5_000);
  await Promise.allSettled(results);
});

test('all are refused at once while no connection can be opened', async (t) => {
  const pool = createPool(t, () => Promise.reject(new Error('refused')));
  for (const { status, reason } of (await Promise.allSettled(
    Array.from({ length: 10 }, () => select(pool)),
  )) as PromiseRejectedResult[])
    assert.ok(status === 'rejected' && reason instanceof UnavailableError);
});

test('an idle connection that the server closes is replaced', async (t) => {
  const pool = createPool(t);
  const pid = await pool.lend(
    async (client) => (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid,
  );
  await fixture.direct(`SELECT pg_terminate_backend(${pid})`);
  await until('it is gone', async () => pool.load().connections === 0);
  await select(pool);
});

test('a broken connection is replaced at once, also just after another one failed to open', async (t) => {
  const clients: pg.Client[] = [];
  let attempts = 0;
  const pool = createPool(t, async () => {
    attempts += 1;
    if (attempts === 2) throw new Error('refused');
    const client = await connect();
    clients.push(client);
    return client;
  });
  await select(pool);
  await Promise.all([select(pool), select(pool)]);
  assert.equal(attempts, 2);
  const [client] = clients as [pg.Client];
  destroyClient(client);
  await select(pool);
  assert.equal(attempts, 3);
});
