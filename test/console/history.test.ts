import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeGroupView } from '../../server/history/views.ts';
import { packRoster, type SnapshotStudent, summarizeRoster } from '../../server/store/roster-snapshots.ts';
import type { RosterSummary } from '../../server/store/roster-summary.ts';
import { query } from '../database.ts';
import { serveHere } from '../serve-here.ts';
import { useSharedService } from '../use-service.ts';
import { ConsoleBrowser } from './console-browser.ts';

const service = await useSharedService();
const DAY = 86_400_000;
const NEW_STUDENT = { studentUid: '10010', tier: 3, weaponTier: 0 };

interface Player {
  browser: ConsoleBrowser;
  accountId: string;
  keyId: string;
  /** Writes with the key. */
  write: (method: string, uid: string, body?: object, operation?: string) => Promise<void>;
  /** Writes in the console. */
  edit: (method: string, uid: string, body?: object, operation?: string) => Promise<number>;
}

async function signUp(): Promise<Player> {
  const browser = new ConsoleBrowser(service);
  const { accountId } = await browser.signUp('arona');
  const { key, apiKey } = await browser.ok('POST', '/keys', {
    name: '스캐너',
    permission: 'write',
    days: 30,
  });
  const toRequest = (method: string, uid: string, body?: object): [string, string, object | undefined] =>
    method === 'POST'
      ? [method, '/me/students', { studentUid: uid, tier: 3, weaponTier: 0, ...body }]
      : [method, `/me/students/${uid}`, body];
  return {
    browser,
    accountId,
    keyId: key.keyId,
    async write(method, uid, body, operation) {
      const headers = operation === undefined ? {} : { 'bulk-operation': operation };
      const [verb, path, sent] = toRequest(method, uid, body);
      const answer = await service.call(apiKey, verb, path, sent, headers);
      assert.ok(answer.status < 300, answer.text);
      assert.equal(answer.headers.get('change-group'), null);
    },
    async edit(method, uid, body, operation) {
      const [verb, path, sent] = toRequest(method, uid, body);
      const answer = await browser.call(verb, path, sent, { 'bulk-operation': operation });
      assert.ok(answer.status < 300, answer.text);
      return Number(answer.headers.get('change-group'));
    },
  };
}

const groupsOf = async ({ browser }: Player, parameters = ''): Promise<ChangeGroupView[]> =>
  (await browser.ok('GET', `/history/groups?${parameters}`)).groups;

const numbersOf = async (player: Player, parameters: string): Promise<number[]> =>
  (await groupsOf(player, parameters)).map(({ group }) => group);

/** Moves all that the history has of an account into the past. */
async function moveBack({ accountId }: Player, ms: number): Promise<void> {
  for (const sql of [
    'UPDATE change_group SET started_at = started_at - ?, last_at = last_at - ? WHERE account_id = ?',
    'UPDATE student_change SET at = at - ? WHERE account_id = ?',
  ])
    await query(service.database, sql, [...Array(sql.split(' - ?').length - 1).fill(ms), accountId]);
}

test('groups tell who changed what, the newest first', async () => {
  const player = await signUp();
  await player.write('POST', '10010', { level: 80 });
  const second = await player.edit('POST', '10000', {}, 'import-1');
  await player.write('PATCH', '10010', { level: 1 });
  await player.edit('POST', '10001', {}, 'import-1');
  const { isOn, groups, nextBefore } = await player.browser.ok('GET', '/history/groups');
  assert.deepEqual([isOn, nextBefore], [true, null]);
  assert.deepEqual(
    groups.map(({ group, operation, changes }: ChangeGroupView) => [
      group,
      operation,
      changes.map(({ number, studentUid, kind }) => [number, studentUid, kind]),
    ]),
    [
      [
        second,
        'import',
        [
          [2, '10000', 'registered'],
          [4, '10001', 'registered'],
        ],
      ],
      [
        1,
        null,
        [
          [1, '10010', 'registered'],
          [3, '10010', 'changed'],
        ],
      ],
    ],
  );
  const [session] = (await player.browser.ok('GET', '/sessions')).sessions;
  assert.deepEqual(
    groups.map(({ by }: ChangeGroupView) => by),
    [
      {
        kind: 'console',
        sessionId: session.sessionId,
        browser: session.browser,
        isCurrent: true,
        hasEnded: false,
      },
      { kind: 'key', id: player.keyId, name: '스캐너', isApp: false, isRevoked: false },
    ],
  );
  assert.deepEqual(groups[1].changes[1].fields, { level: [80, 1] });
  assert.equal(groups[1].startedAt, groups[1].changes[0].at);
  assert.equal(groups[1].lastAt, groups[1].changes[1].at);
});

test('a change keeps the name of its browser after a sign-out, and tells no tool of it', async () => {
  const player = await signUp();
  const agent =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
  const { browser } = player;
  const options = await browser.ok('POST', '/sign-in/options', {});
  const response = browser.authenticator.sign(options);
  await browser.call('POST', '/sign-in', { response }, { 'user-agent': agent });
  const [{ browser: name }] = (await browser.ok('GET', '/sessions')).sessions;
  assert.match(name, /Android/);
  await player.edit('POST', '10000');
  await browser.call('DELETE', '/session');
  await browser.signIn();
  const [{ by }] = (await groupsOf(player)) as [ChangeGroupView];
  assert.deepEqual([by.kind === 'console' && by.browser, by.kind === 'console' && by.hasEnded], [name, true]);
  const { apiKey } = await browser.ok('POST', '/keys', { name: '', permission: 'read', days: 1 });
  const { changes } = (await service.callBeta(apiKey, 'GET', '/changes')).body;
  assert.deepEqual(changes[0].by, { kind: 'console' });
});

test('filters find groups by author, student, kind and time, and one by its number', async () => {
  const player = await signUp();
  await player.write('POST', '10010');
  await moveBack(player, 2 * DAY);
  await player.edit('POST', '10000');
  await player.write('PATCH', '10010', { level: 5 });
  await player.write('DELETE', '10010', undefined, 'bulk-1');
  const { sessionId } = (await player.browser.ok('GET', '/sessions')).sessions[0];
  for (const [parameters, expected] of [
    ['', [4, 3, 2, 1]],
    [`author=key:${player.keyId}`, [4, 3, 1]],
    [`author=session:${sessionId}`, [2]],
    ['author=console', [2]],
    ['author=operator', []],
    ['author=key:key_other', []],
    ['student=10010', [4, 3, 1]],
    ['student=10000&author=console', [2]],
    ['student=nobody', []],
    ['kind=registered', [2, 1]],
    ['kind=removed&student=10010', [4]],
    [`since=${new Date(Date.now() - DAY).toISOString()}`, [4, 3, 2]],
    ['limit=2', [4, 3]],
    ['limit=2&before=3', [2, 1]],
    ['group=3', [3]],
    ['group=99', []],
  ] as const)
    assert.deepEqual(await numbersOf(player, parameters), expected, parameters);
  assert.equal((await player.browser.ok('GET', '/history/groups?limit=3')).nextBefore, 2);
  assert.equal((await player.browser.ok('GET', '/history/groups?limit=4')).nextBefore, null);
});

test('a student is found by the UID of her other form', async () => {
  const player = await signUp();
  await player.write('POST', '10098');
  assert.deepEqual(await numbersOf(player, 'student=10099'), [1]);
});

test('a page ends early after groups of many changes, and the next goes on', async () => {
  const player = await signUp();
  await player.write('POST', '10010');
  const { accountId } = player;
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)';
  await query(
    service.database,
    `INSERT INTO student_change (account_id, number, group_number, at, student_uid, kind, fields)
     ${numbers} SELECT '${accountId}', i, 2 + (i - 2) % 4, 5, '10010', 'changed', '{"level":[1,2]}' FROM n`,
  );
  await query(
    service.database,
    `INSERT INTO change_group (account_id, number, last_number, started_at, last_at, by_kind, by_id, by_name, changes)
     ${numbers} SELECT '${accountId}', i, 6000, 5, 5, 'operator', '', '', 1500 FROM n WHERE i < 6`,
  );
  const seen: number[] = [];
  const counts: number[] = [];
  for (let before: number | null = 9_999; before !== null; ) {
    const page: { groups: ChangeGroupView[]; nextBefore: number | null } = await player.browser.ok(
      'GET',
      `/history/groups?before=${before}`,
    );
    seen.push(...page.groups.map(({ group }) => group));
    counts.push(...page.groups.map(({ changes }) => changes.length));
    assert.ok(page.groups.length < 5);
    before = page.nextBefore;
  }
  assert.deepEqual(seen, [5, 4, 3, 2, 1]);
  assert.deepEqual(counts, [1_499, 1_500, 1_500, 1_500, 1]);
});

test('parameters that cannot be taken are refused, each by name', async () => {
  const { browser } = await signUp();
  for (const [path, fields] of [
    ['groups?author=key:&kind=x&limit=0', ['author', 'kind', 'limit']],
    ['groups?limit=101', ['limit']],
    ['groups?before=9999999999', ['before']],
    ['groups?before=1&before=2', ['before']],
    ['groups?since=yesterday', ['since']],
    ['groups?student=%00', ['student']],
    ['roster', ['before']],
    ['roster?before=1&at=2026-11-24T00:00:00Z', ['before']],
    ['roster?at=2026-11-24', ['at']],
    ['roster?day=2026-02-30', ['day']],
  ] as const) {
    const { status, body } = await browser.call('GET', `/history/${path}`);
    assert.deepEqual([status, body.error.code], [400, 'invalid_request'], path);
    assert.deepEqual(
      body.error.fields.map(({ field }: { field: string }) => field),
      fields,
      path,
    );
  }
});

test('authors are those whose changes are kept, also once they have ended', async () => {
  const player = await signUp();
  await player.edit('POST', '10000');
  await player.write('POST', '10010');
  await player.write('PATCH', '10010', { level: 2 }, 'bulk-1');
  await player.browser.ok('DELETE', `/keys/${player.keyId}`);
  await player.browser.signIn();
  const { authors } = await player.browser.ok('GET', '/history/authors');
  assert.deepEqual(
    authors.map(({ kind, groups, isRevoked, isCurrent, hasEnded }: Record<string, unknown>) => [
      ...[kind, groups],
      ...[isRevoked, isCurrent, hasEnded],
    ]),
    [
      ['key', 2, true, undefined, undefined],
      ['console', 1, undefined, false, true],
    ],
  );
  assert.ok(authors[0].lastAt >= authors[1].lastAt);
});

const readRoster = async ({ browser }: Player, parameters: string) =>
  (await browser.ok('GET', `/history/roster?${parameters}`)).students;

test('the roster before a change is that of the time', async () => {
  const player = await signUp();
  const rosters: unknown[] = [];
  const step = async (...change: Parameters<Player['write']>) => {
    rosters.push((await player.browser.ok('GET', '/roster')).students);
    await player.write(...change);
  };
  await service.command('bond', 'set', '--account', player.accountId, '--student', '10010', '--bond', '9');
  const first = 2;
  await step('POST', '10010', { level: 80, skillEx: 5 });
  await step('POST', '10000');
  await step('PATCH', '10010', { level: 1, skillEx: null, bond: 20 });
  await step('DELETE', '10010');
  await step('POST', '10010');
  await step('DELETE', '10000');
  for (const [i, students] of rosters.entries())
    assert.deepEqual(await readRoster(player, `before=${first + i}`), students, `before ${first + i}`);
  assert.deepEqual(await readRoster(player, 'before=1'), []);
  const now = (await player.browser.ok('GET', '/roster')).students;
  assert.deepEqual(await readRoster(player, `before=${first + rosters.length}`), now);
  assert.equal(
    (await player.browser.call('GET', `/history/roster?before=${first + rosters.length + 1}`)).status,
    400,
  );
  await query(service.database, 'UPDATE student_change SET at = number * 1000 WHERE account_id = ?', [
    player.accountId,
  ]);
  assert.deepEqual(await readRoster(player, 'at=1970-01-01T00:00:03.999Z'), rosters[2]);
  assert.deepEqual(await readRoster(player, 'at=1970-01-01T00:00:04Z'), rosters[3]);
});

test('where the changes do not reach, the roster is that of a day', async () => {
  const player = await signUp();
  const { accountId, browser } = player;
  const today = Date.now();
  const dayAgo = (days: number) => new Date(today - days * DAY).toISOString().slice(0, 10);
  const run = (sql: string, ...values: string[]) => query(service.database, sql, [...values, accountId]);
  // Registered 10 days ago, changed 4 days ago and today; only the last change is kept.
  await player.write('POST', '10010', { level: 10 });
  const rosters: SnapshotStudent[][] = [];
  for (const level of [20, 30]) {
    rosters.push((await browser.ok('GET', '/roster')).students);
    await player.write('PATCH', '10010', { level }, `bulk-${level}`);
  }
  await run('DELETE FROM roster_snapshot WHERE account_id = ?');
  for (const [day, students = []] of [
    [dayAgo(10)],
    [dayAgo(4), rosters[0]],
    [dayAgo(0), rosters[1]],
  ] as const)
    await run(
      `INSERT INTO roster_snapshot (day, taken_at, summary, states, account_id) VALUES (?, 0, '{}', ?, ?)`,
      day,
      await packRoster(students),
    );
  await run('DELETE FROM student_change WHERE number < 3 AND account_id = ?');
  await run('UPDATE change_group SET started_at = 0 WHERE number = 1 AND account_id = ?');
  await run(
    'UPDATE change_group SET started_at = ? WHERE number = 2 AND account_id = ?',
    String(Date.parse(`${dayAgo(4)}T06:00:00Z`)),
  );
  for (const [parameters, asOf, students] of [
    [`day=${dayAgo(10)}`, `${dayAgo(10)}T00:00:00.000Z`, []],
    [`day=${dayAgo(4)}`, `${dayAgo(4)}T00:00:00.000Z`, rosters[0]],
    [`at=${dayAgo(7)}T06:00:00Z`, `${dayAgo(7)}T06:00:00.000Z`, rosters[0]],
    [`at=${dayAgo(4)}T06:00:00Z`, `${dayAgo(4)}T00:00:00.000Z`, rosters[0]],
    [`day=${dayAgo(2)}`, `${dayAgo(2)}T00:00:00.000Z`, rosters[1]],
    ['before=2', `${dayAgo(4)}T00:00:00.000Z`, rosters[0]],
  ] as const)
    assert.deepEqual(
      await browser.ok('GET', `/history/roster?${parameters}`),
      { asOf, students },
      parameters,
    );
  assert.deepEqual(await readRoster(player, 'before=3'), rosters[1]);
  for (const [parameters, field] of [
    ['before=1', 'before'],
    [`day=${dayAgo(11)}`, 'day'],
    [`at=${dayAgo(11)}T00:00:00Z`, 'at'],
  ] as const) {
    const { status, body } = await browser.call('GET', `/history/roster?${parameters}`);
    assert.deepEqual([status, body.error.fields[0].field], [400, field], parameters);
  }
});

test('a player without history has an empty one', async () => {
  const { browser } = await signUp();
  assert.deepEqual(await browser.ok('GET', '/history/groups'), { isOn: true, groups: [], nextBefore: null });
  assert.deepEqual(await browser.ok('GET', '/history/authors'), { authors: [] });
  assert.equal((await browser.call('GET', '/history/roster?at=2026-01-01T00:00:00Z')).status, 400);
});

test('growth is told since a week ago, or since the first day that is kept', async () => {
  const player = await signUp();
  const { accountId, browser } = player;
  const { week, days } = await browser.ok('GET', '/history/growth');
  assert.equal(week, null);
  assert.deepEqual([days.length, days[0].recruited], [1, 0]);
  await player.write('POST', '10010', { level: 10, bond: 1 });
  const today = new Date(Date.now()).toISOString().slice(0, 10);
  const young = await browser.ok('GET', '/history/growth');
  assert.deepEqual(young.week, {
    since: `${today}T00:00:00.000Z`,
    newStudents: 1,
    grownStudents: 0,
    bondRanks: 0,
  });
  assert.deepEqual(
    young.days.map(({ at: _, ...summary }: { at: string }) => summary),
    [
      { recruited: 0, levelSum: 0, levelCount: 0, uniqueWeapons: 0, bondSum: 0 },
      { recruited: 1, levelSum: 10, levelCount: 1, uniqueWeapons: 0, bondSum: 1 },
    ],
  );
  // As if the registration was ten days ago, and the next change five days ago.
  const dayAgo = (days: number) => new Date(Date.parse(today) - days * DAY).toISOString().slice(0, 10);
  const run = (sql: string, ...values: string[]) => query(service.database, sql, [...values, accountId]);
  await run('UPDATE roster_snapshot SET day = ? WHERE account_id = ?', dayAgo(10));
  const { students } = await browser.ok('GET', '/roster');
  await run(
    'INSERT INTO roster_snapshot (day, taken_at, summary, states, account_id) VALUES (?, 0, ?, ?, ?)',
    ...[dayAgo(5), JSON.stringify(summarizeRoster(students)), await packRoster(students)],
  );
  await player.write('PATCH', '10010', { level: 11, bond: 6 });
  await player.write('POST', '10000');
  const old = await browser.ok('GET', '/history/growth');
  assert.deepEqual(old.week, {
    since: `${dayAgo(7)}T00:00:00.000Z`,
    newStudents: 1,
    grownStudents: 1,
    bondRanks: 5,
  });
  assert.deepEqual(
    old.days.map(({ recruited, bondSum }: RosterSummary) => [recruited, bondSum]),
    [
      [0, 0],
      [1, 1],
      [2, 6],
    ],
  );
  // The roster page shows the week alone.
  assert.deepEqual(await browser.ok('GET', '/history/growth?days=none'), {
    isOn: true,
    week: old.week,
    days: [],
  });
  assert.equal((await browser.call('GET', '/history/growth?days=all')).status, 400);
});

test('the eviction of an intruder tells whose changes may be taken back', async () => {
  const player = await signUp();
  const { browser } = player;
  const intruder = new ConsoleBrowser(service);
  Object.assign(intruder, { authenticator: browser.authenticator });
  assert.equal((await intruder.signIn()).status, 200);
  const { key: earlier, apiKey } = await browser.ok('POST', '/keys', {
    ...{ name: '옛 봇', permission: 'write', days: 1 },
  });
  assert.equal((await service.call(apiKey, 'POST', '/me/students', NEW_STUDENT)).status, 201);
  await browser.ok('DELETE', `/keys/${earlier.keyId}`);
  await player.write('PATCH', NEW_STUDENT.studentUid, { level: 1 });
  await player.write('PATCH', NEW_STUDENT.studentUid, { level: 2 }, 'bulk-1');
  await intruder.ok('PATCH', `/me/students/${NEW_STUDENT.studentUid}`, { level: 3 });
  await player.edit('PATCH', NEW_STUDENT.studentUid, { level: 4 });
  const { authors } = await browser.ok('POST', '/eviction', { keptPasskeys: [] });
  const [session, key] = authors;
  assert.deepEqual(
    authors.map(({ groups }: { groups: number }) => groups),
    [1, 2],
  );
  assert.deepEqual([session.kind, session.hasEnded, session.isCurrent], ['console', true, false]);
  assert.deepEqual([key.kind, key.id, key.isRevoked], ['key', player.keyId, true]);
  assert.deepEqual(await numbersOf(player, `author=session:${session.sessionId}`), [4]);
});

test('the console is told that history is off, and what was recorded before stays', async () => {
  const player = await signUp();
  await player.write('POST', '10010');
  const off = await serveHere({
    database: service.database,
    env: { ROLLBOOK_HISTORY: 'off' },
  });
  const browser = new ConsoleBrowser(off);
  Object.assign(browser, { cookie: player.browser.cookie });
  await browser.ok('PATCH', '/me/students/10010', { level: 5 });
  const { isOn, groups } = await browser.ok('GET', '/history/groups');
  assert.deepEqual([isOn, groups.length, groups[0].changes.length], [false, 1, 1]);
  await off.stop();
});
