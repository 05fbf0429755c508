import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { revokeKey } from '../../server/keys/keys.ts';
import { OPERATOR } from '../../server/store/caller.ts';
import { findKeyOfAccount } from '../../server/store/find-accounts.ts';
import type { StoredKey } from '../../server/store/stored-account.ts';
import { Writers } from '../acknowledged.ts';
import { cleanUpAtEnd } from '../cleanup.ts';
import { newDatabase, query } from '../database.ts';
import { doorTo } from '../database-door.ts';
import { assertFollowed } from '../followed-changes.ts';
import { until } from '../until.ts';
import { accountOn, checkUndisturbed, type Nodes, startLoadOn, startNodes, summarize } from './nodes.ts';

const MOVES = 2;
const REVOCATIONS = 5;
const CALLERS = 8;
const STATE = { studentUid: '10000', tier: 1, weaponTier: 0 };

let nodes: Nodes;
before(async () => {
  nodes = await startNodes();
});
after(() => nodes?.stop());

test('followers see each change of sixteen writers once and in order', (t) =>
  assertFollowed(nodes.services, t));

test('a revoked key is refused by all instances from the next request, under load', async (t) => {
  const loads = [];
  for (const worker of nodes.workers)
    loads.push(await startLoadOn(nodes, worker, { check: checkUndisturbed }));
  const { services, address } = nodes;
  const store = { database: doorTo(address) };
  for (let round = 0; round < REVOCATIONS; round += 1) {
    const { id, write } = await accountOn(nodes, nodes.workers[round % 2] as (typeof nodes.workers)[0]);
    assert.equal((await services[0].call(write, 'POST', '/me/students', STATE)).status, 201);
    const [{ id: keyId } = {}] = await query(
      address,
      "SELECT key_id AS id FROM api_key WHERE account_id = ? AND permission = 'write'",
      [id],
    );
    let revokedAt = Number.POSITIVE_INFINITY;
    let [answered, refused] = [0, 0];
    const call = async (caller: number) => {
      for (let turn = caller; refused < CALLERS * services.length; turn += 1) {
        const service = services[turn % services.length] as (typeof services)[0];
        const startedAt = performance.now();
        const { status, text } =
          caller % 2 === 0
            ? await service.call(write, 'GET', '/me/students/10000')
            : await service.call(write, 'PATCH', '/me/students/10000', { level: 1 + (turn % 80) });
        if (status === 401) refused += 1;
        else {
          assert.equal(status, 200, text);
          assert.ok(startedAt < revokedAt, 'a request was answered that was sent after the revocation');
          answered += 1;
        }
      }
    };
    const callers = Array.from({ length: CALLERS }, (_, i) => call(i));
    const all = Promise.all(callers);
    all.catch(() => {});
    await until('the key is used', () => answered > 10 * CALLERS);
    const key = (await findKeyOfAccount(store, id, keyId as string)) as StoredKey;
    await revokeKey(store, OPERATOR, key, Date.now());
    revokedAt = performance.now();
    await all;
  }
  for (const load of loads) await load.stopAndCheck();
  t.diagnostic(loads.map(summarize).join(', '));
});

test('shards move to the other worker under load, and nothing acknowledged is lost', async (t) => {
  const { address, workers } = nodes;
  const loads = [];
  for (const worker of workers) loads.push(await startLoadOn(nodes, worker));
  const portOf = (worker: (typeof workers)[0]) => Number(new URL(worker.url).port);
  await query(address, 'ALTER TABLE request_window SET LOGGED');
  for (let round = 0; round < MOVES; round += 1)
    for (const [from, to] of [workers, workers.toReversed()] as [
      (typeof workers)[0],
      (typeof workers)[0],
    ][]) {
      const [{ shard } = {}] = await query(
        address,
        `SELECT shardid AS shard FROM pg_dist_placement JOIN pg_dist_node USING (groupid) JOIN pg_dist_shard USING (shardid)
         WHERE nodeport = ? AND logicalrelid = 'account'::regclass ORDER BY random() LIMIT 1`,
        [portOf(from)],
      );
      const startedAt = performance.now();
      await query(
        address,
        `SELECT citus_move_shard_placement(${shard}, '127.0.0.1', ${portOf(from)}, '127.0.0.1', ${portOf(to)})`,
      );
      t.diagnostic(`moved in ${Math.round(performance.now() - startedAt)} ms`);
    }
  await query(address, 'ALTER TABLE request_window SET UNLOGGED');
  for (const load of loads) await load.stopAndCheck();
  t.diagnostic(loads.map(summarize).join(', '));
});

// The command is that of docs/distributed-postgresql.md.
test('a pg_dump of the coordinator under load holds every write acknowledged before, in a plain PostgreSQL too', async () => {
  const bin = process.env.ROLLBOOK_TEST_POSTGRES_BIN as string;
  const run = (tool: string, ...args: string[]) =>
    promisify(execFile)(join(bin, tool), args, {
      env: { ...process.env, PGOPTIONS: '-c citus.max_adaptive_executor_pool_size=1' },
    });
  const file = join(await mkdtemp(join(tmpdir(), 'rollbook-dump-')), 'rollbook.dump');
  cleanUpAtEnd(() => rm(dirname(file), { recursive: true }));
  const options = ['--extension=plpgsql', '--format=custom', '--no-unlogged-table-data', `--file=${file}`];
  const writers = await Writers.start(nodes.services[0]);
  try {
    await writers.outlive(
      () => run('pg_dump', ...options, nodes.address),
      async () => {
        const { address } = await newDatabase('postgres', { isEmpty: true });
        await run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${address}`, file);
        return address;
      },
    );
  } finally {
    await writers.stop();
  }
});
