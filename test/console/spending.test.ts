import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useSharedService } from '../use-service.ts';
import { signUpPlayer } from './console-browser.ts';

const service = await useSharedService();
const ARU = '10000';
const STATE = { studentUid: ARU, tier: 3, weaponTier: 0, level: 70, skillEx: 3 };
const GOAL = { wanted: { skillEx: 4 }, labels: ['raid'], note: '', priority: 10, isPaused: false };
const ENOUGH = 9_000_000;

/** With a student, and enough of all that the goal costs. */
async function signUp() {
  const { browser, accountId } = await signUpPlayer(service);
  const registered = await browser.call('POST', '/me/students', STATE);
  await browser.ok('PATCH', `/goals/${ARU}`, GOAL);
  const { apiKey } = await browser.ok('POST', '/keys', { name: '', permission: 'write', days: 1 });
  const { cost } = (await service.callBeta(apiKey, 'GET', '/plan')).body.students[0];
  const items = { credits: ENOUGH, ...Object.fromEntries(Object.keys(cost.items).map((id) => [id, ENOUGH])) };
  await browser.ok('PATCH', '/stock', { items });
  const spent = { credits: cost.credits, ...cost.items } as Record<string, number>;
  const left = Object.fromEntries(Object.entries(items).map(([id, count]) => [id, count - (spent[id] ?? 0)]));
  const stock = async () => (await browser.ok('GET', '/stock')).items;
  const groups = async () => (await browser.ok('GET', '/history/groups')).groups;
  return {
    browser,
    accountId,
    apiKey,
    etag: registered.headers.get('etag') ?? '',
    items,
    spent,
    left,
    stock,
    groups,
  };
}

test('a goal is completed, as one group that tells what it spent', async () => {
  const { browser, spent, left, groups } = await signUp();
  const path = `/goals/${ARU}/complete`;
  const { status, body } = await browser.call('POST', path, {}, { 'bulk-operation': 'done-1' });
  assert.equal(status, 200);
  assert.deepEqual([body.student.skillEx, body.goal, body.spent, body.stock.items], [4, null, spent, left]);
  const [group] = await groups();
  assert.deepEqual([group.operation, group.spent, group.changes.length], ['done', spent, 1]);
  assert.equal(body.changeGroup, group.group);
});

test('a change by hand that spends takes what the plan says, once for one state', async () => {
  const { browser, etag, items, spent, left, stock, groups } = await signUp();
  const raise = () =>
    browser.call('PATCH', `/me/students/${ARU}`, { skillEx: 4 }, { 'if-match': etag, 'spends-stock': '1' });
  assert.equal((await raise()).status, 200);
  assert.deepEqual(await stock(), left);
  assert.equal((await raise()).status, 412);
  assert.deepEqual(await stock(), left);
  const [group] = await groups();
  assert.deepEqual(group.spent, spent);

  const back = { 'takes-back': String(group.group), 'spends-stock': '1' };
  assert.equal((await browser.call('PATCH', `/me/students/${ARU}`, { skillEx: 3 }, back)).status, 200);
  assert.deepEqual(await stock(), items);
});

test('a change by hand that lowers, a removal and a registration spend nothing', async () => {
  const { browser, items, stock } = await signUp();
  const headers = { 'spends-stock': '1' };
  assert.equal((await browser.call('PATCH', `/me/students/${ARU}`, { skillEx: 2 }, headers)).status, 200);
  assert.equal((await browser.call('DELETE', `/me/students/${ARU}`, undefined, headers)).status, 200);
  assert.equal((await browser.call('POST', '/me/students', { ...STATE, skillEx: 5 }, headers)).status, 201);
  assert.deepEqual(await stock(), items);
});

test('the writes of a key never spend', async () => {
  const { apiKey, items, stock } = await signUp();
  const headers = { 'spends-stock': '1' };
  const { status } = await service.call(apiKey, 'PATCH', `/me/students/${ARU}`, { skillEx: 4 }, headers);
  assert.equal(status, 200);
  assert.deepEqual(await stock(), items);
});

test('twenty pages that raise one student at once spend for one', async () => {
  const { browser, etag, left, stock } = await signUp();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      browser.call('PATCH', `/me/students/${ARU}`, { skillEx: 4 }, { 'if-match': etag, 'spends-stock': '1' }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.deepEqual(await stock(), left);
});

test('a write ends the goal that it reaches where it asks to, and taking it back returns goal and items', async () => {
  const { browser, etag, items, spent, left, stock, groups } = await signUp();
  const goals = async () => (await browser.ok('GET', '/goals')).goals;
  const [goal] = await goals();
  const raise = (change: object, headers: Record<string, string>) =>
    browser.call('PATCH', `/me/students/${ARU}`, change, headers);
  const ends = { 'ends-goal': '1' };
  assert.equal((await raise({ level: 71 }, ends)).status, 200);
  assert.deepEqual(await goals(), [goal]);
  // A request that is sent again changes nothing more.
  const seen = (await browser.call('GET', `/me/students/${ARU}`)).headers.get('etag') ?? etag;
  const conditional = { ...ends, 'spends-stock': '1', 'if-match': seen, 'bulk-operation': 'import-1' };
  const answers = await Promise.all([1, 2, 3].map(() => raise({ skillEx: 4 }, conditional)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412]);
  assert.deepEqual([await goals(), await stock()], [[], left]);
  const [group] = await groups();
  assert.deepEqual([group.operation, group.spent], ['import', spent]);

  assert.equal((await raise({ skillEx: 3 }, { 'takes-back': String(group.group) })).status, 200);
  assert.deepEqual([await goals(), await stock()], [[goal], items]);
});

test('a goal ends without spending, also by a registration, and returns with it', async () => {
  const { browser, items, stock, groups } = await signUp();
  const goals = async () => (await browser.ok('GET', '/goals')).goals;
  const [goal] = await goals();
  assert.equal((await browser.call('DELETE', `/me/students/${ARU}`)).status, 200);
  const headers = { 'ends-goal': '1', 'spends-stock': '1', 'bulk-operation': 'import-2' };
  assert.equal((await browser.call('POST', '/me/students', { ...STATE, skillEx: 5 }, headers)).status, 201);
  assert.deepEqual([await goals(), await stock()], [[], items]);
  const [group] = await groups();
  assert.deepEqual([group.operation, group.spent], ['import', {}]);
  const back = { 'takes-back': String(group.group) };
  assert.equal((await browser.call('DELETE', `/me/students/${ARU}`, undefined, back)).status, 200);
  assert.deepEqual([await goals(), await stock()], [[goal], items]);
});

test('the writes of a key end no goal', async () => {
  const { browser, apiKey } = await signUp();
  await service.call(apiKey, 'PATCH', `/me/students/${ARU}`, { skillEx: 4 }, { 'ends-goal': '1' });
  assert.equal((await browser.ok('GET', '/goals')).goals.length, 1);
});
