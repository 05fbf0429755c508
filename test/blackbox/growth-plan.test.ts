import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Account } from '../service.ts';
import { useService, useSharedService } from '../use-service.ts';
import { refused } from './error-response.ts';

const service = await useSharedService();
const limited = await useService({ env: { ROLLBOOK_READ_LIMIT: '2' } });

const [HOSHINO, SHIROKO] = ['10005', '10010'];
const NOTHING = { credits: 0, exp: { level: 0, weapon: 0, equip: 0, bond: 0 }, items: {} };
const NO_VALUES = Object.fromEntries(
  [
    ...['tier', 'weaponTier', 'level', 'skillEx', 'skillNormal', 'skillEnhanced', 'skillSub'],
    ...['equip1', 'equip2', 'equip3', 'equip1Level', 'equip2Level', 'equip3Level', 'equipSpecial'],
    ...['weaponLevel', 'abilityHp', 'abilityAtk', 'abilityHeal', 'bond', 'bondExp'],
  ].map((name) => [name, null]),
);

const read = ({ read: key }: Account, query = '') => service.callBeta(key, 'GET', `/plan${query}`);
async function plan(account: Account, query = '') {
  const { status, body, text } = await read(account, query);
  assert.equal(status, 200, text);
  return body;
}
const uidsOf = ({ students }: { students: { studentUid: string }[] }) =>
  students.map(({ studentUid }) => studentUid);
async function written(answer: Promise<{ status: number; text: string }>) {
  const { status, text } = await answer;
  assert.ok(status < 300, text);
}
const put = ({ write }: Account, uid: string, goal: object) =>
  written(service.callBeta(write, 'PUT', `/goals/${uid}`, goal));
const register = ({ write }: Account, state: object) =>
  written(service.call(write, 'POST', '/me/students', state));
const patch = ({ write }: Account, uid: string, changes: object) =>
  written(service.call(write, 'PATCH', `/me/students/${uid}`, changes));

describe('GET /beta/plan', () => {
  test('computes the cost of each goal, their total and what the stock lacks', async () => {
    const account = await service.account();
    const empty = { students: [], total: NOTHING, stock: {}, shortage: NOTHING };
    assert.deepEqual(await plan(account), empty);
    const state = { tier: 3, weaponTier: 0, level: 88, skillEx: 1 };
    await register(account, { studentUid: HOSHINO, ...state });
    const hoshino = { tier: 4, level: 90, skillEx: 2 };
    await put(account, HOSHINO, { wanted: hoshino });
    const shiroko = { skillEx: 2, skillNormal: 2, equip1: 2, bond: 3 };
    await put(account, SHIROKO, { wanted: shiroko, priority: 0 });
    const stock = { credits: 1_000_000, 10: 3, 13: 22, 100: 50, 3040: 20, 5000: 9, e1: 2 };
    await written(service.callBeta(account.write, 'PATCH', '/stock', { items: stock }));

    assert.deepEqual(await plan(account), {
      students: [
        {
          studentUid: SHIROKO,
          from: NO_VALUES,
          to: shiroko,
          cost: {
            // EX 80,000, skill 5,000, 4 for each experience of the equipment, and 1,500 for its second tier.
            credits: 80_000 + 5_000 + 4 * 381 + 1_500,
            // The equipment is raised to level 10 first.
            exp: { level: 0, weapon: 0, equip: 25 + 27 + 30 + 34 + 39 + 45 + 52 + 60 + 69, bond: 45 },
            items: { 110: 13, 3040: 12, 4040: 5, e101001: 15 },
          },
        },
        {
          studentUid: HOSHINO,
          from: { ...NO_VALUES, ...state },
          to: hoshino,
          cost: {
            // 7 for each experience, 200,000 for the fourth star, EX 80,000.
            credits: 7 * 228_635 + 200_000 + 80_000,
            exp: { level: 102_990 + 125_645, weapon: 0, equip: 0, bond: 0 },
            items: { 100: 19, 3040: 12, [HOSHINO]: 100 },
          },
        },
      ],
      total: {
        credits: 1_968_469,
        exp: { level: 228_635, weapon: 0, equip: 381, bond: 45 },
        items: { 100: 19, 110: 13, 3040: 24, 4040: 5, [HOSHINO]: 100, e101001: 15 },
      },
      stock,
      shortage: {
        credits: 968_469,
        // Reports are worth 50 and 10,000, stones 90. Gifts are not spent.
        exp: { level: 228_635 - 3 * 50 - 22 * 10_000, weapon: 0, equip: 381 - 2 * 90, bond: 45 },
        items: { 110: 13, 3040: 4, 4040: 5, [HOSHINO]: 100, e101001: 15 },
      },
    });
  });

  test('equipment of which only the tier is recorded counts as the highest level of that tier', async () => {
    const account = await service.account();
    const bare = {
      studentUid: SHIROKO,
      tier: 3,
      weaponTier: 0,
      equip1: 2,
      equip2: 4,
      equip2Level: 31,
      equip3: 5,
    };
    await register(account, bare);
    await put(account, SHIROKO, { wanted: { equip1: 3, equip1Level: 25, equip2Level: 33 } });
    const [assumed] = (await plan(account)).students;
    assert.deepEqual(assumed.assumed, ['equip1Level']);
    assert.equal(assumed.from.equip1Level, null);

    await patch(account, SHIROKO, { equip1Level: 20 });
    const [recorded] = (await plan(account)).students;
    assert.ok(!Object.hasOwn(recorded, 'assumed'));
    assert.deepEqual(assumed.cost, recorded.cost);

    await patch(account, SHIROKO, { equip1Level: 1 });
    const [lowest] = (await plan(account)).students;
    assert.ok(lowest.cost.exp.equip > recorded.cost.exp.equip);
  });

  test('a goal is left out once a scanner has recorded all of its values', async () => {
    const account = await service.account();
    await register(account, { studentUid: HOSHINO, tier: 3, weaponTier: 0, level: 88 });
    await put(account, HOSHINO, { wanted: { level: 90, skillEx: 3 } });
    await patch(account, HOSHINO, { level: 90 });
    assert.equal((await plan(account)).students[0].cost.credits, 80_000 + 500_000);
    await patch(account, HOSHINO, { skillEx: 3 });
    assert.deepEqual(uidsOf(await plan(account)), []);
    await patch(account, HOSHINO, { skillEx: null });
    assert.deepEqual(uidsOf(await plan(account)), [HOSHINO]);
  });

  const REACHED: [wanted: object, recorded: object, isReached: boolean][] = [
    [{ level: 1 }, {}, false],
    [{ abilityHp: 0 }, {}, false],
    [{ tier: 5, weaponTier: 0 }, {}, true],
    [{ equip1: 5, equip1Level: 45 }, { equip1: 6, equip1Level: 1 }, true],
    [{ equip1: 5, equip1Level: 45 }, { equip1: 5, equip1Level: 44 }, false],
    [{ equip1: 5, equip1Level: 1 }, { equip1: 5 }, false],
    [{ equip1: 5 }, { equip1: 5 }, true],
    [{ equip1: 6, equip1Level: 1 }, { equip1: 5, equip1Level: 45 }, false],
    [{ equip1Level: 40 }, { equip1: 5, equip1Level: 40 }, true],
    [{ bond: 20 }, { bond: 21 }, true],
    [{ bond: 3, bondExp: 50 }, { bond: 3, bondExp: 49 }, false],
    [{ bond: 3, bondExp: 50 }, { bond: 4 }, true],
    [{ bondExp: 50 }, { bond: 3, bondExp: 50 }, true],
    [{ bondExp: 46 }, { bond: 3 }, false],
  ];
  for (const [wanted, recorded, isReached] of REACHED)
    test(`${JSON.stringify(wanted)} is ${isReached ? '' : 'not '}reached by ${JSON.stringify(recorded)}`, async () => {
      const account = await service.account();
      await register(account, { studentUid: HOSHINO, tier: 5, weaponTier: 0, ...recorded });
      await put(account, HOSHINO, { wanted });
      assert.equal(uidsOf(await plan(account)).length, isReached ? 0 : 1);
    });

  test('a student who is not recruited starts at a bond that is recorded, and may have reached it', async () => {
    const account = await service.account();
    await put(account, SHIROKO, { wanted: { bond: 2, level: 1 } });
    const bond = ['--bond', '3', '--bond-exp', '50'];
    await service.command('bond', 'set', '--account', account.id, '--student', SHIROKO, ...bond);
    const [{ from, cost }] = (await plan(account)).students;
    assert.deepEqual([from, cost], [{ ...NO_VALUES, bond: 3, bondExp: 50 }, NOTHING]);
    await put(account, SHIROKO, { wanted: { bond: 2 } });
    assert.deepEqual(uidsOf(await plan(account)), []);
    await put(account, SHIROKO, { wanted: { bond: 4 } });
    assert.equal((await plan(account)).students[0].cost.exp.bond, 75 - 50);
  });

  test('leaves out paused goals, and those without the label that is asked for', async () => {
    const account = await service.account();
    const wanted = { level: 2 };
    await put(account, '10000', { wanted, labels: ['총력전', 'raid'], priority: 2 });
    await put(account, '10001', { wanted, labels: ['총력전'], priority: 1 });
    await put(account, '10002', { wanted, labels: ['총력전'], isPaused: true });
    await put(account, '10003', { wanted });
    assert.deepEqual(uidsOf(await plan(account)), ['10001', '10000', '10003']);
    assert.deepEqual(uidsOf(await plan(account, `?label=${encodeURIComponent('총력전')}`)), [
      '10001',
      '10000',
    ]);
    assert.deepEqual(uidsOf(await plan(account, '?label=raid&other=1')), ['10000']);
    assert.deepEqual(uidsOf(await plan(account, '?label=Raid')), []);
    assert.deepEqual(uidsOf(await plan(account, `?label=${'%F0%9F%8F%86'.repeat(40)}`)), []);
    for (const query of ['label=', 'label=a&label=a', `label=${'a'.repeat(41)}`, 'label=a%0Ab', 'label=%20a'])
      refused(await read(account, `?${query}`), 400, 'invalid_request', ['label']);
  });

  test('any key may read it, counted as one read, and no account sees the plan of another', async () => {
    const [owner, other] = [await service.account(), await service.account()];
    await put(owner, '10000', { wanted: { level: 2 } });
    assert.deepEqual(uidsOf(await plan(other)), []);
    refused(await service.callBeta(undefined, 'GET', '/plan'), 401, 'unauthorized');
    const posted = await service.callBeta(owner.write, 'POST', '/plan', {});
    refused(posted, 404, 'not_found');
    assert.equal(posted.headers.get('allow'), 'GET, HEAD');
    const { read: key } = await limited.account();
    for (const [query, status, left] of [
      ['', 200, 1],
      ['?label=', 400, 0],
      ['?label=', 429, 0],
    ] as const) {
      const answer = await limited.callBeta(key, 'GET', `/plan${query}`);
      assert.deepEqual(
        [answer.status, answer.headers.get('ratelimit')?.split(';t=')[0]],
        [status, `"read";r=${left}`],
      );
    }
  });
});
