import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import pg from 'pg';
import { openStore } from '../../../test/postgres/test-store.ts';
import { until } from '../../../test/until.ts';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { ConnectionPool } from './connection-pool.ts';
import { RowLockedError } from './postgres-errors.ts';
import { SilentNodes } from './silent-nodes.ts';

/** The metadata of Citus, of which each account named `1…` is on node 1, and so on. */
const fixture = openStore(
  async ({ direct }) => {
    await direct('CREATE TABLE pg_dist_placement (shardid bigint, groupid integer)');
    await direct('INSERT INTO pg_dist_placement VALUES (1, 1), (2, 2)');
    await direct(`CREATE FUNCTION get_shard_id_for_distribution_column(text, value text) RETURNS bigint
      RETURN left(value, 1)::bigint`);
  },
  { isEmpty: true },
);

const POOL_SIZE = 3;

/** Lends connections of a small pool to works that each end as the test says. */
function start(t: TestContext) {
  const connect = async () => {
    const client = new pg.Client({ connectionString: fixture.address });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const pool = new ConnectionPool(connect, POOL_SIZE);
  const nodes = new SilentNodes(new ConnectionPool(connect, 1));
  t.after(() => Promise.all([pool.close(), nodes.close()]));
  /** A work of the account that waits for its node until `answer`. */
  const wait = (account: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let hasBegun = false;
    const ended = nodes.lend(
      pool,
      () => {
        hasBegun = true;
        return promise;
      },
      () => account,
    );
    ended.catch(() => {});
    return { ended, answer: resolve, fail: reject, hasBegun: () => hasBegun };
  };
  const ask = (account: string | undefined) =>
    nodes.lend(
      pool,
      (client) => client.query('SELECT 1'),
      () => account,
    );
  const isRefused = (account: string) =>
    ask(account).then(
      () => false,
      (error) => error instanceof UnavailableError,
    );
  return { pool, nodes, wait, ask, isRefused };
}

test('while a node is silent, its accounts are refused but for one at a time, and others get connections', async (t) => {
  const { pool, nodes, wait, ask, isRefused } = start(t);
  const stuck = Array.from({ length: POOL_SIZE }, (_, n) => wait(`1 account ${n}`));
  await ask('2 account');
  await until('the node is found silent', () => nodes.has(1));
  const trial = wait('1 account');
  await until('one is tried', trial.hasBegun);
  assert.equal(await isRefused('1 another account'), true);
  for (let n = 0; n < 10; n += 1) await ask('2 account');
  for (const { answer } of [...stuck, trial]) answer();
  await Promise.all([...stuck, trial].map(({ ended }) => ended));
  assert.equal(nodes.has(1), false);
  assert.equal(await isRefused('1 another account'), false);
  await until('the pool has its size again', () => pool.load().connections <= POOL_SIZE);
});

test('a node that is only slow is silent no more once a late statement, or one that finds its row locked, is answered', async (t) => {
  const { nodes, wait } = start(t);
  const slow = wait('1 account');
  await until('the node is found silent', () => nodes.has(1));
  slow.answer();
  await until('its answer is noted', () => !nodes.has(1));
  const silent = wait('1 account');
  await until('the node is found silent again', () => nodes.has(1));
  const trial = wait('1 account');
  await until('one is tried', trial.hasBegun);
  trial.fail(new RowLockedError('locked'));
  await until('it is noted', () => !nodes.has(1));
  silent.answer();
});

test('a statement waits a moment for the one that is tried', async (t) => {
  const { nodes, wait, ask, isRefused } = start(t);
  const slow = wait('1 account');
  await until('the node is found silent', () => nodes.has(1));
  const trial = wait('1 account');
  await until('one is tried', trial.hasBegun);
  assert.equal(await isRefused('1 another account'), true);
  const waiting = ask('1 another account');
  await nextRound();
  trial.answer();
  await waiting;
  slow.answer();
  await slow.ended;
});

test('a statement of no account, and one that cannot be looked up, are never refused', async (t) => {
  const { nodes, wait, ask } = start(t);
  const slow = wait('1 account');
  await until('the node is found silent', () => nodes.has(1));
  const trial = wait('1 account');
  await until('one is tried', trial.hasBegun);
  await ask(undefined);
  await ask('account without a number');
  for (const { answer } of [slow, trial]) answer();
});
