import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { cleanUpAtEnd } from '../cleanup.ts';
import type { Cluster } from '../postgres/cluster.ts';
import type { Service } from '../service.ts';
import { until } from '../until.ts';
import { accountOn, type Nodes, playerOn, startInstanceOn, startNodes } from './nodes.ts';

/** Those of the silent worker would hold three times the connections of an instance. */
const CALLERS = { silent: 30, other: 6 };
const PAUSE_MS = 50;
/** Of those of the other worker, while one is silent. */
const REQUESTS = 600;
const MIN_ANSWERED = 0.99;
const STATE = { studentUid: '10000', tier: 1, weaponTier: 0 };

let nodes: Nodes;
before(async () => {
  nodes = await startNodes();
});
after(() => nodes?.stop());

/** Calls accounts of a worker, each caller its own, until the end of the test, and counts the answers. */
async function startCallers(worker: Cluster, callers: number, service: Service) {
  const count = { answered: 0, refused: 0 };
  let isOver = false;
  cleanUpAtEnd(async () => {
    isOver = true;
  });
  const calls: (() => Promise<{ status: number }>)[] = [];
  for (let n = 0; n < callers; n += 1) {
    const { write } = await accountOn(nodes, worker);
    assert.equal((await service.call(write, 'POST', '/me/students', STATE)).status, 201);
    const path = '/me/students/10000';
    calls.push(
      n % 3 === 0
        ? () => service.call(write, 'PATCH', path, { level: 1 + Math.floor(Math.random() * 80) })
        : () => service.call(write, 'GET', n % 3 === 1 ? path : '/me/students'),
    );
  }
  const player = await playerOn({ ...nodes, services: [service] }, worker);
  calls.push(() => player.call('GET', '/me/students'));
  const finished = calls.map(async (call) => {
    while (!isOver) {
      const { status } = await call().catch(() => ({ status: 0 }));
      if (status === 200) count.answered += 1;
      else count.refused += 1;
      await pause(2 * PAUSE_MS * Math.random());
    }
  });
  return {
    count,
    async stop() {
      isOver = true;
      await Promise.all(finished);
    },
  };
}

for (const from of ['the coordinator', 'the other worker'] as const)
  test(`while a worker is silent, accounts of the other one are answered by an instance on ${from}`, async (t) => {
    const [silent, other] = nodes.workers;
    const service = from === 'the coordinator' ? nodes.services[0] : await startInstanceOn(nodes, other);
    const disturbed = await startCallers(silent, CALLERS.silent, service);
    const undisturbed = await startCallers(other, CALLERS.other, service);
    await until(
      'both are answered',
      () => Math.min(disturbed.count.answered, undisturbed.count.answered) > 100,
    );
    t.after(() => silent.signal('SIGCONT'));
    silent.signal('SIGSTOP');
    const before = { ...undisturbed.count };
    const since = () => ({
      answered: undisturbed.count.answered - before.answered,
      refused: undisturbed.count.refused - before.refused,
    });
    await until('many requests', () => since().answered + since().refused >= REQUESTS, { within: 120_000 });
    const { answered, refused } = since();
    t.diagnostic(
      `accounts of the other worker: ${answered} answered, ${refused} refused; of the silent one: ${JSON.stringify(disturbed.count)}`,
    );
    silent.signal('SIGCONT');
    const { answered: answeredBefore } = disturbed.count;
    await until('the worker serves its accounts', () => disturbed.count.answered > answeredBefore + 100);
    await Promise.all([disturbed.stop(), undisturbed.stop()]);
    assert.ok(
      answered / (answered + refused) > MIN_ANSWERED,
      `${refused} of ${answered + refused} were refused`,
    );
  });
