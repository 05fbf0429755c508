import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { query } from '../database.ts';
import { diagnose } from '../diagnose.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { addressOn, type Nodes, startNodes } from './nodes.ts';

let nodes: Nodes;
before(async () => {
  nodes = await startNodes();
});
after(() => nodes?.stop());

/** What doctor finds on this node. */
async function find(node: Cluster) {
  const { findings, of } = await diagnose({ ROLLBOOK_DATABASE: addressOn(nodes, node) });
  for (const { found } of findings) assert.doesNotMatch(found, /[\p{C}\uFFFD]/u);
  return { database: of('database'), citus: of('citus'), findings };
}

test('doctor asks every node for its settings and connections, and what it advises is taken', async () => {
  const { coordinator, workers } = nodes;
  const { findings } = await find(workers[0]);
  const found = findings.filter(({ check }) => check === 'citus');
  assert.equal(found.length, 2);
  assert.match(
    String(found[0]?.found),
    /^(127\.0\.0\.1:\d+(, )?){3}: citus\.node_connection_timeout is 30 s/,
  );
  assert.match(
    String(found[1]?.found),
    new RegExp(`^${new URL(coordinator.url).host}: citus\\.distributed_dead`),
  );
  for (const { found: text, advice = '' } of found) {
    const [, ...statements] = /^There: (ALTER [^;]+); (SELECT [^;]+);$/.exec(advice) ?? [];
    assert.equal(statements.length, 2, advice);
    for (const { url } of [coordinator, ...workers])
      if (text.includes(new URL(url).host)) for (const statement of statements) await query(url, statement);
  }
  for (const node of [coordinator, ...workers])
    assert.match((await find(node)).citus.join(), /^ok: 3 nodes answer, and each has 2\d\d connections left/);
});

test('a table that was not distributed is named on the coordinator and on a worker, which does not have it', async () => {
  await query(nodes.address, 'CREATE TABLE note (account_id text PRIMARY KEY)');
  for (const node of [nodes.coordinator, nodes.workers[0]])
    assert.match((await find(node)).database.join(), /^warning: .*, distributed, but without note$/);
  await query(nodes.address, 'DROP TABLE note');
  assert.match((await find(nodes.workers[0])).database.join(), /^ok: /);
});

test('a worker that is down or silent is named, and the database is not what is wrong', async () => {
  const { coordinator, workers } = nodes;
  const [living, lost] = workers;
  const isNamed = async (asked: Cluster) => {
    const { database, citus } = await find(asked);
    assert.deepEqual(citus, [
      `failure: the worker ${new URL(lost.url).host} does not answer the other nodes`,
    ]);
    assert.match(database.join(), /^ok: /);
  };
  process.kill(lost.pid, 'SIGSTOP');
  await isNamed(coordinator).finally(() => process.kill(lost.pid, 'SIGCONT'));
  await lost.halt('KILL');
  try {
    for (const asked of [coordinator, living]) await isNamed(asked);
  } finally {
    await lost.start();
  }
});

test('a coordinator that is down is named by a worker', async () => {
  const { coordinator, workers } = nodes;
  await coordinator.halt('KILL');
  try {
    const { database, citus } = await find(workers[0]);
    const { host } = new URL(coordinator.url);
    assert.deepEqual(citus, [`failure: the coordinator ${host} does not answer the other nodes`]);
    assert.match(database.join(), new RegExp(`^failure: .* does not reach its node ${host}$`));
  } finally {
    await coordinator.start();
  }
});
