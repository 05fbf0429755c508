import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import items from '../../data/items.json' with { type: 'json' };
import { shippedData } from '../../server/catalogue/catalogue-data.ts';
import { type CatalogueSource, startCatalogueSource } from '../catalogue-source.ts';
import { ENGINE, newDatabase, query } from '../database.ts';
import { toSchaleFiles } from '../schaledb-files.ts';
import { type Service, startService } from '../service.ts';
import { until as untilOften } from '../until.ts';
import { ConsoleBrowser } from './console-browser.ts';

const LAUNCHER = join(import.meta.dirname, '../serve-fetching.ts');
const IS_POSTGRES = ENGINE === 'postgres';
const FORMS = shippedData().students.flatMap(({ uid, otherForms = [] }) => [uid, ...otherForms]);
const ICONS = Object.values(items).filter(({ kind }) => kind !== 'eleph').length;
const WEBP = Buffer.from('RIFF\x28\0\0\0WEBPVP8 picture', 'latin1');
const shipped = toSchaleFiles(shippedData());

/** The source with one more student, and another name for the first. */
function withNews() {
  const files = structuredClone(shipped);
  for (const [path, rows] of Object.entries(files))
    if (path.endsWith('students.json')) {
      rows[90001] = {
        ...rows[10000],
        Id: 90001,
        DefaultOrder: 90001,
        Name: path.startsWith('en') ? 'Newcomer' : '새하나',
      };
      if (path.startsWith('kr')) rows[10000] = { ...rows[10000], Name: '사장아루' };
    }
  return files;
}

/** The console lets a page read 600 times in ten minutes. */
const until = (description: string, condition: () => boolean | Promise<boolean>) =>
  untilOften(description, condition, { every: 200 });

interface Fixture {
  readonly source: CatalogueSource;
  readonly database: string;
  /** Starts an instance on the database, with the folder for portraits that PostgreSQL needs. */
  readonly start: (env?: Record<string, string>) => Promise<Service>;
  readonly operator: (service: Service) => Promise<ConsoleBrowser>;
  readonly newFolder: () => string;
  readonly asked: (folder: 'data' | 'images') => string[];
}

async function openFixture(t: TestContext): Promise<Fixture> {
  const [source, database] = await Promise.all([startCatalogueSource(), newDatabase()]);
  const services: Service[] = [];
  const folders: string[] = [];
  t.after(async () => {
    await Promise.all(services.map((service) => service.stop('SIGKILL')));
    await Promise.all([source.close(), database.remove()]);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  source.put('data', shipped);
  source.answer('images', (_, response) => void response.end(WEBP));
  return {
    source,
    database: database.address,
    async start(env = {}) {
      const service = await startService({
        database: database.address,
        launcher: LAUNCHER,
        wrapper: [process.execPath],
        env: { ROLLBOOK_SIGNUP: 'open', TEST_FETCH_ORIGIN: source.origin, ...env },
      });
      services.push(service);
      return service;
    },
    async operator(service) {
      const browser = new ConsoleBrowser(service);
      const { accountId } = await browser.signUp('operator');
      await service.command('account', 'operator', accountId);
      return browser;
    },
    newFolder() {
      const folder = mkdtempSync(join(tmpdir(), 'rollbook-portraits-'));
      folders.push(folder);
      return folder;
    },
    asked: (folder) => source.served.map(({ path }) => path).filter((path) => path.startsWith(`/${folder}/`)),
  };
}

/** How often the source was read: each time has one file of Korean students. */
const readings = (asked: Fixture['asked']) =>
  asked('data').filter((path) => path.endsWith('/kr/students.json'));

const read = (browser: ConsoleBrowser) => browser.ok('GET', '/server');
const chooseCatalogue = (browser: ConsoleBrowser, isOn: boolean) =>
  browser.ok('POST', '/server/catalogue-choice', { isOn });
const choosePortraits = (browser: ConsoleBrowser, isOn: boolean) =>
  browser.ok('POST', '/server/portraits-choice', { isOn });
const kindsOf = async (browser: ConsoleBrowser): Promise<string[]> =>
  (await browser.ok('GET', '/activity')).activity.map(({ kind }: { kind: string }) => kind);
const listPortraits = async ({ url }: Service): Promise<string[]> =>
  Object.keys(((await (await fetch(`${url}/portraits`)).json()) as { portraits: object }).portraits);
const forgetAttempt = (database: string) =>
  query(database, 'UPDATE catalogue_source SET attempted_at = NULL');

describe('the daily refresh of the catalogue', { concurrency: 2 }, () => {
  test('begins with an operator’s yes, tells what it brought, and a no outlives a restart', async (t) => {
    const { source, database, start, operator, asked } = await openFixture(t);
    source.put('data', withNews());
    const service = await start();
    const browser = await operator(service);
    const before = (await read(browser)).catalogue;
    assert.deepEqual(
      [before.choice, before.isRefreshed, before.isSourceSet, before.source, before.brought],
      [null, false, false, `${source.origin}/data/`, null],
    );
    assert.equal((await browser.call('POST', '/server/catalogue-refresh', {})).status, 409);

    await chooseCatalogue(browser, false);
    const refused = (await read(browser)).catalogue;
    assert.deepEqual([refused.choice, refused.isRefreshed, asked('data')], [false, false, []]);

    const chosen = await chooseCatalogue(browser, true);
    assert.deepEqual([chosen.choice, chosen.isRefreshed], [true, true]);
    await until('it has refreshed', async () => (await read(browser)).catalogue.brought !== null);
    await until('it is served', async () => (await read(browser)).catalogue.students === before.students + 1);
    const { catalogue } = await read(browser);
    const { at, ...brought } = catalogue.brought;
    assert.deepEqual(brought, {
      added: { count: 1, names: [{ ko: '새하나', en: 'Newcomer' }] },
      renamed: { count: 1, names: [{ ko: '사장아루', en: 'Aru' }] },
      removed: { count: 0, names: [] },
      retouched: 0,
      // Her eleph.
      items: { added: 1, changed: 0 },
    });
    assert.ok(Date.parse(catalogue.attemptedAt) <= Date.parse(at) && catalogue.dueAt > at);
    assert.equal(readings(asked).length, 1);

    const off = await chooseCatalogue(browser, false);
    assert.deepEqual([off.choice, off.isRefreshed, off.problem], [false, false, null]);
    assert.equal((await browser.call('POST', '/server/catalogue-refresh', {})).status, 409);
    assert.deepEqual((await kindsOf(browser)).slice(0, 3), [
      'catalogue-fetch-off',
      'catalogue-fetch-on',
      'catalogue-fetch-off',
    ]);
    assert.match(
      service.stdout(),
      /"subject":"catalogue","isOn":true,.*"msg":"an operator chose what is fetched"/,
    );
    await service.stop();
    await query(database, 'UPDATE catalogue_source SET due_at = 0');
    const again = await start();
    const returned = new ConsoleBrowser(again);
    returned.cookie = browser.cookie;
    assert.deepEqual((await read(returned)).catalogue.choice, false);
    assert.equal(readings(asked).length, 1);
  });

  test('that is turned off ends the fetch under way, and on again it fetches', async (t) => {
    const { source, database, start, operator, asked } = await openFixture(t);
    source.answer('data', () => {});
    const service = await start();
    const browser = await operator(service);
    await chooseCatalogue(browser, true);
    // The fetch has claimed the source.
    await until('it is attempted', async () => (await read(browser)).catalogue.attemptedAt !== null);
    await chooseCatalogue(browser, false);
    await until('the request has ended', () => asked('data').length === 1);
    assert.doesNotMatch(service.stdout(), /could not be refreshed/);
    source.answer('data', undefined);
    await forgetAttempt(database);
    await chooseCatalogue(browser, true);
    await until('it has refreshed', async () => (await read(browser)).catalogue.refreshedAt !== null);
  });

  test('comes from ROLLBOOK_CATALOGUE_SOURCE where that is set, whatever was chosen', async (t) => {
    const { source, start, operator, asked } = await openFixture(t);
    source.put('own', shipped);
    const service = await start({ ROLLBOOK_CATALOGUE_SOURCE: `${source.origin}/own/` });
    const browser = await operator(service);
    await chooseCatalogue(browser, false);
    const { catalogue } = await read(browser);
    assert.deepEqual(
      [catalogue.isSourceSet, catalogue.isRefreshed, catalogue.choice, catalogue.source],
      [true, true, false, `${source.origin}/own/`],
    );
    await until('it has refreshed', async () => (await read(browser)).catalogue.refreshedAt !== null);
    assert.deepEqual(asked('data'), []);
  });

  test('says why it changed nothing', async (t) => {
    const { source, database, start, operator } = await openFixture(t);
    const service = await start();
    const { write } = await service.account();
    await service.call(write, 'POST', '/me/students', { studentUid: '10010', tier: 3, weaponTier: 0 });
    const browser = await operator(service);
    const without = (uids: readonly string[]) => {
      const files = structuredClone(shipped);
      for (const [path, rows] of Object.entries(files))
        if (path.endsWith('students.json')) for (const uid of uids) delete rows[uid];
      return files;
    };
    source.answer('data', (_, response) => void response.writeHead(500).end());
    await chooseCatalogue(browser, true);
    await until('it has failed', async () => (await read(browser)).catalogue.problem !== null);
    assert.equal((await read(browser)).catalogue.problem.reason, 'unreachable');

    source.answer('data', undefined);
    const another = structuredClone(shipped);
    for (const [path, rows] of Object.entries(another))
      if (path.endsWith('students.json')) rows[10001] = { ...rows[10001], Name: `Somebody ${path}` };
    const many = FORMS.filter((uid) => uid !== '10010').slice(0, 60);
    for (const [reason, files, message] of [
      ['unfit', { ...shipped, 'kr/students.json': { 10000: { Id: 10000 } } }, /kr\/students\.json/],
      ['recorded', without(['10010']), /10010 \(시로코\) would be dropped/],
      ['shrunk', without(many), /It lacks \d+ of \d+ students/],
      ['renamed', another, /It calls 1 of \d+ students by other names in all languages/],
    ] as const) {
      source.put('data', files);
      await forgetAttempt(database);
      const { problem } = await browser.ok('POST', '/server/catalogue-refresh', {});
      assert.equal(problem?.reason, reason, problem?.message);
      assert.match(problem.message, message);
    }
    source.put('data', withNews());
    await forgetAttempt(database);
    const mended = await browser.ok('POST', '/server/catalogue-refresh', {});
    assert.deepEqual([mended.problem, mended.brought.added.count], [null, 1]);
  });
});

describe('portraits', { concurrency: 2 }, () => {
  test('are fetched once an operator has agreed, follow new students, and end as easily', async (t) => {
    const { source, database, start, operator, asked, newFolder } = await openFixture(t);
    const folder = IS_POSTGRES ? newFolder() : join(dirname(database.slice('sqlite:'.length)), 'portraits');
    const service = await start(IS_POSTGRES ? { ROLLBOOK_PORTRAITS: folder } : {});
    const browser = await operator(service);
    const portraits = async () => (await read(browser)).portraits;
    const before = await portraits();
    assert.deepEqual(
      [before.choice, before.folder, before.portraits, before.progress],
      [null, IS_POSTGRES ? 'setting' : 'own', 0, null],
    );
    await choosePortraits(browser, true);
    await until('all are there', async () => (await portraits()).fetchedAt !== null);
    await until('all are served', async () => (await listPortraits(service)).length === FORMS.length);
    // A listing of the folder is kept for two seconds.
    await until('all are counted', async () => {
      const counted = await portraits();
      return counted.portraits === FORMS.length && counted.icons === ICONS;
    });
    const { missing, refused, problem, progress } = await portraits();
    assert.deepEqual([missing, refused, problem, progress], [0, 0, null, null]);
    assert.equal(asked('images').length, FORMS.length + ICONS);
    assert.match(service.stdout(), /"fetched":\d+,"missing":\[\],"msg":"new portraits were fetched"/);

    source.put('data', withNews());
    await chooseCatalogue(browser, true);
    await until('the new student has a portrait', async () =>
      (await listPortraits(service)).includes('90001'),
    );
    assert.equal(asked('images').length, FORMS.length + ICONS + 1);

    const off = await choosePortraits(browser, false);
    assert.deepEqual([off.choice, (await listPortraits(service)).length], [false, FORMS.length + 1]);
    const removal = await browser.call('POST', '/server/portraits-removal', {});
    if (IS_POSTGRES) {
      assert.deepEqual([removal.status, removal.body.error.code], [409, 'no_portrait_folder']);
      assert.equal(readdirSync(join(folder, 'items')).length, ICONS);
    } else {
      assert.equal(removal.status, 200);
      assert.equal(existsSync(folder), false);
      await until('none is served', async () => (await listPortraits(service)).length === 0);
    }
    assert.deepEqual(
      (await kindsOf(browser)).filter((kind) => kind.startsWith('portraits')).at(-1),
      'portraits-fetch-on',
    );
  });

  test('tell how far they are, what was not taken, and go on after a fetch that was turned off', async (t) => {
    const { source, start, operator, asked, newFolder } = await openFixture(t);
    const waiting: (() => void)[] = [];
    let isHeld = true;
    const answers: Record<string, RequestListener> = {
      '10001': (_, response) => void response.writeHead(404).end(),
      '10002': (_, response) => void response.end('<!doctype html>'),
    };
    source.answer('images', (request, response) => {
      const answer = answers[/(\d+)\.webp$/.exec(request.url ?? '')?.[1] ?? ''];
      if (answer !== undefined) answer(request, response);
      else if (isHeld && asked('images').length > 50) waiting.push(() => response.destroy());
      else response.end(WEBP);
    });
    const folder = newFolder();
    const service = await start({ ROLLBOOK_PORTRAITS: folder });
    const browser = await operator(service);
    const portraits = async () => (await read(browser)).portraits;
    await choosePortraits(browser, true);
    await until('its progress is told', async () => {
      const { progress } = await portraits();
      return progress !== null && progress.done > 50 && progress.total === FORMS.length + ICONS;
    });
    await choosePortraits(browser, false);
    await until('it has ended', async () => (await portraits()).progress === null);
    const count = readdirSync(folder).length;
    assert.ok(count > 40 && count < FORMS.length, `${count}`);
    assert.equal((await portraits()).problem, null);
    isHeld = false;
    await choosePortraits(browser, true);
    await until('all are there', async () => (await portraits()).fetchedAt !== null);
    const { missing, refused, problem } = await portraits();
    assert.deepEqual([missing, refused, problem], [1, 1, null]);
  });

  test('that cannot be fetched say why', async (t) => {
    const { source, start, operator, newFolder } = await openFixture(t);
    source.answer('images', (_, response) => void response.writeHead(500).end());
    const folder = newFolder();
    const service = await start({ ROLLBOOK_PORTRAITS: folder });
    const browser = await operator(service);
    const problem = async () => (await read(browser)).portraits.problem;
    await choosePortraits(browser, true);
    await until('it has failed', async () => (await problem()) !== null);
    const { reason, message } = await problem();
    assert.equal(reason, 'unreachable');
    assert.match(
      message,
      /answered 500 instead of 200\. Open it in a browser to see why, or try again later\.$/,
    );
    rmSync(folder, { recursive: true });
    await choosePortraits(browser, false);
    await choosePortraits(browser, true);
    await until('the folder is missed', async () => (await problem())?.reason === 'folder');
  });

  test('need a folder on PostgreSQL, which instances do not share', { skip: !IS_POSTGRES }, async (t) => {
    const { start, operator } = await openFixture(t);
    const browser = await operator(await start());
    assert.equal((await read(browser)).portraits.folder, 'none');
    const refused = await browser.call('POST', '/server/portraits-choice', { isOn: true });
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'no_portrait_folder']);
  });
});

test('of two instances one refreshes, both have what was chosen on one, and each fills its own folder', async (t) => {
  const { source, start, operator, asked, newFolder } = await openFixture(t);
  source.put('data', withNews());
  const folders = [newFolder(), newFolder()] as const;
  const [one, other] = await Promise.all(folders.map((folder) => start({ ROLLBOOK_PORTRAITS: folder })));
  assert.ok(one !== undefined && other !== undefined);
  const browser = await operator(one);
  await chooseCatalogue(browser, true);
  await choosePortraits(browser, true);
  const elsewhere = new ConsoleBrowser(other);
  elsewhere.cookie = browser.cookie;
  await until('the other one has it', async () => {
    const { catalogue, portraits } = await read(elsewhere);
    return catalogue.isRefreshed && catalogue.brought !== null && portraits.choice === true;
  });
  for (const service of [one, other])
    await until(
      'each has all portraits',
      async () => (await listPortraits(service)).length === FORMS.length + 1,
    );
  assert.equal(readings(asked).length, 1);
  await chooseCatalogue(elsewhere, false);
  await until('the first one has it too', async () => !(await read(browser)).catalogue.isRefreshed);
});
