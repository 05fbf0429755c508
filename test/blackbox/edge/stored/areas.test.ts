import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../../database.ts';
import { McpClient } from '../../../mcp/mcp-client.ts';
import { useService } from '../../../use-service.ts';

const service = await useService();
const STUDENT = { studentUid: '10010', tier: 3, weaponTier: 0, level: 10 };
const GOAL = { wanted: { level: 20 } };

/** What needs each area. */
const REQUESTS: Record<string, readonly (readonly [method: string, path: string, body?: object])[]> = {
  'roster:read': [
    ['GET', '/v1/students?query=a'],
    ['GET', '/v1/me/students'],
    ['GET', '/v1/me/students/10010'],
    ['GET', '/beta/roster'],
  ],
  'roster:propose': [
    ['GET', '/beta/proposals'],
    ['POST', '/beta/proposals', { students: [{ studentUid: '10010', level: 12 }] }],
  ],
  'roster:write': [['PATCH', '/v1/me/students/10010', { level: 11 }]],
  'plan:read': [
    ['GET', '/beta/goals'],
    ['GET', '/beta/goals/10010'],
    ['GET', '/beta/stock'],
    ['GET', '/beta/plan'],
  ],
  'plan:write': [
    ['PUT', '/beta/goals/10010', GOAL],
    ['PATCH', '/beta/stock', { items: { credits: 5 } }],
  ],
  'history:read': [['GET', '/beta/changes']],
};
const AREAS = Object.keys(REQUESTS);
/** What a new key that is asked for the area has. */
const INCLUDED: Record<string, readonly string[]> = {
  'plan:read': ['roster:read', 'plan:read'],
  'plan:write': ['roster:read', 'plan:write'],
  'history:read': ['roster:read', 'history:read'],
};
const includedIn = (area: string): readonly string[] => INCLUDED[area] ?? [area];

async function openAccount() {
  const account = await service.account();
  assert.equal((await service.call(account.write, 'POST', '/me/students', STUDENT)).status, 201);
  assert.equal((await service.callBeta(account.write, 'PUT', '/goals/10010', GOAL)).status, 200);
  const issue = async (permission: string, areas: string): Promise<string> =>
    (
      await service.command(
        ...['key', 'issue', '--account', account.id, '--permission', permission, '--areas', areas],
      )
    ).apiKey;
  /** As a key of these areas was stored before plan and history included the roster. */
  const issueFormer = async (permission: string, ...areas: string[]): Promise<string> => {
    const key = await issue(permission, areas.join());
    const { caller } = (await send(key, ['GET', '/beta/me'])).body;
    await query(service.database, 'UPDATE api_key SET areas = ? WHERE account_id = ? AND key_id = ?', [
      areas.join(' '),
      account.id,
      caller.id,
    ]);
    return key;
  };
  return { account, issue, issueFormer };
}

const send = (key: string, [method, path, body]: readonly [string, string, object?], headers = {}) =>
  path.startsWith('/v1')
    ? service.call(key, method, path.slice(3), body, headers)
    : service.callBeta(key, method, path.slice(5), body, headers);

/** Sends everything, and expects that a key of the areas is allowed what needs them. */
async function assertReach(key: string, areas: readonly string[]): Promise<void> {
  const allowed = areas.flatMap((area) => [
    area,
    area.replace('write', 'read'),
    area.replace('write', 'propose'),
  ]);
  for (const [needed, requests] of Object.entries(REQUESTS))
    for (const request of requests) {
      const { status, body } = await send(key, request);
      const wanted = allowed.includes(needed) ? [200, 201] : [403];
      assert.ok(wanted.includes(status), `${areas}: ${request.join(' ')}`);
      if (status !== 403) continue;
      assert.equal(body.error.code, 'forbidden');
      if (areas.some((area) => area.endsWith('write')))
        assert.match(body.error.message, new RegExp(`\`${needed}\``));
    }
  const { body } = await send(key, ['GET', '/beta/me']);
  assert.deepEqual(body.caller.areas, areas);
}

test('a key with an area does what the area allows, with what it includes, and nothing else', async () => {
  const { issue } = await openAccount();
  for (const area of AREAS) {
    const key = await issue(area.endsWith(':read') ? 'read' : 'write', area);
    await assertReach(key, includedIn(area));
  }
});

test('a key of plan or history that was issued before both included the roster does not read it', async () => {
  const { issueFormer } = await openAccount();
  for (const area of Object.keys(INCLUDED))
    await assertReach(await issueFormer(area.endsWith('write') ? 'write' : 'read', area), [area]);
});

test('a key without areas has all, and says nothing of them', async () => {
  const { account } = await openAccount();
  for (const requests of Object.values(REQUESTS))
    for (const request of requests) assert.ok((await send(account.write, request)).status < 300);
  assert.equal('areas' in (await send(account.read, ['GET', '/beta/me'])).body.caller, false);
});

test('an earlier roster needs the history, too', async () => {
  const { issue } = await openAccount();
  const earlier = ['GET', '/beta/roster?at=2999-01-01T00:00:00Z'] as const;
  const { status, body } = await send(await issue('read', 'roster'), earlier);
  assert.equal(status, 403);
  assert.match(body.error.message, /`history:read`/);
  assert.equal((await send(await issue('read', 'roster,history'), earlier)).status, 200);
});

test('completing a goal needs both areas, and changes nothing without', async () => {
  const { account, issue } = await openAccount();
  const complete = ['POST', '/beta/goals/10010/complete', {}] as const;
  for (const areas of ['roster', 'plan', 'roster,plan:read']) {
    assert.equal((await send(await issue('write', areas), complete)).status, 403, areas);
    assert.equal((await send(account.read, ['GET', '/v1/me/students/10010'])).body.level, 10);
  }
  assert.equal((await send(await issue('write', 'roster,plan'), complete)).status, 200);
});

test('taking back needs the history, and the plan where the group spent', async () => {
  const { account, issue } = await openAccount();
  const { students } = (await send(account.read, ['GET', '/beta/plan'])).body;
  await send(account.write, ['PATCH', '/beta/stock', { items: { credits: students[0].cost.credits } }]);
  await send(account.write, ['POST', '/beta/goals/10010/complete', {}]);
  const { changes } = (await send(account.read, ['GET', '/beta/changes'])).body;
  const takesBack = { 'takes-back': String(changes.at(-1).group) };
  const lower = ['PATCH', '/v1/me/students/10010', { level: 10 }] as const;
  for (const [areas, missing] of [
    ['roster', 'history:read'],
    ['roster,plan', 'history:read'],
    ['roster,history', 'plan:write'],
  ] as const) {
    const { status, body } = await send(await issue('write', areas), lower, takesBack);
    assert.equal(status, 403, areas);
    assert.match(body.error.message, new RegExp(missing));
    assert.equal((await send(account.read, ['GET', '/v1/me/students/10010'])).body.level, 20);
  }
  assert.equal((await send(await issue('write', 'roster,history,plan'), lower, takesBack)).status, 200);
  const { items } = (await send(account.read, ['GET', '/beta/stock'])).body;
  assert.equal(items.credits, students[0].cost.credits);
});

test('a rotated key keeps its areas, also those of before plan and history included the roster', async () => {
  const { account, issue, issueFormer } = await openAccount();
  await issue('read', 'plan');
  await issueFormer('read', 'plan:read');
  const listed = await service.command('key', 'list', '--account', account.id);
  for (const [expected, status] of [
    [['roster:read', 'plan:read'], 200],
    [['plan:read'], 403],
  ] as const) {
    const { keyId } = listed.find(
      ({ areas }: { areas: string[] | null }) => areas?.join() === expected.join(),
    );
    const { apiKey, areas } = await service.command('key', 'rotate', keyId);
    assert.deepEqual(areas, expected);
    assert.equal((await send(apiKey, ['GET', '/v1/me/students'])).status, status);
  }
});

test('tools/list has the tools of the areas, and no other can be called', async () => {
  const { issue, issueFormer } = await openAccount();
  const listTools = async (key: string) => {
    const mcp = await McpClient.overHttp(service, key);
    return { mcp, names: (await mcp.client.listTools()).tools.map(({ name }) => name) };
  };
  const ofPlan = ['recent_changes', 'plan_growth', 'list_goals', 'save_goals', 'list_stock', 'save_stock'];
  const { names: included } = await listTools(await issue('write', 'plan:write,history'));
  assert.deepEqual(
    included.filter((name) => !ofPlan.includes(name)),
    ['search_students', 'list_roster', 'get_student', 'preview_import', 'export_roster'],
  );
  const { mcp, names } = await listTools(await issueFormer('write', 'plan:write', 'history:read'));
  assert.deepEqual(names, ofPlan);
  const [goal] = (await mcp.ok('list_goals')).goals;
  assert.deepEqual([goal.wanted, goal.isReached], [GOAL.wanted, null]);
  const refused = await mcp.client.callTool({ name: 'list_roster', arguments: {} });
  assert.equal(refused.isError, true);
  assert.match(JSON.stringify(refused.content), /roster:read/);
});
