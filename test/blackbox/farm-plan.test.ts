import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { farmPlan, type Stages } from '../../client/growth.ts';
import { Rollbook } from '../../client/index.ts';
import { useSharedService } from '../use-service.ts';
import { refused } from './error-response.ts';

const service = await useSharedService();
/** An eleph of two hard stages, and one of none. */
const [SHIROKO, IZUNA] = ['10010', '10001'];

async function openAccount() {
  const account = await service.account();
  const rollbook = new Rollbook({ baseUrl: `${service.url}/v1`, apiKey: account.write });
  const read = (query = '') => service.callBeta(account.read, 'GET', `/plan/farm${query}`);
  return { account, rollbook, read };
}

describe('GET /beta/plan/farm', () => {
  test('says where to farm what the plan lacks, as the client computes it', async () => {
    const { rollbook, read } = await openAccount();
    assert.deepEqual((await read()).body, {
      ap: 0,
      runs: [],
      elephs: [],
      notDropped: {},
      stagesAsOf: '2026-06-24',
    });
    await rollbook.roster.register({
      studentUid: SHIROKO,
      tier: 3,
      weaponTier: 0,
      equip1: 7,
      equip1Level: 1,
    });
    await rollbook.goals.put(SHIROKO, { wanted: { tier: 4, equip1: 10, skillNormal: 10 }, labels: ['raid'] });
    await rollbook.goals.put(IZUNA, { wanted: { tier: 5 } });
    const [{ body }, { shortage }, facts, stages] = await Promise.all([
      read(),
      rollbook.growthPlan(),
      rollbook.growthFacts(),
      rollbook.stages(),
    ]);
    assert.deepEqual(body, farmPlan(facts, stages, shortage));
    assert.deepEqual(body, await rollbook.farmPlan());
    assert.deepEqual(body.elephs, [{ studentUid: SHIROKO, missing: 100, stages: ['3-3', '9-3'], days: 42 }]);
    assert.equal(body.notDropped[IZUNA], shortage.items[IZUNA]);
    assert.equal(body.notDropped.credits, shortage.credits);

    const labelled = (await read('?label=raid')).body;
    assert.deepEqual(labelled, await rollbook.farmPlan({ label: 'raid' }));
    assert.equal(labelled.notDropped[IZUNA], undefined);
    const near = (await read('?area=20')).body;
    assert.deepEqual(near, farmPlan(facts, stages, shortage, { area: 20 }));
    assert.deepEqual(near, await rollbook.farmPlan({ area: 20 }));
    assert.ok(near.runs.every(({ stage }: { stage: string }) => Number.parseInt(stage, 10) <= 20));
    const lastTier = (items: object) => Object.keys(items).filter((itemId) => /^e10\d009$/.test(itemId));
    assert.deepEqual([lastTier(near.notDropped).length, lastTier(body.notDropped).length], [1, 0]);
    assert.deepEqual(near.elephs, body.elephs);
  });

  test('refuses an area that is none', async () => {
    const { read } = await openAccount();
    for (const query of ['?area=0', '?area=', '?area=-1', '?area=1.5', '?area=one', '?area=1&area=2'])
      refused(await read(query), 400, 'invalid_request', ['area'], query);
  });
});

test('GET /stages.json has the stages for pages of every origin, without a key', async () => {
  const answer = await fetch(`${service.url}/stages.json`, {
    headers: { origin: 'https://planner.example' },
  });
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  const { stages, asOf } = (await answer.json()) as Stages;
  assert.equal(asOf, '2026-06-24');
  assert.deepEqual(
    stages.find(({ stage, hard }) => stage === '3-3' && hard),
    {
      stage: '3-3',
      hard: true,
      ap: 20,
      drops: { 120: 0.1, 200: 0.1, 220: 0.1, 3020: 0.1, 3040: 0.1, [SHIROKO]: 0.4 },
    },
  );
  const etag = answer.headers.get('etag') ?? '';
  const again = await fetch(`${service.url}/stages.json`, { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);
});
