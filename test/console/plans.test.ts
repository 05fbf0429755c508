import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../blackbox/error-response.ts';
import { useSharedService } from '../use-service.ts';
import { ConsoleBrowser } from './console-browser.ts';

const service = await useSharedService();
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

describe('a change that names what was seen', () => {
  const failed = (answer: Awaited<ReturnType<ConsoleBrowser['call']>>) => [
    answer.status,
    answer.body.error.code,
  ];

  test('is saved if the goals are still those, in whatever order their fields are sent', async () => {
    const { browser } = await signUp();
    await browser.ok('PATCH', '/goals', { goals: [{ studentUid: '10010', goal: GOAL, seen: null }] });
    const { isPaused, priority, ...rest } = GOAL;
    const seen = { isPaused, ...rest, priority };
    const changes = [
      { studentUid: '10010', goal: { ...GOAL, note: 'n' }, seen },
      { studentUid: '10000', goal: null, seen: null },
      { studentUid: '10001', goal: GOAL },
    ];
    const { goals } = await browser.ok('PATCH', '/goals', { goals: changes });
    assert.deepEqual(
      goals.map(({ studentUid, note }: { studentUid: string; note: string }) => [studentUid, note]),
      [
        ['10001', ''],
        ['10010', 'n'],
      ],
    );
  });

  test('changes nothing where a goal is another one, and is told those of the request as they are', async () => {
    const { browser, key } = await signUp();
    const before = { 10000: GOAL, 10001: GOAL, 10002: GOAL };
    for (const [uid, goal] of Object.entries(before)) await browser.ok('PATCH', `/goals/${uid}`, goal);
    await service.callBeta(key, 'PUT', '/goals/10000', { ...GOAL, wanted: { level: 80 } });
    await service.callBeta(key, 'DELETE', '/goals/10001');
    const changed = { ...GOAL, note: 'mine' };
    for (const changes of [
      [{ studentUid: '10000', goal: changed, seen: GOAL }],
      [{ studentUid: '10001', goal: changed, seen: GOAL }],
      [{ studentUid: '10002', goal: null, seen: null }],
      [
        { studentUid: '10002', goal: changed, seen: GOAL },
        { studentUid: '10000', goal: null, seen: GOAL },
        { studentUid: '10010', goal: changed },
      ],
    ]) {
      const { goals: all } = await browser.ok('GET', '/goals');
      const answer = await browser.call('PATCH', '/goals', { goals: changes });
      assert.deepEqual(failed(answer), [412, 'precondition_failed']);
      const named = new Set(changes.filter(({ seen }) => seen !== undefined).map((one) => one.studentUid));
      assert.deepEqual(
        answer.body.goals.toSorted(byUid),
        all.filter(({ studentUid }: { studentUid: string }) => named.has(studentUid)).toSorted(byUid),
      );
      assert.deepEqual(await browser.ok('GET', '/goals'), { goals: all });
    }
  });

  test('changes no count where one is another, and is told those of the request as they are', async () => {
    const { browser, key } = await signUp();
    await browser.ok('PATCH', '/stock', { items: { 3030: 12, credits: 7 }, seen: { 3030: null } });
    await service.callBeta(key, 'PATCH', '/stock', { items: { 3030: 10, 13: 1 } });
    const items = { 3030: 20, credits: 8 };
    for (const [seen, current] of [
      [
        { 3030: 12, credits: 7 },
        { 3030: 10, credits: 7 },
      ],
      [{ 3030: null }, { 3030: 10 }],
      [{ 10: 0, credits: 7 }, { credits: 7 }],
    ]) {
      const answer = await browser.call('PATCH', '/stock', { items, seen });
      assert.deepEqual([...failed(answer), answer.body.items], [412, 'precondition_failed', current]);
    }
    assert.deepEqual(await browser.ok('GET', '/stock'), { items: { 3030: 10, 13: 1, credits: 7 } });
    const saved = await browser.ok('PATCH', '/stock', { items, seen: { 3030: 10, credits: 7, 10: null } });
    assert.deepEqual(saved.items, { 3030: 20, 13: 1, credits: 8 });
  });

  test('of several at once, one is saved', async () => {
    const { browser } = await signUp();
    await browser.ok('PATCH', '/goals/10010', GOAL);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        at % 2 === 0
          ? browser.call('PATCH', '/stock', { items: { credits: at + 1 }, seen: { credits: null } })
          : browser.call('PATCH', '/goals', {
              goals: [{ studentUid: '10010', goal: { ...GOAL, priority: at }, seen: GOAL }],
            }),
      ),
    ).then((answers) => answers.map(({ status }) => status).sort());
    assert.deepEqual(statuses, [200, 200, ...Array(10).fill(412)]);
  });

  test('has the shape of goals and counts', async () => {
    const { browser } = await signUp();
    const goals = [{ studentUid: '10010', goal: GOAL, seen: { wanted: {} } }];
    refused(await browser.call('PATCH', '/goals', { goals }), 400, 'invalid_request', [
      'goals.0.seen.wanted',
    ]);
    for (const [seen, field] of [
      [{ none: 1 }, 'seen.none'],
      [{ credits: -1 }, 'seen.credits'],
      [5, 'seen'],
    ])
      refused(await browser.call('PATCH', '/stock', { items: {}, seen }), 400, 'invalid_request', [
        field as string,
      ]);
  });
});

const byUid = (a: { studentUid: string }, b: { studentUid: string }) =>
  a.studentUid < b.studentUid ? -1 : 1;

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
