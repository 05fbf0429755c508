import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { TOOL_NAMES } from '../../server/mcp/tool-titles.ts';
import { startHistoryLimitProxy } from '../history-limit-proxy.ts';
import { bareEnvironment } from '../service.ts';
import { useSharedService } from '../use-service.ts';
import { GENERATIONS, McpClient } from './mcp-client.ts';

const LAUNCHER = join(import.meta.dirname, '../../cli/rollbook');
const STUDENT = { studentUid: '10010', tier: 5, weaponTier: 1, level: 90, bond: 20 };

const service = await useSharedService();
const account = await service.account();
let environment: NodeJS.ProcessEnv;
before(async () => {
  environment = { ...bareEnvironment(), ROLLBOOK_URL: `${service.url}/v1`, ROLLBOOK_KEY: account.write };
});

/** What the command prints until it ends by itself. */
async function runCommand(env: NodeJS.ProcessEnv, stdin: 'open' | 'empty' | 'ignore' = 'open') {
  const child = spawn(LAUNCHER, ['mcp'], {
    env,
    stdio: [stdin === 'ignore' ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    timeout: 30_000,
  });
  if (stdin === 'empty') child.stdin?.end();
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stderr as Readable),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

/** A key of an account of its own that can be revoked. */
async function openRevocable() {
  const { id, write } = await service.account();
  const keys = await service.command('key', 'list', '--account', id);
  const { keyId } = keys.find(({ permission }: { permission: string }) => permission === 'write');
  return { write, revoke: () => service.command('key', 'revoke', keyId) };
}

for (const generation of GENERATIONS)
  describe(`rollbook mcp, ${generation} protocol`, () => {
    test('serves the same tools as /mcp', async () => {
      const overStdio = await McpClient.overStdio(environment, { generation });
      const overHttp = await McpClient.overHttp(service, account.write, { generation });
      const tools = async ({ client }: McpClient) => (await client.listTools()).tools;
      assert.deepEqual(await tools(overStdio), await tools(overHttp));
      const { counts } = await overStdio.ok('save_students', { students: [STUDENT] });
      assert.equal(counts.failed, 0);
      for (const [name, input] of [
        ['search_students', { query: '시로코' }],
        ['search_students', { attributes: { school: ['밀레니엄'] } }],
        ['list_roster', { attributes: { school: ['abydos'] }, fields: ['school'] }],
        ['get_student', { studentUid: '10010' }],
        ['save_students', { students: [STUDENT] }],
        ['preview_import', { text: 'studentUid,tier,weaponTier\n10000,3,0' }],
        ['export_roster', {}],
        ['recent_changes', {}],
        ['undo_changes', { group: 1 }],
      ] as const)
        assert.deepEqual(await overStdio.ok(name, input), await overHttp.ok(name, input), name);
    });

    test('asks the player before a student is removed', async () => {
      let agrees = false;
      const mcp = await McpClient.overStdio(environment, {
        generation,
        answer: () => (agrees ? { action: 'accept', content: { agree: true } } : { action: 'decline' }),
      });
      await mcp.ok('save_students', { students: [STUDENT] });
      const input = { studentUid: '10010', confirm: true };
      assert.equal((await mcp.error('remove_student', input)).code, 'not_confirmed');
      agrees = true;
      const removed = await mcp.ok('remove_student', input);
      assert.deepEqual(removed, { studentUid: '10010', deleted: true, group: removed.group });
      assert.ok(removed.group > 0);
      assert.equal(mcp.questions.length, 2);
    });
  });

test('what was done is taken back by the group that its answer names, although /v1 does not tell it', async () => {
  const { write } = await service.account();
  const mcp = await McpClient.overStdio({ ...environment, ROLLBOOK_KEY: write });
  assert.equal((await mcp.ok('save_students', { students: [STUDENT], dryRun: true })).group, null);
  const { group } = await mcp.ok('save_students', { students: [STUDENT] });
  assert.equal((await mcp.ok('save_students', { students: [STUDENT] })).group, null);
  const undone = await mcp.ok('undo_changes', { group, confirm: true });
  assert.deepEqual([undone.counts.removed, undone.group], [1, 2]);
  assert.equal((await mcp.ok('list_roster')).total, 0);
});

test('each of several writes at once names its own group, and what began before a removal is none of it', async () => {
  const { write } = await service.account();
  const mcp = await McpClient.overStdio({ ...environment, ROLLBOOK_KEY: write });
  const uids = ['10010', '10011', '10012'];
  const groups = await Promise.all(
    uids.map(async (studentUid) =>
      Number((await mcp.ok('save_students', { students: [{ ...STUDENT, studentUid }] })).group),
    ),
  );
  assert.equal(new Set(groups).size, 3, String(groups));
  const undone = await mcp.ok('undo_changes', { group: groups[1], confirm: true });
  assert.deepEqual(
    undone.students.map(({ studentUid }: { studentUid: string }) => studentUid),
    [uids[1]],
  );
  assert.equal((await service.call(write, 'PATCH', '/me/students/10010', { level: 1 })).status, 200);
  const removed = await mcp.ok('remove_student', { studentUid: '10010', confirm: true });
  const { changes } = (await service.callBeta(write, 'GET', '/changes')).body;
  assert.deepEqual([changes.at(-1).kind, changes.at(-1).group], ['removed', removed.group]);
  assert.notEqual(changes.at(-2).group, removed.group);
});

test('what was taken back is reported although its group cannot be looked up', async () => {
  const { write } = await service.account();
  assert.equal((await service.call(write, 'POST', '/me/students', STUDENT)).status, 201);
  const { url } = await startHistoryLimitProxy(service.url);
  const mcp = await McpClient.overStdio({ ...environment, ROLLBOOK_URL: `${url}/v1`, ROLLBOOK_KEY: write });
  const undone = await mcp.ok('undo_changes', { group: 1, confirm: true });
  assert.deepEqual([undone.dryRun, undone.counts.removed, undone.group], [false, 1, null]);
  assert.match(undone.nextStep, /could not be looked up: recent_changes lists it/);
});

test('a key that may only read is offered what reads, and told so when it would write', async () => {
  const { read, write } = await service.account();
  const mcp = await McpClient.overStdio({ ...environment, ROLLBOOK_KEY: read });
  assert.deepEqual(await mcp.toolNames(), await (await McpClient.overHttp(service, read)).toolNames());
  assert.ok(!(await mcp.toolNames()).includes('save_students'));
  for (const [name, input] of [
    ['save_students', { students: [STUDENT] }],
    ['apply_import', { text: 'studentUid,tier,weaponTier\n10010,3,0' }],
  ] as const) {
    const { code, nextStep } = await mcp.error(name, input);
    assert.equal(code, 'forbidden');
    assert.match(nextStep, /write permission/);
  }
  assert.equal((await service.call(write, 'POST', '/me/students', STUDENT)).status, 201);
  assert.equal((await mcp.error('remove_student', { studentUid: '10010', confirm: true })).code, 'forbidden');
});

test('a session counts no write of its own', async () => {
  const { write } = await service.account();
  const mcp = await McpClient.overStdio({ ...environment, ROLLBOOK_KEY: write });
  await mcp.toolNames();
  await mcp.ok('save_students', { students: [STUDENT] });
  const { headers } = await service.call(write, 'PATCH', '/me/students/10010', { level: 1 });
  assert.match(headers.get('ratelimit') ?? '', /^"write";r=999998;/);
});

test('the key may be in a file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-mcp-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'key');
  writeFileSync(file, `${account.write}\n`);
  const { ROLLBOOK_KEY: _, ...env } = environment;
  const mcp = await McpClient.overStdio(env, {}, ['--key-file', file]);
  assert.equal((await mcp.ok('search_students', { query: '10010' })).students.length, 1);
});

test('a service that cannot be reached is an error of each tool, and its tools are listed', async () => {
  const away = await McpClient.overStdio({ ...environment, ROLLBOOK_URL: 'http://127.0.0.1:1/v1' });
  // Who may save need not propose.
  const saving = TOOL_NAMES.filter((name) => name !== 'propose_changes');
  assert.deepEqual(await away.toolNames(), saving);
  assert.equal((await away.error('search_students', { query: 'a' })).code, 'connection_failed');
});

test('a key that turns out to be wrong later is an error of each tool and of their list', async (t) => {
  let isAway = true;
  const server = createServer((_request, response) => {
    const [status, code] = isAway ? [503, 'unavailable'] : [401, 'unauthorized'];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code, message: 'refused' } }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const env = { ...environment, ROLLBOOK_URL: `http://127.0.0.1:${port}/v1` };
  const mcp = await McpClient.overStdio(env, { generation: 'legacy' });
  isAway = false;
  await assert.rejects(mcp.toolNames(), /key/);
  const error = await mcp.error('list_roster');
  assert.equal(error.code, 'unauthorized');
  assert.equal(JSON.stringify(error).includes(account.write), false);
});

test('a key that is revoked while the command runs is an error of each tool', async () => {
  const { write, revoke } = await openRevocable();
  const mcp = await McpClient.overStdio({ ...environment, ROLLBOOK_KEY: write });
  assert.equal((await mcp.ok('list_roster')).total, 0);
  await revoke();
  assert.equal((await mcp.error('list_roster')).code, 'unauthorized');
});

test('with a wrong or revoked key the command ends at its start with a sentence that says what to do', async () => {
  const { write: revoked, revoke } = await openRevocable();
  await revoke();
  for (const key of [`${account.write}x`, revoked]) {
    const { code, stdout, stderr } = await runCommand({ ...environment, ROLLBOOK_KEY: key });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(
      stderr,
      /^The API key is wrong, expired or revoked\. Use a valid one\. .*`rollbook login`\.\n$/,
    );
    assert.ok(!stderr.includes(key));
  }
});

test('without a key or an address the command ends with a sentence, and never asks', async () => {
  for (const [missing, sentence] of [
    ['ROLLBOOK_KEY', /Set ROLLBOOK_KEY/],
    ['ROLLBOOK_URL', /Set ROLLBOOK_URL/],
  ] as const) {
    const { code, stderr } = await runCommand({ ...environment, [missing]: undefined });
    assert.equal(code, 2);
    assert.match(stderr, sentence);
  }
});

test('ends with nothing said where standard input is empty or closed before the service answers', async () => {
  for (const [stdin, url] of [
    ['ignore', `${service.url}/v1`],
    ['empty', `${service.url}/v1`],
    ['empty', 'http://127.0.0.1:1/v1'],
  ] as const) {
    const ended = await runCommand({ ...environment, ROLLBOOK_URL: url }, stdin);
    assert.deepEqual(ended, { code: 0, stdout: '', stderr: '' }, `${stdin} ${url}`);
  }
});

test('ends when standard input is closed, and writes nothing but messages', async (t) => {
  const child = spawn(LAUNCHER, ['mcp'], { env: environment });
  t.after(() => child.kill('SIGKILL'));
  let stdout = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stdin.write('not json\n{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
  while (!stdout.includes('\n')) await once(child.stdout, 'data');
  child.stdin.end();
  const [code] = await once(child, 'close');
  assert.equal(code, 0);
  for (const line of stdout.trim().split('\n')) assert.equal(JSON.parse(line).jsonrpc, '2.0');
});
