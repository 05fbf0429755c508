import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import items from '../../data/items.json' with { type: 'json' };
import students from '../../data/students.json' with { type: 'json' };
import { type CatalogueSource, startCatalogueSource } from '../catalogue-source.ts';
import { TRACE } from '../launch.ts';
import { bareEnvironment, LAUNCHER } from '../service.ts';
import { until } from '../until.ts';
import { useSharedService } from '../use-service.ts';

const MAX_BYTES = 2 * 1024 ** 2;
const UIDS = (students as { uid: string; otherForms?: string[] }[]).flatMap(({ uid, otherForms = [] }) => [
  uid,
  ...otherForms,
]);
const ICONS = Object.values(items).filter(({ kind }) => kind !== 'eleph').length;

const webp = (text: string) => Buffer.concat([Buffer.from('RIFF\x28\0\0\0WEBPVP8 '), Buffer.from(text)]);
const PNG = Buffer.from('\x89PNG\r\n\x1a\nmine', 'latin1');
const HTML = Buffer.from('<!doctype html>');

const service = await useSharedService();
let source: CatalogueSource;
before(async () => {
  source = await startCatalogueSource();
});
after(() => source.close());

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-portraits-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A source below a folder of its own: what it answers by UID, and 404 for the others. */
function serve(name: string, answers: Readonly<Record<string, Buffer | RequestListener>>): string {
  source.answer(name, (request, response) => {
    const answer = answers[/([^/]+)\.webp$/.exec(request.url ?? '')?.[1] ?? ''];
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'function') answer(request, response);
    else response.end(answer);
  });
  return `${source.origin}/${name}`;
}

const askedOf = (name: string) => source.served.filter(({ path }) => path.startsWith(`/${name}/`));

function start(t: TestContext, portraits: string | undefined, words: readonly string[]) {
  const env = { ...bareEnvironment(), ROLLBOOK_DATABASE: service.database };
  const child = spawn(LAUNCHER, ['portraits', 'fetch', ...words], {
    env: portraits === undefined ? env : { ...env, ROLLBOOK_PORTRAITS: portraits },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (data) => {
      output[name] += data;
    });
  return { child, ended: once(child, 'close').then(([code]) => ({ code, ...output })) };
}

async function run(t: TestContext, portraits: string | undefined, address: string, ...words: string[]) {
  const { code, stdout, stderr } = await start(t, portraits, ['--from', address, ...words]).ended;
  assert.doesNotMatch(stdout + stderr, TRACE);
  return { code, stdout, stderr, value: words.includes('--json') && stdout !== '' ? JSON.parse(stdout) : {} };
}

describe('portraits fetch', { concurrency: 3 }, () => {
  test('writes a portrait for each UID of the catalogue, leaves alone what is there, and asks once', async (t) => {
    const folder = await newFolder(t);
    const address = serve('whole', Object.fromEntries(UIDS.map((uid) => [uid, webp(uid)])));
    await writeFile(join(folder, '10000.png'), PNG);
    await writeFile(join(folder, '10001.webp'), HTML);
    const { code, value } = await run(t, folder, address, '--json');
    assert.equal(code, 0);
    const { fetched, kept, missing, refused } = value.students;
    assert.deepEqual(
      [value.folder, fetched.toSorted(), kept, missing, refused, value.items],
      [folder, UIDS.filter((uid) => uid !== '10000').toSorted(), ['10000'], [], [], undefined],
    );
    const files = await readdir(folder);
    assert.deepEqual(
      files.toSorted(),
      ['10000.png', ...fetched.map((uid: string) => `${uid}.webp`)].toSorted(),
    );
    for (const uid of fetched) assert.deepEqual(await readFile(join(folder, `${uid}.webp`)), webp(uid), uid);
    assert.deepEqual(
      askedOf('whole')
        .map(({ path }) => path)
        .toSorted(),
      fetched.map((uid: string) => `/whole/student/icon/${uid}.webp`).toSorted(),
    );

    const second = await run(t, folder, `${address}/`);
    assert.equal(second.stdout, `students: 0 new, ${UIDS.length} there already, 0 not at the source.\n`);
    assert.deepEqual([second.stderr, askedOf('whole').length], ['', UIDS.length - 1]);
  });

  test('--force replaces what is there, and --items adds the icons of all items that have one', async (t) => {
    const folder = await newFolder(t);
    source.answer('forced', (request, response) => void response.end(webp(request.url ?? '')));
    await writeFile(join(folder, '10000.webp'), webp('former'));
    const { code, value } = await run(t, folder, `${source.origin}/forced`, '--force', '--items', '--json');
    assert.deepEqual(
      [code, value.students.fetched.length, value.items.fetched.length],
      [0, UIDS.length, ICONS],
    );
    for (const [file, path] of [
      ['10000', 'student/icon/10000'],
      ['items/credits', 'item/icon/currency_icon_gold'],
      ['items/140', 'item/icon/item_icon_material_mandragora_0'],
      ['items/e101009', 'equipment/icon/equipment_icon_hat_tier10_piece'],
    ])
      assert.deepEqual(await readFile(join(folder, `${file}.webp`)), webp(`/forced/${path}.webp`));
    assert.equal((await readdir(join(folder, 'items'))).length, ICONS);
  });

  test('does not take what is too large or of another type, says so, and goes on', async (t) => {
    const folder = await newFolder(t);
    const endless: RequestListener = (_, response) => {
      response.write(webp(''));
      const more = () =>
        void (response.destroyed || response.write(Buffer.alloc(65_536), () => setImmediate(more)));
      more();
    };
    const largest = Buffer.concat([webp(''), Buffer.alloc(MAX_BYTES)]).subarray(0, MAX_BYTES);
    const address = serve('refused', {
      '10000': webp('0'),
      '10001': PNG,
      '10002': HTML,
      '10003': Buffer.alloc(0),
      '10004': Buffer.concat([largest, Buffer.alloc(1)]),
      '10005': endless,
      '10006': largest,
    });
    await writeFile(join(folder, '10001.webp'), HTML);
    const { code, stdout } = await run(t, folder, address);
    assert.equal(code, 1);
    const at = `${address}/student/icon`;
    assert.deepEqual(stdout.split('\n').slice(0, 5).toSorted(), [
      '! 10001 is not taken: Its content is not image/webp.',
      '! 10002 is not taken: Its content is not image/webp.',
      '! 10003 is not taken: Its content is not image/webp.',
      `! 10004 is not taken: ${at}/10004.webp is larger than 2 MiB.`,
      `! 10005 is not taken: ${at}/10005.webp is larger than 2 MiB.`,
    ]);
    assert.match(
      stdout,
      new RegExp(`\nstudents: 2 new, 0 there already, ${UIDS.length - 7} not at the source \\(10007, `),
    );
    assert.deepEqual((await readdir(folder)).toSorted(), ['10000.webp', '10001.webp', '10006.webp']);
    assert.deepEqual(await readFile(join(folder, '10001.webp')), HTML);
  });

  test('ends with a connection that breaks, and goes on from there', async (t) => {
    const folder = await newFolder(t);
    let isBroken = true;
    const cut: RequestListener = (_, response) => {
      if (!isBroken) return void response.end(webp('10100'));
      response.writeHead(200, { 'content-length': 1_000 }).write(webp('part'), () => response.destroy());
    };
    const whole = Object.fromEntries(UIDS.map((uid) => [uid, webp(uid)]));
    const address = serve('cut', { ...whole, '10100': cut });
    const first = await run(t, folder, address);
    assert.deepEqual([first.code, first.stdout], [1, '']);
    assert.match(
      first.stderr,
      /\/10100\.webp cannot be read \(.+\)\. .* \d+ were fetched before that; run the command again to go on\.\n$/,
    );
    const there = await readdir(folder);
    assert.ok(
      there.length > 0 && there.length < UIDS.length && !there.includes('10100.webp'),
      `${there.length}`,
    );
    isBroken = false;
    const { code, value } = await run(t, folder, address, '--json');
    assert.deepEqual(
      [code, value.students.kept.toSorted(), value.students.fetched.length],
      [0, there.map((name) => name.replace('.webp', '')).toSorted(), UIDS.length - there.length],
    );
    assert.equal((await readdir(folder)).length, UIDS.length);
  });

  test('waits as long as the source asks, and tells of it', async (t) => {
    const folder = await newFolder(t);
    let busyUntil = 0;
    const early: number[] = [];
    source.answer('busy', (_, response) => {
      busyUntil ||= performance.now() + 2_000;
      const left = busyUntil - performance.now();
      if (left > 0) {
        early.push(left);
        response.writeHead(early.length % 2 === 0 ? 503 : 429, { 'retry-after': '2' }).end();
      } else response.end(webp(''));
    });
    const { code, stdout, stderr } = await run(t, folder, `${source.origin}/busy`);
    assert.deepEqual(
      [code, stdout],
      [0, `students: ${UIDS.length} new, 0 there already, 0 not at the source.\n`],
    );
    assert.equal(stderr, 'Waiting 2 s: the source takes no more requests for now.\n');
    assert.ok(early.length <= 4, `${early}`);
  });

  test('a source that asks to come back much later is left', async (t) => {
    const folder = await newFolder(t);
    source.answer('closed', (_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end());
    const { code, stderr } = await run(t, folder, `${source.origin}/closed`);
    assert.equal(code, 1);
    assert.match(stderr, /answered 429 instead of 200/);
    assert.ok(askedOf('closed').length <= 4);
  });

  test('follows redirects within the source, and to nowhere else', async (t) => {
    const folder = await newFolder(t);
    const redirectTo =
      (location: string): RequestListener =>
      (_, response) =>
        void response.writeHead(302, { location }).end();
    serve('target', { '10000': webp('moved') });
    const address = serve('moved', { '10000': redirectTo('/target/10000.webp') });
    assert.equal((await run(t, folder, address)).code, 0);
    assert.deepEqual(await readFile(join(folder, '10000.webp')), webp('moved'));
    const away = serve('away', { '10001': redirectTo('http://127.0.0.1:1/10001.webp') });
    const { code, stderr } = await run(t, folder, away);
    assert.equal(code, 1);
    assert.match(stderr, /redirects to http:\/\/127\.0\.0\.1:1\. Only redirects within/);
    assert.deepEqual(await readdir(folder), ['10000.webp']);
  });

  test('an interrupted run keeps what it has', async (t) => {
    const folder = await newFolder(t);
    const address = serve('slow', { '10000': webp('0'), '10001': () => {} });
    const { child, ended } = start(t, folder, ['--from', address]);
    await until('the first portrait is there', async () => (await readdir(folder)).length > 0);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    assert.deepEqual(
      [code, stdout, stderr],
      [130, '', 'Interrupted. What was fetched stays; run the command again to go on.\n'],
    );
    assert.deepEqual(await readdir(folder), ['10000.webp']);
  });

  test('an address without portraits is left after twenty', async (t) => {
    const folder = await newFolder(t);
    const { code, stderr } = await run(t, folder, serve('nowhere', {}));
    assert.equal(code, 1);
    assert.match(
      stderr,
      /\/nowhere has none of the first 20 portraits\. Name the folder in which student\/icon\/10000\.webp is\./,
    );
    assert.equal(askedOf('nowhere').length, 20);
  });

  test('an address that could be read or changed on the way is wrong usage', async (t) => {
    const folder = await newFolder(t);
    for (const address of [
      'http://images.example',
      'ftp://images.example',
      'https://a:b@images.example',
      'x',
    ]) {
      const { code, stderr } = await run(t, folder, address);
      assert.deepEqual([code, stderr.startsWith('--from must be an https address (http on this')], [2, true]);
    }
    assert.equal((await start(t, folder, []).ended).code, 2);
  });

  test('without a folder says what to do', async (t) => {
    const folder = await newFolder(t);
    const address = serve('unused', {});
    const unset = await run(t, undefined, address);
    assert.equal(unset.code, 1);
    assert.match(unset.stderr, /^ROLLBOOK_PORTRAITS is not set\. Create a folder/);
    const missing = await run(t, join(folder, 'nowhere'), address);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /^ROLLBOOK_PORTRAITS: There is no folder .*\/nowhere\. Create it/);
    await mkdir(join(folder, '10000.webp'));
    const taken = await run(t, folder, serve('taken', { '10000': webp('0') }));
    assert.equal(taken.code, 1);
    assert.match(taken.stderr, /10000\.webp cannot be written: the system reports E[A-Z]+\./);
    assert.deepEqual([askedOf('unused'), await readdir(folder)], [[], ['10000.webp']]);
  });
});
