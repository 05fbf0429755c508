import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ConsoleBrowser } from '../console/console-browser.ts';
import { untilRecovered } from '../faults/under-load.ts';
import { startIssuingKeys } from './issued-keys.ts';
import {
  accountOn,
  checkUndisturbed,
  type Nodes,
  playerOn,
  startInstanceOn,
  startLoadOn,
  startNodes,
  summarize,
  untilAnswered,
} from './nodes.ts';

const UIDS = ['10000', '10001', '10002'];
const ROUNDS = UIDS.length;
/** Each has windows of rate limits of its own. */
const PLAYERS = 4;

let nodes: Nodes;
before(async () => {
  nodes = await startNodes();
});
after(() => nodes?.stop());

test('while a worker is killed, accounts of the other one notice nothing, and nothing acknowledged is lost', async (t) => {
  const [killed, living] = nodes.workers;
  const { id, write } = await accountOn(nodes, killed);
  const disturbed = await startLoadOn(nodes, killed);
  const undisturbed = await startLoadOn(nodes, living, { check: checkUndisturbed });
  const issuing = startIssuingKeys(nodes.address, id);
  const players: ConsoleBrowser[] = [];
  while (players.length < PLAYERS) players.push(await playerOn(nodes, living));
  for (let round = 0; round < ROUNDS; round += 1) {
    await untilAnswered(disturbed, 'PATCH 200');
    await killed.halt('KILL');
    await untilAnswered(disturbed, 'GET 503');
    await untilAnswered(undisturbed, 'PATCH 200');
    const state = { studentUid: UIDS[round], tier: 1, weaponTier: 0 };
    for (const player of players)
      for (const { status, text } of [
        await player.call('GET', '/me/students'),
        await player.call('POST', '/me/students', state),
      ])
        assert.ok(status === 200 || status === 201, text);
    await killed.start();
    const startedAt = performance.now();
    for (const service of nodes.services) await untilRecovered(service, write);
    t.diagnostic(`served again after ${Math.round(performance.now() - startedAt)} ms`);
  }
  await disturbed.stopAndCheck();
  await undisturbed.stopAndCheck();
  t.diagnostic(`on the killed worker: ${summarize(disturbed)}, on the other one: ${summarize(undisturbed)}`);
  t.diagnostic(`keys: ${JSON.stringify(await issuing.stopAndCheck())}`);
});

test('an instance on a worker serves all accounts, also while the coordinator is away', async (t) => {
  const service = await startInstanceOn(nodes, nodes.workers[0]);
  const loads = [];
  for (const on of nodes.workers)
    loads.push(await startLoadOn({ ...nodes, services: [service] }, on, { check: checkUndisturbed }));
  for (const load of loads) await untilAnswered(load, 'PATCH 200');
  await nodes.coordinator.halt('KILL');
  for (const load of loads) {
    await untilAnswered(load, 'PATCH 200');
    await untilAnswered(load, 'GET 200');
  }
  await nodes.coordinator.start();
  for (const load of loads) await load.stopAndCheck();
  t.diagnostic(loads.map(summarize).join(', '));
  assert.equal(await service.stop(), 0);
});

test('after the coordinator is killed and started, all accounts are served, and nothing acknowledged is lost', async (t) => {
  const loads = [];
  for (const worker of nodes.workers) loads.push(await startLoadOn(nodes, worker));
  const { id, write } = await accountOn(nodes, nodes.workers[0]);
  const issuing = startIssuingKeys(nodes.address, id);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const load of loads) await untilAnswered(load, 'PATCH 200');
    await nodes.coordinator.halt('KILL');
    for (const load of loads) await untilAnswered(load, 'GET 503');
    await nodes.coordinator.start();
    const startedAt = performance.now();
    for (const service of nodes.services) await untilRecovered(service, write);
    t.diagnostic(`served again after ${Math.round(performance.now() - startedAt)} ms`);
  }
  for (const load of loads) await load.stopAndCheck();
  t.diagnostic(loads.map(summarize).join(', '));
  const { issued, failed } = await issuing.stopAndCheck();
  assert.ok(issued > 0);
  t.diagnostic(`keys: ${issued} issued, ${failed} not`);
});
