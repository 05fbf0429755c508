import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import students from '../../data/students.json' with { type: 'json' };
import { cleanUpAtEnd } from '../cleanup.ts';
import { signUpPlayer } from '../console/console-browser.ts';
import { FAULTS, startFaultyProxy } from '../faults/faulty-proxy.ts';
import { bareEnvironment, startService } from '../service.ts';
import { until } from '../until.ts';
import { useSharedService } from '../use-service.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

const service = await useSharedService();
const account = await service.account();

async function run(program: string, args: string[], { url = service.url, input = '' } = {}) {
  const child = spawn(program, args, {
    env: { ...bareEnvironment(), ROLLBOOK_URL: `${url}/v1`, ROLLBOOK_KEY: account.write },
  });
  const exited = once(child, 'exit');
  cleanUpAtEnd(async () => child.kill('SIGKILL'));
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, stdout, stderr };
}

describe('the examples', () => {
  test('the bot finds students by name, changes them and explains what it cannot do', async () => {
    await service.call(account.write, 'POST', '/me/students', {
      studentUid: '10010',
      tier: 3,
      weaponTier: 0,
    });
    const input = '/level 시로코 90\n/show shiroko\n/level 시로코 91\n/show 하루\n/show 호시노\n';
    const { code, stdout, stderr } = await run(process.execPath, [join(EXAMPLES, 'bot.ts')], { input });
    assert.equal(code, 0, stderr);
    const lines = stdout.trim().split('\n');
    assert.deepEqual(lines.slice(0, 2), ['시로코의 레벨은 이제 90입니다.', '시로코: ★3, 레벨 90, 인연 ?']);
    assert.match(lines[2] as string, /level: 1부터 90까지의 정수/);
    assert.match(lines[3] as string, /하루나.*하루카/);
    assert.match(lines[4] as string, /등록되어 있지 않습니다/);
  });

  test('the scanner is let in by a code, proposes what it has read and learns that it was agreed to', async () => {
    const { browser } = await signUpPlayer(service);
    const scanner = spawn(process.execPath, [join(EXAMPLES, 'scanner.ts')], {
      env: { ...bareEnvironment(), ROLLBOOK_URL: `${service.url}/v1`, LOOK_EVERY_MS: '100' },
    });
    cleanUpAtEnd(async () => scanner.kill('SIGKILL'));
    const exited = once(scanner, 'exit');
    let printed = '';
    scanner.stdout.setEncoding('utf8').on('data', (chunk) => {
      printed += chunk;
    });
    const errors = text(scanner.stderr);
    scanner.stdin.end('시로코,90\nHoshino,80\nnobody,1\n');
    const find = async (pattern: RegExp): Promise<string> => {
      await until(`the scanner prints ${pattern}`, () => pattern.test(printed), { every: 50 });
      return pattern.exec(printed)?.[1] ?? '';
    };
    const userCode = await find(/code=(\S+)/);
    await browser.ok('POST', '/apps/device/allow', { userCode, areas: ['roster:propose'] });
    const id = await find(/\?id=(\S+)\n/);
    const { proposed } = await browser.ok('GET', `/proposals/${id}`);
    assert.deepEqual(
      proposed.map(({ level }: { level: number }) => level),
      [90, 80],
    );
    await browser.ok('POST', `/proposals/${id}/end`, { applied: 2 });
    assert.deepEqual([(await exited)[0], printed.split('\n').at(-2)], [0, 'Saved: 2'], await errors);
    assert.match(await errors, /^nobody: /);
  });

  test('the Python script brings thirty students to a wanted state, also through a proxy that fails', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'rollbook-example-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const proxy = await startFaultyProxy(service.url, 100);
    t.after(() => proxy.close());
    const file = join(folder, 'wanted.json');
    const wanted = students
      .slice(20, 50)
      .map(({ uid }, i) => ({ studentUid: uid, tier: 3, weaponTier: 0, level: i + 1 }));
    writeFileSync(file, JSON.stringify(wanted));
    // The script gives up on a broken answer to its list, and writes what failed a second time.
    const faults = FAULTS.filter((fault) => fault !== 'timedOutLost' && fault !== 'proxyErrorLost');
    proxy.setFaults(['none', ...faults, ...faults]);
    const first = await run('python3', [join(EXAMPLES, 'sync_roster.py'), file], { url: proxy.url });
    assert.deepEqual([first.code, first.stdout], [0, '30 of 30 students are as wanted.\n'], first.stderr);
    const { body } = await service.call(account.read, 'GET', '/me/students?limit=100');
    for (const { studentUid, level } of wanted)
      assert.equal(
        body.students.find((state: { studentUid: string }) => state.studentUid === studentUid)?.level,
        level,
      );
  });

  test('the Python script takes the UID of another form, and names a student with an unknown field', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'rollbook-example-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'wanted.json');
    const state = { tier: 3, weaponTier: 0 };
    for (const studentUid of ['10098', '10001'])
      await service.call(account.write, 'POST', '/me/students', { ...state, studentUid });
    const wanted = [
      { ...state, studentUid: '10099', level: 7 },
      { ...state, studentUid: '10001', luck: 7 },
      { ...state, studentUid: '10002', level: 9 },
    ];
    writeFileSync(file, JSON.stringify(wanted));
    const { code, stdout, stderr } = await run('python3', [join(EXAMPLES, 'sync_roster.py'), file]);
    assert.deepEqual([code, stdout], [1, '2 of 3 students are as wanted.\n'], stderr);
    assert.match(stderr, /^10001: invalid_request: .*\n$/);
    for (const [uid, level] of [
      ['10098', 7],
      ['10002', 9],
    ] as const)
      assert.equal((await service.call(account.read, 'GET', `/me/students/${uid}`)).body.level, level);
  });

  test('the Python script says when it waits', async (t) => {
    const slow = await startService({ env: { ROLLBOOK_READ_LIMIT: '1' } });
    const { write } = await slow.account();
    await slow.call(write, 'GET', '/me/students');
    const folder = mkdtempSync(join(tmpdir(), 'rollbook-example-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'wanted.json');
    writeFileSync(file, '[]');
    const script = spawn('python3', [join(EXAMPLES, 'sync_roster.py'), file], {
      env: { ...bareEnvironment(), ROLLBOOK_URL: `${slow.url}/v1`, ROLLBOOK_KEY: write },
    });
    cleanUpAtEnd(async () => script.kill('SIGKILL'));
    const exited = once(script, 'exit');
    let printed = '';
    script.stderr.setEncoding('utf8').on('data', (chunk) => {
      printed += chunk;
      if (printed.endsWith('\n')) script.kill('SIGKILL');
    });
    await exited;
    assert.match(printed, /^rate_limited: waiting \d+ s\n$/);
  });
});
