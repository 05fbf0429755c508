import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { plannedCost } from '../../game/planned-cost.ts';
import { readAllChanges } from '../change-feed.ts';
import type { Account } from '../service.ts';
import { SHIPPED_FACTS } from '../shipped-growth.ts';
import { useSharedService } from '../use-service.ts';
import { refused } from './error-response.ts';

const service = await useSharedService();
const ARU = '10000';
const GOAL = {
  wanted: { level: 80, skillEx: 4, equip1: 3, equip1Level: 30 },
  labels: ['총력전'],
  note: '먼저',
  priority: 10,
  isPaused: false,
};
const REGISTRATION = { studentUid: ARU, tier: 3, weaponTier: 0, level: 70, skillEx: 3, equip1: 2 };

const read = async (account: Account, path: string) =>
  (await service.callBeta(account.read, 'GET', path)).body;
const complete = (account: Account, body: unknown = {}, uid = ARU) =>
  service.callBeta(account.write, 'POST', `/goals/${uid}/complete`, body);
async function completed(account: Account, body: object = {}) {
  const { status, body: answer, text } = await complete(account, body);
  assert.equal(status, 200, text);
  return answer;
}
async function ok(answer: Promise<{ status: number; text: string }>) {
  const { status, text } = await answer;
  assert.ok(status < 300, text);
}

/** With a student, a goal and more of each item than it costs. */
async function prepare(stock?: Record<string, number>): Promise<Account> {
  const account = await service.account();
  await ok(service.call(account.write, 'POST', '/me/students', REGISTRATION));
  await ok(service.callBeta(account.write, 'PUT', `/goals/${ARU}`, GOAL));
  const [planned] = (await read(account, '/plan')).students;
  const items = stock ?? {
    ...double(planned.cost.items),
    credits: planned.cost.credits + 5,
    10: 9,
    13: 999,
    e3: 999,
  };
  if (Object.keys(items).length > 0) await ok(service.callBeta(account.write, 'PATCH', '/stock', { items }));
  return account;
}
const double = (items: Record<string, number>) =>
  Object.fromEntries(Object.entries(items).map(([item, count]) => [item, count * 2]));

describe('POST /beta/goals/{studentUid}/complete', () => {
  test('raises the student, spends what the plan says and ends the goal, as one group', async () => {
    const account = await prepare();
    const [planned] = (await read(account, '/plan')).students;
    const { items: stock } = await read(account, '/stock');
    assert.deepEqual(planned.assumed, ['equip1Level']);

    const { student, goal, spent, stock: left } = await completed(account);
    assert.deepEqual(student, (await service.call(account.read, 'GET', `/me/students/${ARU}`)).body);
    for (const [name, value] of Object.entries(GOAL.wanted)) assert.equal(student[name], value);
    assert.equal(goal, null);
    refused(await service.callBeta(account.read, 'GET', `/goals/${ARU}`), 404, 'not_found');
    assert.equal(spent.credits, planned.cost.credits);
    for (const [item, count] of Object.entries(planned.cost.items)) assert.equal(spent[item], count, item);
    assert.ok(spent['13'] > 0 && spent.e3 > 0);
    for (const [item, count] of Object.entries<number>(stock))
      assert.equal(left.items[item], count - (spent[item] ?? 0), item);
    assert.deepEqual(left, await read(account, '/stock'));

    const changes = await readAllChanges(service, account.read);
    assert.deepEqual(
      changes.map(({ number, group, spent }) => [number, group, spent]),
      [
        [1, 1, undefined],
        [2, 2, spent],
      ],
    );
    refused(await complete(account), 404, 'not_found');
    assert.deepEqual(await read(account, '/stock'), left);
  });

  test('raises only the fields that are named, and keeps the goal until all is reached', async () => {
    const account = await prepare();
    const { wanted } = GOAL;
    const before = (await service.call(account.read, 'GET', `/me/students/${ARU}`)).body;
    const first = await completed(account, { fields: ['skillEx'] });
    assert.deepEqual(first.student, { ...before, skillEx: 4 });
    assert.deepEqual(first.goal, { studentUid: ARU, ...GOAL });
    const { credits, items } = plannedCost(SHIPPED_FACTS, ARU, before, { skillEx: wanted.skillEx });
    assert.deepEqual(first.spent, { credits, ...items });
    const again = await completed(account, { fields: ['skillEx'] });
    assert.deepEqual([again.spent, again.stock], [{}, first.stock]);
    assert.equal((await completed(account, { fields: ['level', 'equip1', 'equip1Level'] })).goal, null);
  });

  test('raises what belongs together as one: a tier with its level, experience with its rank', async () => {
    const account = await prepare();
    const { student, goal } = await completed(account, { fields: ['equip1'] });
    assert.deepEqual([student.equip1, student.equip1Level, student.level], [3, 30, 70]);
    assert.notEqual(goal, null);
    await ok(service.callBeta(account.write, 'PUT', `/goals/${ARU}`, { wanted: { bondExp: 1_500 } }));
    await ok(service.call(account.write, 'PATCH', `/me/students/${ARU}`, { bond: 3 }));
    const bond = await completed(account);
    assert.equal(bond.student.bondExp, 1_500);
    assert.ok(bond.student.bond > 3);
    assert.equal(bond.goal, null);
  });

  test('never lowers a value, and ends a goal that is reached without a change', async () => {
    const account = await prepare();
    await ok(service.call(account.write, 'PATCH', `/me/students/${ARU}`, { ...GOAL.wanted, level: 90 }));
    const { lastNumber } = await read(account, '/changes');
    const { student, goal, spent } = await completed(account);
    assert.deepEqual([student.level, goal, spent], [90, null, {}]);
    assert.equal((await read(account, '/changes')).lastNumber, lastNumber);
  });

  test('takes what there is of an item that is too few, and nothing of one that was never recorded', async () => {
    const account = await prepare({ credits: 7, 3030: 1 });
    const { spent, stock } = await completed(account);
    assert.deepEqual(spent, { credits: 7 });
    assert.deepEqual(stock, { items: { 3030: 1, credits: 0 } });
    const none = await prepare({});
    assert.deepEqual((await completed(none)).spent, {});
    assert.deepEqual(await read(none, '/stock'), { items: {} });
  });

  test('leaves the stock alone if it is told to', async () => {
    const account = await prepare();
    const stock = await read(account, '/stock');
    const answer = await completed(account, { spend: false });
    assert.deepEqual([answer.spent, answer.stock, answer.goal], [{}, stock, null]);
    assert.ok((await readAllChanges(service, account.read)).every(({ spent }) => spent === undefined));
  });

  test('sent sixteen times at once, it spends once', async () => {
    const account = await prepare();
    const { items: stock } = await read(account, '/stock');
    const answers = await Promise.all(Array.from({ length: 16 }, () => complete(account)));
    const spent = answers.filter(({ status, body }) => status === 200 && Object.keys(body.spent).length > 0);
    assert.equal(spent.length, 1);
    for (const { status } of answers) assert.ok(status === 200 || status === 404);
    const { items: left } = await read(account, '/stock');
    for (const [item, count] of Object.entries<number>(stock))
      assert.equal(left[item], count - (spent[0]?.body.spent[item] ?? 0), item);
  });

  describe('refuses', () => {
    let account: Account;
    before(async () => {
      account = await prepare();
    });
    const INVALID: [body: unknown, fields: string[]][] = [
      [[], ['body']],
      [{ fields: [] }, ['fields']],
      [{ fields: ['weapon'] }, ['fields.0']],
      [{ fields: ['level', 'bond'] }, ['fields.1']],
      [{ spend: 1, labels: [] }, ['spend', 'labels']],
    ];
    for (const [body, fields] of INVALID)
      test(`${JSON.stringify(body)}, naming ${fields.join(', ')}`, async () => {
        const before = await read(account, '/stock');
        refused(await complete(account, body), 400, 'invalid_request', fields);
        assert.deepEqual(await read(account, '/stock'), before);
        assert.deepEqual((await read(account, '/goals')).goals.length, 1);
      });

    test('a student who is unknown, has no goal or is not recruited, after the shape of the body', async () => {
      refused(await complete(account, { spend: 1 }, '99999'), 400, 'invalid_request', ['spend']);
      refused(await complete(account, {}, '99999'), 404, 'not_found');
      refused(await complete(account, { fields: ['bond'] }, '10001'), 404, 'not_found');
      await ok(service.callBeta(account.write, 'PUT', '/goals/10001', GOAL));
      refused(await complete(account, { fields: ['bond'] }, '10001'), 404, 'student_not_recruited');
    });

    test('a read key', async () => {
      const answer = await service.callBeta(account.read, 'POST', `/goals/${ARU}/complete`, {});
      refused(answer, 403, 'forbidden');
    });

    test('what breaks a rule of the state, and changes nothing', async () => {
      const goal = { wanted: { tier: 5, weaponTier: 1 } };
      await ok(service.callBeta(account.write, 'PUT', `/goals/${ARU}`, goal));
      refused(await complete(account, { fields: ['weaponTier'] }), 400, 'invalid_request', ['weaponTier']);
      assert.equal((await completed(account)).student.weaponTier, 1);
    });
  });
});

describe('taking back a group that spent', () => {
  /** As clients take a change back: the values of before, with the group that they are of. */
  const takeBack = (account: Account, group: number, values: object) =>
    service.call(account.write, 'PATCH', `/me/students/${ARU}`, values, { 'takes-back': String(group) });
  const { level, skillEx, equip1 } = REGISTRATION;
  const BEFORE = { level, skillEx, equip1, equip1Level: null };

  test('returns the items to the stock of that day and the goal, once', async () => {
    const account = await prepare();
    const { items: stock } = await read(account, '/stock');
    await completed(account);
    await ok(service.callBeta(account.write, 'PATCH', '/stock', { items: { credits: 100, e3: null } }));
    await ok(takeBack(account, 2, BEFORE));
    assert.deepEqual((await read(account, '/goals')).goals, [{ studentUid: ARU, ...GOAL }]);
    const { items: returned } = await read(account, '/stock');
    const spent = (await readAllChanges(service, account.read))[1]?.spent ?? {};
    assert.deepEqual(returned, { ...stock, credits: 100 + (spent.credits ?? 0), e3: spent.e3 });
    await ok(takeBack(account, 2, { level: 71 }));
    assert.deepEqual(await read(account, '/stock'), { items: returned });
  });

  test('not where a value that was raised is higher since', async () => {
    const account = await prepare();
    await completed(account);
    const { items: left } = await read(account, '/stock');
    await ok(service.call(account.write, 'PATCH', `/me/students/${ARU}`, { level: 85 }));
    await ok(takeBack(account, 2, { skillEx: BEFORE.skillEx }));
    assert.deepEqual(await read(account, '/stock'), { items: left });
    await ok(takeBack(account, 2, BEFORE));
    assert.notDeepEqual(await read(account, '/stock'), { items: left });
  });

  test('leaves a newer goal alone, and a group that spent nothing returns nothing', async () => {
    const account = await prepare();
    await completed(account);
    await ok(service.callBeta(account.write, 'PUT', `/goals/${ARU}`, { wanted: { level: 90 } }));
    const { items: left } = await read(account, '/stock');
    await ok(takeBack(account, 1, { bond: 3 }));
    assert.deepEqual(await read(account, '/stock'), { items: left });
    await ok(takeBack(account, 2, BEFORE));
    assert.deepEqual((await read(account, `/goals/${ARU}`)).wanted, { level: 90 });
    assert.notDeepEqual(await read(account, '/stock'), { items: left });
  });

  test('returns all that the fields of one student took in a group', async () => {
    const account = await prepare();
    const before = await read(account, '/stock');
    const inGroup = (fields: string[]) =>
      service.callBeta(
        account.write,
        'POST',
        `/goals/${ARU}/complete`,
        { fields },
        { 'bulk-operation': 'done-1' },
      );
    await ok(inGroup(['level']));
    await ok(inGroup(['skillEx']));
    const changes = await readAllChanges(service, account.read);
    assert.deepEqual(
      changes.map(({ group }) => group),
      [1, 2, 2],
    );
    assert.equal(changes[2]?.spent, undefined);
    await ok(takeBack(account, 2, BEFORE));
    assert.deepEqual(await read(account, '/stock'), before);
  });

  test('with the student, where the group registered her too', async () => {
    const account = await service.account();
    const headers = { 'bulk-operation': 'done-1' };
    await ok(service.call(account.write, 'POST', '/me/students', REGISTRATION, headers));
    await ok(service.callBeta(account.write, 'PUT', `/goals/${ARU}`, GOAL));
    await ok(service.callBeta(account.write, 'PATCH', '/stock', { items: { credits: 99 } }));
    await ok(service.callBeta(account.write, 'POST', `/goals/${ARU}/complete`, {}, headers));
    await ok(service.call(account.write, 'DELETE', `/me/students/${ARU}`, undefined, { 'takes-back': '1' }));
    assert.deepEqual(await read(account, '/stock'), { items: { credits: 99 } });
    assert.equal((await read(account, '/goals')).goals.length, 1);
  });
});
