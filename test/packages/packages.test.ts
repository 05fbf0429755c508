import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { STATE_FIELDS } from '../../contract/state-fields.ts';
import { bareEnvironment } from '../service.ts';

const ROOT = join(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');
const tool = (name: string): string => join(ROOT, 'node_modules/.bin', name);
const run = promisify(execFile);

/** An empty folder in which nothing but the two tarballs is installed. */
let folder: string;
before(
  () => {
    folder = mkdtempSync(join(tmpdir(), 'rollbook-packages-'));
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const tarballs = readdirSync(DIST).filter((name) => name.endsWith('.tgz'));
    assert.deepEqual(tarballs.map((name) => name.replace(/-\d.*/, '')).sort(), [
      'rollbook',
      'rollbook-client',
    ]);
    const archives = readdirSync(DIST).filter((name) =>
      /^rollbook-[\d.]+(-py3-none-any\.whl|\.tar\.gz)$/.test(name),
    );
    assert.equal(archives.length, 2, 'the Python package has a wheel and a source archive');
    const options = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
    execFileSync('npm', ['install', ...options, ...tarballs.map((name) => join(DIST, name))], {
      cwd: folder,
    });
  },
  { timeout: 300_000 },
);
after(() => rmSync(folder, { recursive: true, force: true }));

test('the packages contain no TypeScript but declarations, and no tests', () => {
  for (const name of ['rollbook', '@rollbook/client']) {
    const files = readdirSync(join(folder, 'node_modules', name), { recursive: true }).map(String);
    assert.deepEqual(
      files.filter((file) => /(?<!\.d)\.ts$|\.test\.|^test/.test(file)),
      [],
    );
  }
});

test('no comment of the client refers to a document that the package does not contain', () => {
  const client = join(folder, 'node_modules/@rollbook/client');
  const files = readdirSync(client, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  assert.deepEqual(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => /\bSPEC\b|DECISIONS|FORMATS\.md/.test(readFileSync(file, 'utf8'))),
    [],
  );
});

test('each package has a README of its own, whose links lead to files of the package', () => {
  for (const name of ['rollbook', '@rollbook/client']) {
    const packageFolder = join(folder, 'node_modules', name);
    const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
    assert.notEqual(readme, readFileSync(join(ROOT, 'README.md'), 'utf8'));
    for (const [, target = ''] of readme.matchAll(/\]\(([^)#]+)[^)]*\)/g))
      assert.ok(existsSync(join(packageFolder, target)), `${name}: ${target}`);
  }
});

test('the types of the client explain each state field with its range', () => {
  const file = join(folder, 'node_modules/@rollbook/client/contract/state-fields.d.ts');
  const types = readFileSync(file, 'utf8');
  for (const [name, { min, max, nullable }] of Object.entries(STATE_FIELDS)) {
    const [, comment = ''] =
      new RegExp(`/\\*\\* (.*) \\*/\\n +${name}: number${nullable ? ' \\| null' : ''};`).exec(types) ?? [];
    assert.ok(comment.includes(`An integer from ${min} to ${max}`), `${name}: ${comment}`);
  }
});

test('a dry run of the release finds no error, and the commands that it prints publish the packages', async () => {
  const { stdout } = await run(process.execPath, [
    join(ROOT, 'packaging/release.ts'),
    '--dry-run',
    '--packed',
  ]);
  for (const name of readdirSync(DIST).filter((file) => /\.(tgz|whl|gz|zip)$/.test(file)))
    assert.ok(stdout.includes(`dist/${name}`), name);
  const publish = stdout.match(/^npm publish .*$/gm) ?? [];
  assert.equal(publish.length, 2);
  // Nothing listens there, so neither a network nor a version that is published already matters.
  const offline = '--dry-run --registry http://127.0.0.1:9 --fetch-retries 0';
  await Promise.all(publish.map((command) => run('sh', ['-c', `${command} ${offline}`], { cwd: ROOT })));
});

test('the installed service serves, and the installed roster commands write to it', {
  timeout: 60_000,
}, async (t) => {
  const program = join(folder, 'node_modules/.bin/rollbook');
  const service = spawn(program, ['serve', '--demo', '--port', '0'], {
    cwd: folder,
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(service, 'exit');
  t.after(() => service.kill('SIGKILL'));
  const [key, url] = await Promise.all([
    findInOutput(service.stdout, /rollbook_[A-Za-z0-9]{20,}/),
    findInOutput(service.stderr, /http:\/\/[^\s/,]+:\d+/),
  ]);
  const env = { ...bareEnvironment(), ROLLBOOK_URL: `${url}/v1`, ROLLBOOK_KEY: key };
  for (const path of ['/docs/api', '/docs/assistants'])
    assert.equal((await fetch(url + path)).status, 200, path);
  writeFileSync(join(folder, 'roster.csv'), 'studentUid,tier,weaponTier\n10010,3,0\n');
  await run(program, ['roster', 'apply', 'roster.csv', '--yes'], { cwd: folder, env });
  const { stdout } = await run(program, ['roster', 'show', '--json'], { cwd: folder, env });
  const shown: { studentUid: string; name: string }[] = JSON.parse(stdout);
  assert.equal(shown.find(({ studentUid }) => studentUid === '10010')?.name, '시로코');
  const message = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const tools = await fetch(`${url}/mcp`, { method: 'POST', headers, body: message });
  assert.match(await tools.text(), /"name":"save_students"/);
  const mcp = spawn(program, ['mcp'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'ignore'] });
  t.after(() => mcp.kill('SIGKILL'));
  mcp.stdin.write(`${message}\n`);
  assert.equal(await findInOutput(mcp.stdout, /"name":"save_students"/), '"name":"save_students"');
  const backup = join(folder, 'backup.db');
  await run(program, ['backup', backup], { cwd: folder, env: bareEnvironment() });
  service.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null]);
});

async function findInOutput(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  for await (const line of createInterface({ input: stream })) {
    const found = pattern.exec(line)?.[0];
    if (found !== undefined) return found;
  }
  throw new Error(`${pattern} was not printed`);
}

const SOURCE = `
import { isRollbookError, Rollbook, type Report, type StudentRegistration } from '@rollbook/client';
import { type Area, type Connection, connect, connectByCode, disconnect, findConnection } from '@rollbook/client/connect';
import { detectFormat, readPlannerGoals, readRoster, type RosterLink, unpackText, writePlannerGoals, writeRoster, writeRosterLink } from '@rollbook/client/formats';
import { type GrowthCost, type GrowthFacts, giftExperience, growthCost } from '@rollbook/client/growth';
const rollbook = new Rollbook({ baseUrl: 'http://localhost/v1', apiKey: 'key' });
export async function sync(text: string): Promise<Report | string> {
  const wanted: StudentRegistration[] = readRoster(await unpackText(text)).students.flatMap(({ wanted }) => wanted ?? []);
  try {
    await rollbook.roster.patch('10010', { level: null, tier: 5 });
    const { data, response, limits } = await rollbook.roster
      .get('10010', { timeoutMs: 1_000, deadlineMs: 5_000, maxRetries: 0 })
      .withResponse();
    const left: [string, string | null, number | undefined] =
      [data.studentUid, response.headers.get('request-id'), limits.read?.remaining];
    console.log(left);
    for await (const { studentUid } of rollbook.students.search('a')) console.log(studentUid);
    const { url, unlisted }: RosterLink = writeRosterLink('midokuni', ['10010']);
    console.log(url, unlisted.length);
    console.log(detectFormat(text), writeRoster(await rollbook.roster.list(), { format: 'csv' }));
    return await rollbook.roster.sync(wanted, { prune: false, onProgress: ({ done }) => console.log(done) });
  } catch (error) {
    return isRollbookError(error) && error.code === 'aborted' ? (error.report ?? error.message) : 'other';
  }
}
export async function costOf(facts: GrowthFacts): Promise<GrowthCost> {
  const bond: number = giftExperience(facts, '10010', '5000');
  return growthCost(facts, '10010', await rollbook.roster.get('10010'), { level: 90, bondExp: bond });
}
export async function convert(save: string, { items }: GrowthFacts): Promise<string> {
  const data = { students: (await rollbook.students.catalogue()).students, items };
  const { goals, stock } = readPlannerGoals(save, data);
  for (const { studentUid, goal } of goals) await rollbook.goals.put(studentUid, goal);
  const contents = { roster: await rollbook.roster.list(), goals: await rollbook.goals.list(), stock };
  return writePlannerGoals(contents, { ...data, merge: save });
}
export async function open(baseUrl: string): Promise<Rollbook> {
  const areas: Area[] = ['roster:write'];
  const found: Connection | undefined = await findConnection();
  if (found !== undefined && !found.areas.includes('plan:read')) await disconnect();
  const onCode = ({ userCode, expiresAt }: { userCode: string; expiresAt: Date }) => console.log(userCode, expiresAt);
  const connection = found ?? (await connectByCode({ baseUrl, name: 'bot', areas, onCode }));
  return new Rollbook(await connect({ areas, askAddress: () => connection.baseUrl }));
}
// @ts-expect-error there is no such area
await connect({ areas: ['roster'] });
// @ts-expect-error tier is required
await rollbook.roster.register({ studentUid: '10010', weaponTier: 0 });
// @ts-expect-error tier cannot be null
await rollbook.roster.patch('10010', { tier: null });
// @ts-expect-error there is no such site
writeRosterLink('schaledb', []);
// @ts-expect-error this format can only be read
writeRoster([], { format: 'yuzutrends' });
`;

for (const [resolution, module] of [
  ['node16', 'node16'],
  ['bundler', 'esnext'],
] as const)
  test(`a program that imports the client compiles under strict with moduleResolution ${resolution}`, async () => {
    writeFileSync(join(folder, 'use.ts'), SOURCE);
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2023,dom', '--types', ''];
    await run(tool('tsc'), [...options, '--module', module, '--moduleResolution', resolution, 'use.ts'], {
      cwd: folder,
    }).catch(({ stdout }) => assert.fail(stdout));
  });

test('a CommonJS program requires the client and all of its entries, and compiles', async () => {
  const source = `
import { isRollbookError, Rollbook } from '@rollbook/client';
import { connectByCode } from '@rollbook/client/connect';
import { readRoster } from '@rollbook/client/formats';
import { addCosts } from '@rollbook/client/growth';
const rollbook: Rollbook = new Rollbook({ baseUrl: 'http://localhost/v1', apiKey: 'key' });
const { students } = readRoster('studentUid,tier,weaponTier\\n10010,3,0\\n');
console.log(typeof rollbook.roster.sync, typeof connectByCode, students.length, isRollbookError(new Error()), addCosts([]).credits);
`;
  writeFileSync(join(folder, 'use.cts'), source);
  const types = ['--strict', '--target', 'es2022', '--lib', 'es2023,dom', '--types', ''];
  await run(tool('tsc'), [...types, '--module', 'node16', 'use.cts'], { cwd: folder }).catch(({ stdout }) =>
    assert.fail(stdout),
  );
  // As in Node 20, which cannot require a module.
  const withoutModules = ['--no-experimental-require-module', 'use.cjs'];
  const { stdout } = await run(process.execPath, withoutModules, { cwd: folder });
  assert.equal(stdout, 'function function 1 false 0\n');
});

test('the client is at most 25.8 kB compressed, without the formats', (t) => {
  const files = new Set<string>();
  const follow = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g))
      follow(join(file, '..', path));
  };
  follow(join(folder, 'node_modules/@rollbook/client/client/index.js'));
  const bytes = gzipSync([...files].map((file) => readFileSync(file, 'utf8')).join('\n')).length;
  t.diagnostic(`${bytes} bytes in ${files.size} files`);
  assert.ok(bytes < 25_800, `${bytes}`);
});

test('the sources of a package refuse to be packed, and say which command packs', async () => {
  for (const name of ['client', 'cli'])
    await assert.rejects(run('npm', ['pack', '--dry-run'], { cwd: join(ROOT, name) }), ({ stderr }) => {
      assert.match(stderr, /npm run pack/);
      return true;
    });
});

/** A module of the client as a bundler delivers it. */
async function bundle(module: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      rolldownOptions: {
        input: join(folder, 'node_modules/@rollbook/client/client', module),
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput;
  return output[0].code;
}

test('the growth arithmetic is at most 8.2 kB minified, with where to farm', async (t) => {
  const code = await bundle('growth.js');
  t.diagnostic(`${code.length} bytes`);
  assert.ok(code.includes('giftExperience') && code.length <= 8_200, `${code.length}`);
});

test('what connects an app is less than 4.2 kB minified and compressed', async (t) => {
  const code = await bundle('connect/index.js');
  const bytes = gzipSync(code).length;
  t.diagnostic(`${bytes} bytes`);
  assert.ok(code.includes('connectByCode') && bytes < 4_200, `${bytes}`);
});
