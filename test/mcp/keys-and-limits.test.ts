import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Connection, requestText } from '../blackbox/raw-connection.ts';
import { type ServiceHere, serveHere } from '../serve-here.ts';
import type { RunningService } from '../service.ts';
import { useSharedService } from '../use-service.ts';
import { GENERATIONS, McpClient } from './mcp-client.ts';

const READING = [
  'search_students',
  'list_roster',
  'get_student',
  'preview_import',
  'export_roster',
  'recent_changes',
  'plan_growth',
  'list_goals',
  'list_stock',
];
const student = (studentUid: string) => ({ studentUid, tier: 3, weaponTier: 0 });
/** Where a client learns how to be let in. */
const CHALLENGE = /^Bearer resource_metadata="http[^"]*\/\.well-known\/oauth-protected-resource\/mcp"/;
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const STUDENTS = ['10000', '10001', '10002', '10003', '10004', '10005', '10006', '10007'].map(student);

function postMessage(
  { url }: Pick<RunningService, 'url'>,
  body: string,
  authorization?: string,
): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(authorization !== undefined && { authorization }),
    },
    body,
  });
}

/** The head of a message, whose body the service asks for once it has admitted it. */
const announceMessage = ({ url }: Pick<RunningService, 'url'>, authorization: string) =>
  requestText('POST', '/mcp', {
    Host: new URL(url).host,
    Authorization: authorization,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'Content-Length': `${LIST.length}`,
    Expect: '100-continue',
  });

const MESSAGES = 120;
const remaining = (headers: Headers): number => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

const shared = await useSharedService();

describe('keys at /mcp', () => {
  for (const generation of GENERATIONS)
    test(`a read key is offered no writing tool, and is refused one (${generation})`, async () => {
      const { read } = await shared.account();
      const mcp = await McpClient.overHttp(shared, read, { generation });
      assert.deepEqual(await mcp.toolNames(), READING);
      for (const [name, input] of [
        ['save_students', { students: STUDENTS }],
        ['save_students', { students: STUDENTS, dryRun: true }],
        ['apply_import', { text: 'studentUid,tier,weaponTier\n10000,3,0' }],
        ['remove_student', { studentUid: '10000', confirm: true }],
        ['remove_student', {}],
        ['undo_changes', { group: 1 }],
        ['save_goals', { goals: [{ studentUid: '10000', wanted: { level: 90 } }] }],
        ['complete_goals', { goals: [{ studentUid: '10000' }] }],
        ['save_stock', { items: [{ item: 'credits', count: 1 }] }],
      ] as const) {
        const error = await mcp.error(name, input);
        assert.equal(error.code, 'forbidden', name);
        assert.match(error.nextStep, /write permission/);
      }
      assert.equal((await mcp.ok('list_roster')).total, 0);
    });

  test('a missing, wrong or revoked key gets 401 with the scheme, before anything is read', async () => {
    const { id, write } = await shared.account();
    const post = (authorization?: string) => postMessage(shared, LIST, authorization);
    assert.equal((await post(`Bearer ${write}`)).status, 200);
    const [{ keyId }] = (await shared.command('key', 'list', '--account', id)).filter(
      ({ permission }: { permission: string }) => permission === 'write',
    );
    await shared.command('key', 'revoke', keyId);
    for (const authorization of [undefined, 'Bearer', 'Basic x', `Bearer ${write}x`, `Bearer ${write}`]) {
      const response = await post(authorization);
      assert.equal(response.status, 401, `${authorization}`);
      assert.match(response.headers.get('www-authenticate') ?? '', CHALLENGE);
      const text = await response.text();
      assert.equal(JSON.parse(text).error.code, 'unauthorized');
      assert.equal(text.includes(write), false);
    }
    await shared.command('account', 'suspend', id);
  });

  test('a key that is revoked while its message arrives gets 401, and the message stays counted', async (t) => {
    const { id, write, read } = await shared.account();
    const connection = new Connection(shared.url);
    t.after(() => connection.close());
    connection.send(announceMessage(shared, `Bearer ${write}`));
    await connection.continued();
    const keys = await shared.command('key', 'list', '--account', id);
    const { keyId } = keys.find(({ permission }: { permission: string }) => permission === 'write');
    await shared.command('key', 'revoke', keyId);
    connection.send(LIST);
    const { status, headers, body } = await connection.answer();
    assert.deepEqual([status, body.error.code], [401, 'unauthorized']);
    assert.match(headers.get('www-authenticate') ?? '', CHALLENGE);
    assert.equal(remaining(headers), MESSAGES - 1);
    assert.equal(remaining((await postMessage(shared, LIST, `Bearer ${read}`)).headers), MESSAGES - 2);
  });

  test('a key touches the students of its own account alone', async () => {
    const [one, other] = [await shared.account(), await shared.account()];
    const mcp = await McpClient.overHttp(shared, one.write);
    const stranger = await McpClient.overHttp(shared, other.write);
    await mcp.ok('save_students', { students: STUDENTS });
    assert.equal((await stranger.ok('list_roster')).total, 0);
    const error = await stranger.error('remove_student', { studentUid: '10000', confirm: true });
    assert.equal(error.code, 'student_not_recruited');
    assert.equal((await mcp.ok('list_roster')).total, STUDENTS.length);
  });
});

describe('limits at /mcp', () => {
  let service: ServiceHere;
  before(async () => {
    service = await serveHere({ env: { ROLLBOOK_WRITE_LIMIT: '6', ROLLBOOK_READ_LIMIT: '12' } });
  });

  test('every message is counted before its body is read, whatever it says, and refused beyond 120', async (t) => {
    const [account, other] = [await service.account(), await service.account()];
    const bodies = [
      LIST,
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      '{broken',
    ];
    for (let sent = 1; sent <= MESSAGES; sent += 1) {
      const key = sent % 2 ? account.read : account.write;
      const { status, headers } = await postMessage(
        service,
        bodies[sent % bodies.length] as string,
        `Bearer ${key}`,
      );
      assert.notEqual(status, 429);
      assert.equal(headers.get('ratelimit-policy'), `"mcp";q=${MESSAGES};w=60`);
      assert.equal(remaining(headers), MESSAGES - sent);
    }
    const connection = new Connection(service.url);
    t.after(() => connection.close());
    connection.send(announceMessage(service, `Bearer ${account.write}`));
    const { status, headers, body } = await connection.answer();
    assert.deepEqual([status, body.error.code], [429, 'rate_limited']);
    assert.deepEqual(connection.interim, [], 'the body was asked for');
    assert.equal(headers.get('ratelimit-policy'), `"mcp";q=${MESSAGES};w=60`);
    assert.match(headers.get('ratelimit') ?? '', /^"mcp";r=0;t=([1-9]|[1-5]\d|60)$/);
    assert.equal(headers.get('retry-after'), /t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

    assert.equal((await postMessage(service, LIST, `Bearer ${other.read}`)).status, 200);
    const { headers: ofRead } = await service.call(account.read, 'GET', '/students?query=a');
    assert.match(ofRead.get('ratelimit') ?? '', /^"read";r=11;/);
  });

  test('tools count like the requests of /v1, and what calls no tool uses up neither of its windows', async () => {
    const { write } = await service.account();
    const mcp = await McpClient.overHttp(service, write);
    for (let i = 0; i < 20; i += 1) await mcp.toolNames();
    const readsLeft = async () => remaining((await service.call(write, 'GET', '/students?query=a')).headers);
    assert.equal(await readsLeft(), 11);
    await mcp.ok('search_students', { query: 'a' });
    assert.equal(await readsLeft(), 9);
    // One list for the plan, which is written at once.
    await mcp.ok('save_students', { students: STUDENTS.slice(0, 3) });
    assert.equal(await readsLeft(), 7);
    const { headers } = await service.call(write, 'PATCH', '/me/students/10000', { level: 1 });
    assert.equal(remaining(headers), 2);
  });

  test('a search of many names answers those that the limit of reads lets through', async () => {
    const { read } = await service.account();
    const mcp = await McpClient.overHttp(service, read);
    const queries = Array.from({ length: 20 }, (_, i) => `${10_000 + i}`);
    const { results, unanswered, retryAfterSeconds } = await mcp.ok('search_students', { queries });
    assert.equal(results.length, 12);
    assert.deepEqual(unanswered, queries.slice(12));
    assert.ok(retryAfterSeconds >= 1 && retryAfterSeconds <= 60);
  });

  test('a limit ends a call at once with what was done and when to go on', async () => {
    const { write } = await service.account();
    const mcp = await McpClient.overHttp(service, write);
    const startedAt = performance.now();
    const saved = await mcp.ok('save_students', { students: STUDENTS });
    assert.deepEqual(saved.counts, { registered: 6, changed: 0, unchanged: 0, failed: 2 });
    assert.ok(saved.students[0].error.code === 'rate_limited');
    assert.ok(saved.retryAfterSeconds > 500 && saved.retryAfterSeconds <= 600);
    assert.match(saved.nextStep, /^Wait \d+ seconds, then make the same call again/);
    assert.equal((await service.call(write, 'PATCH', '/me/students/10000', { level: 1 })).status, 429);
    const limited = async (): Promise<{ retryAfterSeconds: number; code: string }> => {
      for (;;) {
        const result = await mcp.call('search_students', { query: 'a' });
        if (result.isError) return mcp.error('search_students', { query: 'a' });
      }
    };
    const error = await limited();
    assert.equal(error.code, 'rate_limited');
    assert.ok(error.retryAfterSeconds >= 1 && error.retryAfterSeconds <= 60);
    // Waiting for the window of reads would take a minute.
    assert.ok(performance.now() - startedAt < 30_000);
  });
});
