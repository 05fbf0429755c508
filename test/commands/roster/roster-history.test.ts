import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { query } from '../../database.ts';
import { startHistoryLimitProxy } from '../../history-limit-proxy.ts';
import { type Account, bareEnvironment } from '../../service.ts';
import { useSharedService } from '../../use-service.ts';

const LAUNCHER = join(import.meta.dirname, '../../../cli/rollbook');
const STATE = { tier: 3, weaponTier: 0, level: 80, skillEx: 5 };

const service = await useSharedService();
let account: Account;
beforeEach(async () => {
  account = await service.account();
});

const environment = (key = account.write, url = service.url) => ({
  ...bareEnvironment(),
  ROLLBOOK_URL: `${url}/v1`,
  ROLLBOOK_KEY: key,
});

function roster(args: string[], key?: string, url?: string) {
  const env = environment(key, url);
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(LAUNCHER, ['roster', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end();
  });
}

async function write(method: string, path: string, body?: object, operation?: string): Promise<void> {
  const headers = operation === undefined ? {} : { 'bulk-operation': operation };
  const { status, text } = await service.call(account.write, method, `/me/students${path}`, body, headers);
  assert.ok(status < 300, text);
}

async function register(...uids: string[]): Promise<void> {
  for (const studentUid of uids) await write('POST', '', { studentUid, ...STATE }, 'import-1');
}

const levels = async (): Promise<Record<string, number | null>> => {
  const { students } = (await service.call(account.read, 'GET', '/me/students')).body;
  return Object.fromEntries(
    students.map(({ studentUid, level }: { studentUid: string; level: number | null }) => [
      studentUid,
      level,
    ]),
  );
};

describe('history of the roster', () => {
  test('who changed what is listed by group, of one student with her values', async () => {
    assert.deepEqual(await roster(['history']).then(({ code, stdout }) => [code, stdout]), [0, '(none)\n']);
    await register('10010', '10011');
    await write('PATCH', '/10010', { level: 70, skillEx: null }, 'bulk-1');
    await write('PATCH', '/10011', { level: 85 }, 'bulk-1');
    const all = await roster(['history'], account.read);
    assert.equal(all.code, 0, all.stderr);
    const [, second, first, ...more] = all.stdout.trimEnd().split('\n');
    assert.match(
      second ?? '',
      /^3 +\d{4}-.* Key key_\w+ +lowered 1, cleared 1, raised 1 values of 2 students$/,
    );
    assert.match(first ?? '', /^1 .*registered 2 students$/);
    assert.deepEqual(more, []);
    const one = await roster(['history', '--student', 'Shiroko', '--limit', '1']);
    assert.match(one.stdout, /\n3 .*level 80 → 70 \(lowers\), skillEx 5 → - \(clears\)\n$/);
    const [group, ...others] = JSON.parse((await roster(['history', '--limit', '1', '--json'])).stdout);
    assert.deepEqual([group.group, group.by.kind, group.changes.length, others], [3, 'key', 2, []]);
    assert.deepEqual([group.summary.lowered, group.summary.raised], [1, 1]);
    for (const limit of ['0', '1001', 'x'])
      assert.equal((await roster(['history', '--limit', limit])).code, 2);
  });

  test('a group is taken back but for what was changed since, and so is the taking back', async () => {
    await register('10010', '10011', '10012');
    for (const uid of ['10010', '10011']) await write('PATCH', `/${uid}`, { level: 1, skillEx: 1 }, 'bulk-1');
    await write('DELETE', '/10012', undefined, 'bulk-1');
    await write('PATCH', '/10011', { level: 85 }, 'bulk-2');

    const asked = await roster(['undo', '4']);
    assert.equal(asked.code, 1);
    assert.match(asked.stderr, /^~ 10010 Shiroko {2}raises level 1 → 80, skillEx 1 → 5\n~ 10011 Shun/);
    assert.match(asked.stderr, /\n\+ 10012 Sumire .*\n1 to register, 2 to change\.\n/);
    assert.match(asked.stderr, /\n= 10011 Shun {2}was changed since: level 85 \(before: 80\)\n/);
    assert.match(asked.stderr, /3 students would be written\. Pass --yes to write them\.\n$/);
    assert.deepEqual(await levels(), { 10010: 1, 10011: 85 });

    const undone = await roster(['undo', '4', '--yes']);
    assert.equal(undone.code, 0, undone.stderr);
    assert.match(
      undone.stdout,
      /^1 registered, 2 changed\.\nThis is group 8\. roster undo 8 takes it back\.\n$/,
    );
    assert.deepEqual(await levels(), { 10010: 80, 10011: 85, 10012: 80 });

    const again = JSON.parse((await roster(['undo', '8', '--yes', '--json'])).stdout);
    assert.deepEqual([again.changed, again.removed, again.takenBack], [['10010', '10011'], ['10012'], 8]);
    assert.deepEqual(await levels(), { 10010: 1, 10011: 85 });
    const redone = await roster(['undo', String(again.group), '--yes', '--student', '시로코']);
    assert.equal(redone.code, 0, redone.stderr);
    assert.deepEqual(await levels(), { 10010: 80, 10011: 85 });
  });

  test('of a group whose beginning is not kept any more, what is kept is listed and taken back', async () => {
    await register('10010');
    for (const level of [70, 60, 50]) await write('PATCH', '/10010', { level }, 'import-1');
    await query(service.database, 'DELETE FROM student_change WHERE account_id = ? AND number < 3', [
      account.id,
    ]);
    const kept = /the beginning of this group is not kept any more; 2 changes can be taken back/;
    const listed = await roster(['history']);
    assert.match(listed.stdout, /\n1 .*lowered 1 value of 1 student; the beginning/);
    assert.match(listed.stdout, kept);
    assert.equal(JSON.parse((await roster(['history', '--json'])).stdout)[0].isPartial, true);
    const undone = await roster(['undo', '1', '--yes']);
    assert.equal(undone.code, 0, undone.stderr);
    assert.match(undone.stderr, kept);
    assert.deepEqual(await levels(), { 10010: 70 });
  });

  test('with --force, what was changed since is taken back as well', async () => {
    await register('10010');
    await write('PATCH', '/10010', { level: 1 }, 'bulk-1');
    await write('PATCH', '/10010', { level: 60 }, 'bulk-2');
    const kept = await roster(['undo', '2', '--yes']);
    assert.deepEqual([kept.code, kept.stdout], [0, 'There was nothing to write.\n']);
    assert.match(kept.stderr, /level 60 \(before: 80\)\n1 student changed since\. Pass --force/);
    const forced = await roster(['undo', '2', '--yes', '--force', '--json']);
    const { changed, changedSince } = JSON.parse(forced.stdout);
    assert.deepEqual([forced.code, changed], [0, ['10010']]);
    assert.deepEqual(changedSince, [{ studentUid: '10010', fields: { level: { now: 60, wanted: 80 } } }]);
    assert.deepEqual(await levels(), { 10010: 80 });
  });

  test('what was taken back is reported although its group cannot be looked up', async () => {
    await register('10010', '10011');
    for (const uid of ['10010', '10011']) await write('PATCH', `/${uid}`, { level: 1 }, `bulk-${uid}`);
    for (const [args, stdout] of [
      [['undo', '3', '--yes'], /^1 changed\.\n$/],
      [['undo', '4', '--yes', '--json'], /"changed":\s*\["10011"\].*"group":\s*null/s],
    ] as const) {
      const { url } = await startHistoryLimitProxy(service.url);
      const undone = await roster([...args], account.write, url);
      assert.equal(undone.code, 0, undone.stderr);
      assert.match(undone.stdout, stdout);
      assert.match(undone.stderr, /could not be looked up\. rollbook roster history lists it\.\n$/);
    }
    assert.deepEqual(await levels(), { 10010: 80, 10011: 80 });
  });

  test('a group that is not there, and a number that is none, are refused', async () => {
    await register('10010', '10011');
    for (const [args, code, message] of [
      [['undo', '2', '--yes'], 1, /There is no group 2, or nothing of it is kept any more/],
      [['undo', '99', '--yes'], 1, /There is no group 99/],
      [['undo', '1', '--yes', '--student', 'Hoshino'], 1, /did not change this student/],
      [['undo', 'x'], 2, /GROUP is the number/],
      [['restore'], 2, /--at/],
      [['restore', '--at', 'yesterday'], 2, /--at must be a moment/],
    ] as const) {
      const result = await roster([...args]);
      assert.equal(result.code, code, result.stderr);
      assert.match(result.stderr, message);
    }
    assert.match((await roster(['undo', '1', '--yes'], account.read)).stderr, /may only read/);
  });

  for (const [name, keys, code, message] of [
    ['Ctrl-C', '\x03', 130, 'Interrupted. Nothing was changed.'],
    ['n', 'n\r', 1, 'Nothing was changed.'],
    ['y', 'y\r', 0, 'This is group 3. roster undo 3 takes it back.'],
  ] as const)
    test(`${name} at the question of undo exits with ${code}`, async (t) => {
      await register('10010');
      await write('PATCH', '/10010', { level: 1 }, 'bulk-1');
      const command = `${LAUNCHER} roster undo 2`;
      const terminal = spawn('script', ['-qec', command, '/dev/null'], { env: environment() });
      t.after(() => terminal.kill('SIGKILL'));
      let output = '';
      let isAnswered = false;
      terminal.stdout.on('data', (data) => {
        output += data;
        if (isAnswered || !output.includes('(y/N)')) return;
        isAnswered = true;
        terminal.stdin.write(keys);
      });
      const [exitCode] = await once(terminal, 'close');
      assert.equal(exitCode, code, output);
      assert.ok(output.includes(message), output);
      assert.deepEqual(await levels(), { 10010: code === 0 ? 80 : 1 });
    });

  test('the roster is made as it was at a time, and that is taken back', async () => {
    await register('10010', '10011');
    const [{ lastAt: at }] = JSON.parse((await roster(['history', '--json'])).stdout);
    while (Date.now() <= Date.parse(at)) await new Promise((resolve) => setTimeout(resolve, 1));
    await write('PATCH', '/10010', { level: 1 }, 'bulk-1');
    await write('DELETE', '/10011', undefined, 'bulk-1');
    await write('POST', '', { studentUid: '10012', ...STATE }, 'bulk-1');
    const asked = await roster(['restore', '--at', at]);
    assert.equal(asked.code, 1);
    assert.match(asked.stderr, /1 student would be removed\. Pass --yes to remove them\.\n$/);
    const restored = await roster(['restore', '--at', at, '--yes']);
    assert.equal(restored.code, 0, restored.stderr);
    assert.match(restored.stderr, /The roster as it was at \d{4}-.*, with 2 students\./);
    assert.deepEqual(await levels(), { 10010: 80, 10011: 80 });
    const [, group] = /This is group (\d+)\./.exec(restored.stdout) ?? [];
    assert.equal((await roster(['undo', String(group), '--yes'])).code, 0);
    assert.deepEqual(await levels(), { 10010: 1, 10012: 80 });
  });
});
