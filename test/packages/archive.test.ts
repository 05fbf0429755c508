import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import manifest from '../../cli/package.json' with { type: 'json' };
import { ConsoleBrowser } from '../console/console-browser.ts';
import { type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { FIXTURES, readAnswers, unpackFixture } from './release-fixture.ts';

/* The archive of this platform, with nothing else: neither Node nor npm on the PATH, and nothing in the home folder. */

const DIST = join(import.meta.dirname, '../../dist');
const NAME = `rollbook-${manifest.version}-linux-x64`;
const MAX_START_MS = 60_000;
const options = {
  skip: `${process.platform}-${process.arch}` !== 'linux-x64' && 'this machine runs another archive',
};

const run = promisify(execFile);
let folder: string;
let unpackMs: number;
/** With a space, as below `C:\Users` or in "Program Files". */
const unpacked = () => join(folder, 'un packed', NAME);
const launcher = () => join(unpacked(), 'rollbook');
const opened = () => join(folder, 'opened');

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollbook-archive-'));
  for (const name of ['programs', 'un packed']) mkdirSync(join(folder, name));
  // What the launcher calls.
  symlinkSync('/usr/bin/readlink', join(folder, 'programs', 'readlink'));
  const browser = join(folder, 'programs/xdg-open');
  writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$@" > '${opened()}'\n`);
  chmodSync(browser, 0o755);
  const started = performance.now();
  execFileSync('tar', ['-xzf', join(DIST, `${NAME}.tar.gz`), '-C', join(folder, 'un packed')]);
  unpackMs = performance.now() - started;
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** The whole environment of a user whose home folder is new. */
function environment(home: string): Record<string, string> {
  mkdirSync(join(folder, home), { recursive: true });
  return { PATH: join(folder, 'programs'), HOME: join(folder, home) };
}

/** `serve` of the archive, without a variable of this process. */
const serve = (env: Record<string, string>, ...args: string[]): Promise<Service> =>
  startService({
    launcher: launcher(),
    wrapper: ['/usr/bin/env', '-i', ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
    args: ['--port', '0', ...args],
  });

const listUnpacked = (): string[] =>
  readdirSync(unpacked(), { recursive: true })
    .map(String)
    .sort()
    .map((name) => `${name} ${statSync(join(unpacked(), name)).mtimeMs}`);

test('from the archive to a changed student in the console takes less than a minute; all data is in the home folder', {
  ...options,
  timeout: 120_000,
}, async (t) => {
  const files = listUnpacked();
  const env = environment('home');
  const started = performance.now();
  const service = await serve(env, '--open');
  await until(
    'the browser is opened',
    () => existsSync(opened()) && readFileSync(opened(), 'utf8').endsWith('\n'),
  );
  const link = readFileSync(opened(), 'utf8').trimEnd();
  assert.match(link, /^http:\/\/localhost:\d+\/console\/enter#setup_\w+$/);
  assert.ok(service.stderr().includes(link));
  const browser = new ConsoleBrowser(service);
  await browser.signUp('sensei', new URL(link).hash.slice(1));
  await browser.ok('POST', '/me/students', { studentUid: '10010', tier: 3, weaponTier: 0 });
  await browser.ok('PATCH', '/me/students/10010', { level: 90 });
  const ms = unpackMs + performance.now() - started;
  t.diagnostic(`${Math.round(ms)} ms`);
  assert.ok(ms < MAX_START_MS, `${ms}`);

  assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
  const page = await fetch(`${service.url}/console/`);
  const [script = ''] = /\/console\/assets\/[\w-]+\.js/.exec(await page.text()) ?? [];
  assert.equal((await fetch(service.url + script)).status, 200);
  assert.match(await (await fetch(`${service.url}/docs`)).text(), /\/v1\/me\/students/);

  // Any other folder finds the same database.
  const command = async (...words: string[]) =>
    JSON.parse((await run(launcher(), [...words, '--json'], { cwd: folder, env })).stdout);
  const { keys } = await command('account', 'create', 'arona', '--keys', 'write');
  const state = { studentUid: '10010', tier: 5, weaponTier: 0 };
  assert.equal((await service.call(keys[0].apiKey, 'POST', '/me/students', state)).status, 201);
  const backup = join(folder, 'backup.db');
  await command('backup', backup);
  assert.ok(statSync(backup).size > 0);
  await assert.rejects(
    run(launcher(), ['account', 'list', '--database', 'sqlite:none.db'], { cwd: folder, env }),
    {
      stderr: /There is no database at .*none\.db/,
    },
  );

  assert.equal(await service.stop(), 0);
  assert.doesNotMatch(service.stderr(), /npx|npm/);
  assert.match(service.stderr(), /"\/[^"]+ packed\/[^"]+\/rollbook" account create/);
  const home = env.HOME as string;
  assert.deepEqual(readdirSync(home).sort(), ['.cache', '.local']);
  const data = join(home, '.local/share/rollbook');
  assert.equal((statSync(data).mode & 0o777).toString(8), '700');
  assert.ok(existsSync(join(data, 'rollbook.db')));
  assert.deepEqual(listUnpacked(), files);
  const again = await serve(env);
  const { body } = await again.call(keys[0].apiKey, 'GET', '/me/students/10010');
  assert.equal(body.tier, 5);
  assert.equal(await again.stop(), 0);
});

for (const file of readdirSync(FIXTURES).filter((name) => name.endsWith('.json'))) {
  const version = basename(file, '.json').replace('rollbook-', '');
  test(
    `a database that release ${version} has left is upgraded, and serves what it holds`,
    options,
    async () => {
      const database = join(folder, `${version}.db`);
      const { answers, ...access } = unpackFixture(version, database);
      const service = await startService({
        launcher: launcher(),
        database: `sqlite:${database}`,
        env: environment('home'),
      });
      assert.partialDeepStrictEqual(await readAnswers(service, access), answers);
      const changed = await service.call(access.apiKey, 'PATCH', '/me/students/10010', { skillEx: 4 });
      assert.deepEqual([changed.status, changed.body.skillEx, changed.body.level], [200, 4, 90]);
      assert.equal(await service.stop(), 0);
    },
  );
}
