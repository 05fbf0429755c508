import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, type TestContext, test } from 'node:test';
import { ConsoleBrowser } from '../console/console-browser.ts';
import { McpClient } from '../mcp/mcp-client.ts';
import { bareEnvironment, LAUNCHER, startService } from '../service.ts';
import { useProcess } from '../use-service.ts';

const service = await useProcess({ env: { ROLLBOOK_SIGNUP: 'open' } });
const other = await useProcess({ env: { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_OAUTH: 'off' } });
const browser = new ConsoleBrowser(service);
await browser.signUp('arona');

let folder: string;
beforeEach((t) => {
  folder = mkdtempSync(join(tmpdir(), 'rollbook-login-'));
  (t as TestContext).after(() => rmSync(folder, { recursive: true }));
});
const file = () => join(folder, 'rollbook/login.json');
const readLogin = () => JSON.parse(readFileSync(file(), 'utf8'));
const environment = (env: Record<string, string> = {}) => ({
  ...bareEnvironment(),
  XDG_CONFIG_HOME: folder,
  ...env,
});

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** `onOutput` gets all of standard error so far. */
async function run(
  t: TestContext,
  words: string[],
  env: Record<string, string> = {},
  onOutput: (stderr: string, child: ReturnType<typeof spawn>) => unknown = () => {},
): Promise<Ended> {
  const child = spawn(LAUNCHER, words, { env: environment(env), cwd: folder });
  t.after(() => child.kill('SIGKILL'));
  child.stdin.end();
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
    onOutput(stderr, child);
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

/** Logs in as a player does who has the console open: `answer` is called once with the code. */
function logIn(
  t: TestContext,
  words: string[] = [service.url],
  answer = async (userCode: string) => {
    const { areas } = await browser.ok('POST', '/apps/device', { userCode });
    await browser.ok('POST', '/apps/device/allow', { userCode, areas });
  },
): Promise<Ended> {
  let isAnswered = false;
  return run(t, ['login', ...words], {}, (stderr) => {
    const [userCode] = /[A-Z]{4}-[A-Z]{4}/.exec(stderr) ?? [];
    if (userCode === undefined || isAnswered) return;
    isAnswered = true;
    answer(userCode).catch((error) => assert.fail(error));
  });
}

const listApps = async () =>
  (await browser.ok('GET', '/keys')).keys.filter(
    ({ app, revokedAt }: { app: object | null; revokedAt: string | null }) =>
      app !== null && revokedAt === null,
  );

describe('rollbook login', () => {
  test('lets the roster commands and mcp in without a key, until logout ends it on the server too', async (t) => {
    const { code, stdout, stderr } = await logIn(t);
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /^Open http:\/\/localhost:\d+\/console\/device\?code=([A-Z]{4}-[A-Z]{4})\nand allow it if it shows the code \1\.\nWaiting for your answer until \d\d:\d\d:\d\d\. Ctrl-C ends it\.\n$/,
    );
    assert.ok(
      stdout.startsWith(`Logged in at ${service.url} with roster:write, history:read. The key is in `),
    );
    const { url, apiKey, areas } = readLogin();
    assert.deepEqual([url, areas], [`${service.url}/v1`, ['roster:write', 'history:read']]);
    assert.ok(!(stdout + stderr).includes(apiKey));
    assert.equal(statSync(file()).mode & 0o777, 0o600);
    assert.equal(statSync(join(folder, 'rollbook')).mode & 0o777, 0o700);
    assert.deepEqual(readdirSync(join(folder, 'rollbook')), ['login.json']);
    const [app] = await listApps();
    assert.match(app.name, /^rollbook \(.+\)$/);

    writeFileSync(join(folder, 'roster.csv'), 'studentUid,tier,weaponTier\n10010,3,0\n');
    const applied = await run(t, ['roster', 'apply', 'roster.csv']);
    assert.equal(applied.code, 0, applied.stderr);
    assert.match((await run(t, ['roster', 'history'], { ROLLBOOK_URL: `${url}/` })).stdout, /rollbook \(/);
    const mcp = await McpClient.overStdio(environment());
    assert.match(JSON.stringify(await mcp.ok('get_student', { studentUid: '10010' })), /"tier":3/);

    const ended = await run(t, ['logout']);
    assert.deepEqual([ended.code, ended.stdout], [0, `Logged out of ${url}.\n`], ended.stderr);
    assert.deepEqual([await listApps(), readdirSync(join(folder, 'rollbook'))], [[], []]);
    assert.equal((await service.call(apiKey, 'GET', '/me/students')).status, 401);
    const again = await run(t, ['logout']);
    assert.deepEqual([again.code, again.stderr], [1, 'You are not logged in.\n']);
  });

  test('asks for what --areas names, is called what --name says, and tells what the player has allowed', async (t) => {
    const words = [
      `${service.url.replace('http://', '')}/v1`,
      '--areas',
      'plan:write, roster:write',
      '--name',
      '데스크톱',
    ];
    const { code, stdout, stderr } = await logIn(t, [...words, '--json'], async (userCode) => {
      const asked = await browser.ok('POST', '/apps/device', { userCode });
      assert.deepEqual([asked.name, asked.areas], ['데스크톱', ['roster:write', 'plan:write']]);
      await browser.ok('POST', '/apps/device/allow', { userCode, areas: ['roster:read'] });
    });
    assert.equal(code, 0, stderr);
    const { userCode, verificationUri, expiresAt } = JSON.parse(stderr);
    assert.match(userCode, /^[A-Z]{4}-[A-Z]{4}$/);
    assert.match(verificationUri, /\/console\/device$/);
    assert.ok(Date.parse(expiresAt) > Date.now());
    assert.deepEqual(JSON.parse(stdout), { url: `${service.url}/v1`, areas: ['roster:read'], file: file() });
    const left = await run(t, ['logout', '--json']);
    assert.deepEqual(JSON.parse(left.stdout), { url: `${service.url}/v1`, revoked: true });
  });

  test('ends the login before, and a refused login leaves it as it is', async (t) => {
    await logIn(t);
    const first = readLogin();
    const refused = await logIn(t, [service.url], (userCode) =>
      browser.ok('POST', '/apps/device/deny', { userCode }),
    );
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /\nThe player refused to connect this app\.\n$/);
    assert.deepEqual(readLogin(), first);
    assert.equal((await logIn(t)).code, 0);
    assert.notEqual(readLogin().apiKey, first.apiKey);
    assert.equal((await listApps()).length, 1);
    await run(t, ['logout']);
  });

  test('Ctrl-C while it waits ends it and keeps nothing', async (t) => {
    const { code, stderr } = await run(t, ['login', service.url], {}, (stderr, child) => {
      if (stderr.endsWith('ends it.\n')) child.kill('SIGINT');
    });
    assert.equal(code, 130);
    assert.match(stderr, /\nInterrupted\. You are not logged in\.\n$/);
    assert.deepEqual(readdirSync(join(folder, 'rollbook')), []);
  });

  test('says what is wrong with an address, a list of areas or a server', async (t) => {
    const cases: [string[], Record<string, string>, number, RegExp][] = [
      [['ftp://rollbook.example'], {}, 2, /not an http or https address/],
      [[service.url, '--areas', 'roster'], {}, 2, /--areas must be one or more of roster:read, /],
      [[service.url, '--areas', ''], {}, 2, /--areas must be/],
      [[other.url], {}, 1, /connects no apps: its operator has turned that off/],
      [[], { ROLLBOOK_URL: 'http://127.0.0.1:1/v1' }, 1, /No connection to http:\/\/127\.0\.0\.1:1\b/],
      [[service.url], { XDG_CONFIG_HOME: LAUNCHER }, 1, /cannot be kept in .*: the system reports ENOTDIR/],
    ];
    for (const [words, env, expected, sentence] of cases) {
      const { code, stderr } = await run(t, ['login', ...words], env);
      assert.equal(code, expected, stderr);
      assert.match(stderr, sentence);
    }
  });
});

describe('the key of a login', () => {
  const write = (login: object | string) => {
    mkdirSync(join(folder, 'rollbook'), { recursive: true });
    writeFileSync(file(), typeof login === 'string' ? login : JSON.stringify(login));
  };

  test('goes to no other server than its own, and gives way to a key of the environment or a file', async (t) => {
    const { write: key } = await service.account();
    write({ url: `${service.url}/v1`, apiKey: 'rollbook_of_the_login', areas: ['roster:read'] });
    for (const ROLLBOOK_URL of [`${other.url}/v1`, `${service.url}/another/v1`, 'nonsense']) {
      const { code, stderr } = await run(t, ['roster', 'show'], { ROLLBOOK_URL });
      assert.equal(code, 2);
      assert.ok(stderr.startsWith(`You are logged in at ${service.url}/v1, and ROLLBOOK_URL`), stderr);
    }
    const env = { ROLLBOOK_URL: `${service.url}/v1`, ROLLBOOK_KEY: key };
    assert.equal((await run(t, ['roster', 'show'], env)).code, 0);
    const unnamed = await run(t, ['roster', 'show'], { ROLLBOOK_KEY: key });
    assert.match(unnamed.stderr, /^ROLLBOOK_KEY is set, so your login is not used\. /);
    writeFileSync(join(folder, 'key'), key);
    const named = ['--key-file', 'key', '--url', `${service.url}/v1`];
    assert.equal((await run(t, ['roster', 'show', ...named])).code, 0);
    const ended = await run(t, ['roster', 'show']);
    assert.match(ended.stderr, /If you logged in, do so again with `rollbook login`\.\n$/);
  });

  test('that cannot be read is told, with what to do', async (t) => {
    for (const text of ['', '{}', '[]', 'null', '{"url":1}']) {
      write(text);
      const { code, stderr } = await run(t, ['roster', 'show']);
      assert.deepEqual([code, stderr], [1, `${file()} holds no login. \`rollbook login\` writes it anew.\n`]);
    }
  });

  test('is removed here also if the server cannot be told, which logout says', async (t) => {
    const gone = await startService({ env: { ROLLBOOK_SIGNUP: 'open' } });
    await gone.stop();
    write({ url: `${gone.url}/v1`, apiKey: 'rollbook_of_the_login', areas: [] });
    const { code, stdout, stderr } = await run(t, ['logout']);
    assert.equal(code, 1, stderr);
    assert.match(
      stdout,
      /^The key is removed here, but the server still accepts it\. No connection to .* console of /,
    );
    assert.deepEqual(readdirSync(join(folder, 'rollbook')), []);
  });
});
