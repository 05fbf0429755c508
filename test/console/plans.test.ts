import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../blackbox/error-response.ts';
import { useService } from '../use-service.ts';
import { ConsoleBrowser } from './console-browser.ts';

const service = await useService({ env: { ROLLBOOK_SIGNUP: 'open' } });
const GOAL = { wanted: { level: 90 }, labels: ['raid'], note: '', priority: 10, isPaused: false };

async function signUp() {
  const browser = new ConsoleBrowser(service);
  await browser.signUp('arona');
  const { apiKey } = await browser.ok('POST', '/keys', { name: '', permission: 'write', days: 1 });
  return { browser, key: apiKey as string };
}

async function catalogueUids(): Promise<string[]> {
  const response = await fetch(`${service.url}/catalogue.json`);
  const { students } = (await response.json()) as { students: { studentUid: string }[] };
  return students.map(({ studentUid }) => studentUid);
}

describe('goals in the console', () => {
  test('are those of the API', async () => {
    const { browser, key } = await signUp();
    const saved = await browser.ok('PATCH', '/goals/10099', GOAL);
    assert.deepEqual(saved, { studentUid: '10098', ...GOAL });
    assert.deepEqual((await service.callBeta(key, 'GET', '/goals')).body, { goals: [saved] });
    assert.deepEqual(await browser.ok('GET', '/goals'), { goals: [saved] });
    refused(await browser.call('PATCH', '/goals/10098', { wanted: {} }), 400, 'invalid_request', ['wanted']);
    refused(await browser.call('PATCH', '/goals/99999', GOAL), 404, 'not_found');
    assert.deepEqual(await browser.ok('DELETE', '/goals/10098'), { studentUid: '10098', deleted: true });
    refused(await browser.call('DELETE', '/goals/10098'), 404, 'not_found');
  });

  test('a goal for every student is one request, of more than 64 Ki characters', async () => {
    const { browser } = await signUp();
    const uids = await catalogueUids();
    const note = '가'.repeat(500);
    const goals = uids.map((studentUid) => ({ studentUid, goal: { ...GOAL, note } }));
    assert.ok(JSON.stringify({ goals }).length > 65_536);
    const changed = await browser.ok('PATCH', '/goals', { goals });
    assert.deepEqual(
      changed.goals,
      uids.toSorted().map((studentUid) => ({ studentUid, ...GOAL, note })),
    );
    const [first = '', second = '', ...others] = uids;
    const removed = others.map((studentUid) => ({ studentUid, goal: null }));
    const moved = { studentUid: second, goal: { ...GOAL, priority: 0 } };
    assert.deepEqual(
      (await browser.ok('PATCH', '/goals', { goals: [...removed, moved] })).goals.map(
        ({ studentUid, priority }: { studentUid: string; priority: number }) => [studentUid, priority],
      ),
      [
        [second, 0],
        [first, 10],
      ],
    );
  });

  test('many are changed all together or not at all, and each invalid field is named', async () => {
    const { browser } = await signUp();
    const answer = await browser.call('PATCH', '/goals', {
      goals: [
        { studentUid: '10010', goal: GOAL },
        { studentUid: '99999', goal: GOAL },
        { studentUid: '10010', goal: null },
        { studentUid: '10000', goal: { wanted: { tier: 1, weaponTier: 1 } } },
      ],
    });
    refused(answer, 400, 'invalid_request', [
      ...['goals.1.studentUid', 'goals.2.studentUid'],
      ...['goals.3.goal.wanted.tier', 'goals.3.goal.wanted.weaponTier'],
    ]);
    const shape = await browser.call('PATCH', '/goals', {
      goals: [
        5,
        null,
        { studentUid: '10010', goal: { wanted: { level: 0 }, labels: [' a'] } },
        { studentUid: '10010' },
      ],
    });
    refused(shape, 400, 'invalid_request', [
      'goals.0',
      'goals.1',
      'goals.2.goal.wanted.level',
      'goals.2.goal.labels.0',
      'goals.3.goal',
    ]);
    const many = Array.from({ length: 301 }, () => ({ studentUid: '10010', goal: GOAL }));
    refused(await browser.call('PATCH', '/goals', { goals: many }), 400, 'invalid_request', ['goals']);
    assert.deepEqual(await browser.ok('GET', '/goals'), { goals: [] });
  });
});

test('the stock in the console is that of the API', async () => {
  const { browser, key } = await signUp();
  const items = { 3030: 12, credits: 5_000_000 };
  assert.deepEqual(await browser.ok('PATCH', '/stock', { items }), { items });
  assert.deepEqual((await service.callBeta(key, 'GET', '/stock')).body, { items });
  refused(await browser.call('PATCH', '/stock', { items: { none: 1 } }), 400, 'invalid_request', [
    'items.none',
  ]);
  assert.deepEqual(await browser.ok('GET', '/stock'), { items });
});

test('goals and stock need a session, and are in the file of all data', async () => {
  const { browser } = await signUp();
  await browser.ok('PATCH', '/goals/10010', GOAL);
  await browser.ok('PATCH', '/stock', { items: { credits: 7 } });
  const data = await browser.ok('GET', '/export');
  assert.deepEqual(
    [data.goals, data.stock],
    [[{ studentUid: '10010', name: '시로코', ...GOAL }], { credits: 7 }],
  );
  const stranger = new ConsoleBrowser(service);
  for (const [method, path, body] of [
    ['GET', '/goals'],
    ['PATCH', '/goals', { goals: [] }],
    ['PATCH', '/goals/10010', GOAL],
    ['DELETE', '/goals/10010'],
    ['GET', '/stock'],
    ['PATCH', '/stock', { items: {} }],
  ] as const)
    assert.equal((await stranger.call(method, path, body)).status, 401, `${method} ${path}`);
});
