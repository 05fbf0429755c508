import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Rollbook, type RollbookOptions } from '../../client/index.ts';
import { useSharedService } from '../use-service.ts';
import { failure } from './failure.ts';

const service = await useSharedService();

async function connect(options: Partial<RollbookOptions> = {}): Promise<Rollbook> {
  const { write } = await service.account();
  return new Rollbook({ baseUrl: `${service.url}/v1`, apiKey: write, ...options });
}

/** Sends each write, and loses the first answer to it. */
function losingFirstAnswer(): { fetch: typeof fetch; sent: string[] } {
  const sent: string[] = [];
  return {
    sent,
    async fetch(input, init) {
      const response = await fetch(input, init);
      if (init?.method === 'GET') return response;
      sent.push(`${init?.method} ${response.status}`);
      if (sent.length > 1) return response;
      throw new TypeError('the answer is lost');
    },
  };
}

const GOAL = { wanted: { level: 90 }, labels: ['raid'], note: '', priority: 10, isPaused: false };

describe('goals', () => {
  test('are put, listed and removed', async () => {
    const { goals } = await connect();
    assert.deepEqual(await goals.list(), []);
    const { data, limits } = await goals.put('10099', GOAL).withResponse();
    assert.deepEqual(data, { studentUid: '10098', ...GOAL });
    assert.ok(limits.write);
    await goals.put('10010', { wanted: { bond: 20 }, priority: 0 });
    const [first, second] = await goals.list();
    assert.deepEqual([first?.studentUid, second], ['10010', data]);
    assert.equal((await goals.put('10098', { ...data, isPaused: true })).isPaused, true);
    assert.deepEqual(await goals.remove('10098'), { studentUid: '10098', deleted: true });
    assert.equal((await goals.list()).length, 1);
  });

  test('a write of unknown outcome is sent again, and a removal that took effect has succeeded', async () => {
    const put = losingFirstAnswer();
    const { goals } = await connect({ fetch: put.fetch });
    assert.equal((await goals.put('10010', GOAL)).studentUid, '10010');
    assert.deepEqual(put.sent, ['PUT 200', 'PUT 200']);
    const removal = losingFirstAnswer();
    const other = await connect({ fetch: removal.fetch });
    removal.sent.push('the goal is not lost');
    await other.goals.put('10010', GOAL);
    removal.sent.length = 0;
    assert.deepEqual(await other.goals.remove('10010'), { studentUid: '10010', deleted: true });
    assert.deepEqual(removal.sent, ['DELETE 200', 'DELETE 404']);
    const hasty = losingFirstAnswer();
    const { mayBeProcessed } = await failure(
      (await connect({ fetch: hasty.fetch })).goals.put('10010', GOAL, { maxRetries: 0 }),
    );
    assert.deepEqual([mayBeProcessed, hasty.sent], [true, ['PUT 200']]);
  });

  test('an error names what was wrong, in English', async () => {
    const { goals } = await connect();
    const missing = await failure(goals.remove('10010'));
    assert.deepEqual([missing.code, missing.message], ['not_found', 'There is no goal for 10010.']);
    const unknown = await failure(goals.put('없음', GOAL));
    assert.equal(unknown.message, 'The catalogue has no student with the UID "없음".');
    const invalid = await failure(
      goals.put('10010', { wanted: { level: 91, bond: 2 }, labels: ['a', ' b'], priority: -1 }),
    );
    assert.deepEqual(
      invalid.fields?.map(({ field }) => field),
      ['wanted.level', 'labels.1', 'priority'],
    );
    assert.equal(invalid.fields?.[0]?.en, 'Must be an integer from 1 to 90.');
    const rules = await failure(
      goals.put('10010', { wanted: { bond: 2, bondExp: 0, tier: 1, weaponTier: 1 } }),
    );
    assert.equal(
      rules.message,
      'wanted.tier, wanted.weaponTier: With weaponTier 1 or more, tier must be 5. wanted.bondExp: With bond 2, bondExp goes from 15 to 44.',
    );
  });
});

test('the stock is patched and read', async () => {
  const { fetch, sent } = losingFirstAnswer();
  const { stock } = await connect({ fetch });
  assert.deepEqual(await stock.get(), {});
  assert.deepEqual(await stock.patch({ 3030: 12, credits: 5 }), { 3030: 12, credits: 5 });
  assert.deepEqual(sent, ['PATCH 200', 'PATCH 200']);
  assert.deepEqual(await stock.patch({ 3030: null }), { credits: 5 });
  assert.deepEqual(await stock.get(), { credits: 5 });
  const { message } = await failure(stock.patch({ none: 1 }));
  assert.match(message, /^items\.none: Must be the ID of an item/);
});

test('the plan is of all goals or those with a label, and the facts are asked for again only if changed', async () => {
  const sent: string[] = [];
  const rollbook = await connect({
    async fetch(input, init) {
      const response = await fetch(input, init);
      sent.push(`${new URL(String(input)).pathname} ${response.status}`);
      return response;
    },
  });
  await rollbook.goals.put('10010', { wanted: { level: 2 }, labels: ['raid 1'] });
  const { data, limits } = await rollbook.growthPlan().withResponse();
  assert.equal(data.students[0]?.cost.exp.level, 10);
  assert.ok(limits.read);
  assert.deepEqual(await rollbook.growthPlan({ label: 'raid 1' }), data);
  assert.deepEqual((await rollbook.growthPlan({ label: 'raid' })).students, []);
  const { message } = await failure(rollbook.growthPlan({ label: '' }));
  assert.match(message, /^label: Must be a text of 1 to 40 characters/);
  const { runs, elephs } = await rollbook.farmPlan({ label: 'raid 1', area: 12 });
  assert.deepEqual([runs, elephs], [[], []]);
  sent.length = 0;
  const stages = await rollbook.stages();
  assert.equal(stages.stages.length, 240);
  assert.equal(await rollbook.stages(), stages);
  assert.deepEqual(sent, ['/stages.json 200', '/stages.json 304']);
  sent.length = 0;
  const facts = await rollbook.growthFacts();
  assert.equal(facts.students['10010']?.star, 3);
  assert.equal(await rollbook.growthFacts(), facts);
  assert.deepEqual(sent, ['/growth.json 200', '/growth.json 304']);
  const elsewhere = await connect({ fetch: async () => Response.json({ costs: {}, students: null }) });
  assert.equal((await failure(elsewhere.growthFacts())).code, 'unexpected_response');
});
