import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { backupFileName } from '../../server/backups/backup-folder.ts';
import { readFiles } from '../../server/catalogue/catalogue-files.ts';
import { importCatalogue } from '../../server/catalogue/import-catalogue.ts';
import { insertSource, storeProblem, storeSuccess } from '../../server/catalogue/source-records.ts';
import { beginSweep } from '../../server/store/clock-jump.ts';
import { readMigrations } from '../../server/store/migration-files.ts';
import { openStore } from '../../server/store/open-store.ts';
import { MIGRATIONS_FOLDER, migrateDatabase } from '../../server/store/sqlite/migrate-sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import { commandLine } from '../blackbox/command-line.ts';
import { type Engine, newDatabase, query } from '../database.ts';
import { diagnose, settingsOf } from '../diagnose.ts';
import { fillDisk } from '../fill-disk.ts';
import { freePort } from '../free-port.ts';
import { launch } from '../launch.ts';
import { startRelay } from '../postgres/relay.ts';
import { type Service, type StartOptions, startService } from '../service.ts';
import { until } from '../until.ts';

const DAY_MS = 86_400_000;

async function start(t: TestContext, options: StartOptions = {}): Promise<Service> {
  const service = await startService(options);
  t.after(() => service.stop('SIGKILL'));
  return service;
}

/** A migrated database, and settings at which no server runs. */
async function prepareDatabase(t: TestContext, engine: Engine = 'sqlite') {
  const { address, remove } = await newDatabase(engine);
  t.after(remove);
  assert.equal((await commandLine(address, 'migrate')).code, 0);
  const settings = { ROLLBOOK_DATABASE: address, ROLLBOOK_PORT: String(await freePort()) };
  const file = address.replace('sqlite:', '');
  return { address, settings, file, folder: dirname(file) };
}

/** The names of a folder's files, and hashes of their contents. */
const snapshotOf = (folder: string): [string, string][] =>
  readdirSync(folder).map((name) => [name, hash('sha256', readFileSync(join(folder, name)))]);

async function withStore(address: string, work: (store: Store) => Promise<void>): Promise<void> {
  const { store } = await openStore(address, { create: false, migrate: false });
  await work(store).finally(() => store.close());
}

describe('doctor', { concurrency: 3 }, () => {
  for (const engine of ['sqlite', 'postgres'] as const)
    test(`finds nothing broken beside a running server on ${engine}, and prints it for people too`, async (t) => {
      const database = await newDatabase(engine);
      t.after(database.remove);
      const service = await start(t, { database: database.address });
      const { code, findings, of } = await diagnose(settingsOf(service));
      assert.equal(code, 0, JSON.stringify(findings));
      assert.deepEqual(of('server'), [`ok: runs at ${service.url}, and is ready`]);
      assert.match(of('database').join(), engine === 'sqlite' ? /^ok: SQLite 3/ : /^ok: PostgreSQL \d/);
      assert.deepEqual(of('write'), ['ok: the server has made a write durable just now']);
      const printed = await launch(['doctor'], settingsOf(service));
      assert.equal(printed.code, 0);
      assert.match(printed.stdout, /^ok {7}node {8}26\./);
      assert.match(printed.stdout, /\n\n\d+ ok, \d+ warnings?, 0 failures\n$/);
      assert.ok(!printed.stdout.includes('\u001b'), 'colours outside of a terminal');
    });

  test('without a server makes a write durable, leaves no file, and warns of a database that every user may read', async (t) => {
    const { settings, file, folder } = await prepareDatabase(t);
    const before = readdirSync(folder);
    const { code, of } = await diagnose(settings);
    assert.equal(code, 0);
    assert.match(of('server').join(), /^warning: does not run at/);
    assert.deepEqual(of('write'), ['ok: a write that changes nothing was made durable']);
    assert.match(of('files').join(), /^ok/);
    assert.match(of('clock').join(), /^ok/);
    assert.deepEqual(readdirSync(folder), before);
    chmodSync(file, 0o644);
    assert.deepEqual((await diagnose(settings)).of('files'), [
      `warning: every user of this machine may read ${file}`,
    ]);
  });

  test('names each setting that is wrong or does nothing, makes no database and shows no password', async (t) => {
    const { address, remove } = await newDatabase('sqlite', { isEmpty: true });
    t.after(remove);
    const { of, findings } = await diagnose({
      ROLLBOOK_DATABASE: address,
      ROLLBOOK_PORT: String(await freePort()),
      ROLLBOOK_PUBLIC_ADDRESS: 'https://rollbook.example',
      ROLLBOOK_METRICS_PORT: 'ninety',
      ROLLBOOK_PORTRAITS: '/nowhere/portraits',
      ROLLBOOK_REGION: 'seoul',
      ROLLBOOK_CORS_ORIGINS: '*,https://a.example',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      NODE_OPTIONS: '',
    });
    assert.deepEqual(of('settings'), [
      'failure: ROLLBOOK_PUBLIC_ADDRESS is not a setting',
      'failure: ROLLBOOK_METRICS_PORT must be a whole number from 0 to 65535, not "ninety"',
      'failure: ROLLBOOK_PORTRAITS: There is no folder /nowhere/portraits',
      'warning: ROLLBOOK_REGION does nothing: reads are counted in memory, by each instance for itself',
      'warning: ROLLBOOK_CORS_ORIGINS names origins beside *, which allows all',
      'warning: OTEL_* names an exporter of traces, but NODE_OPTIONS loads no SDK that sends them',
    ]);
    const file = address.replace('sqlite:', '');
    assert.deepEqual(of('database'), [`failure: There is no database at ${file}`]);
    assert.deepEqual(readdirSync(dirname(file)), []);

    const secret = await diagnose({ ROLLBOOK_DATABASE: 'postgres:/arona:hunter2@db/rollbook' });
    assert.match(secret.of('settings').join(), /^failure: ROLLBOOK_DATABASE must be/);
    assert.doesNotMatch(JSON.stringify([findings, secret.findings]), /hunter2/);
  });

  test('tells a server that hangs and another program on the port from a server that does not run', async (t) => {
    const { settings } = await prepareDatabase(t);
    const other = createServer((request, response) => {
      if (isHanging) return;
      response.end(request.url);
    });
    let isHanging = false;
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    t.after(() => other.close().closeAllConnections());
    const { port } = other.address() as AddressInfo;
    const taken = { ...settings, ROLLBOOK_PORT: String(port) };
    const where = `http://127.0.0.1:${port}`;
    assert.deepEqual((await diagnose(taken)).of('server'), [`failure: another program listens at ${where}`]);
    isHanging = true;
    const { of } = await diagnose(taken);
    assert.deepEqual(of('server'), [`failure: listens at ${where}, but does not answer`]);
  });

  test('names a full disk, whether the server runs or not', async (t) => {
    const { remove, address } = await newDatabase('sqlite', { isEmpty: true });
    const folder = dirname(address.replace('sqlite:', ''));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'rollbook', folder], { stdio: 'ignore' });
    } catch {
      await remove();
      return t.skip('mounting a tmpfs needs root');
    }
    const service = await startService({ database: address });
    t.after(async () => {
      await service.stop('SIGKILL');
      execFileSync('umount', [folder]);
      await remove();
    });
    const before = await diagnose(settingsOf(service));
    assert.match(before.of('disk').join(), /^warning: .* are free in/);
    assert.match(before.of('write').join(), /^ok/);

    const filler = fillDisk(folder);
    // Each probe takes a page of the space that the log has already.
    await until('no write fits any more', async () => !(await fetch(`${service.url}/readyz`)).ok);
    const beside = await diagnose(settingsOf(service));
    assert.match(beside.of('disk').join(), /^failure: the disk is full: 0 B of/);
    assert.match(beside.of('server').join(), /^failure: .*cannot serve/);
    assert.match(beside.of('write').join(), /^failure: The database .* cannot grow: the disk is full/);

    await service.stop();
    assert.match((await diagnose(settingsOf(service))).of('disk').join(), /^failure/);
    unlinkSync(filler);
    assert.match((await diagnose(settingsOf(service))).of('write').join(), /^ok/);
  });

  test('names what was added to the schema of the database, and of the last backup', async (t) => {
    const { address, settings, folder } = await prepareDatabase(t);
    const backups = join(folder, 'backups');
    mkdirSync(backups);
    await query(
      address,
      'CREATE TRIGGER t AFTER INSERT ON account BEGIN UPDATE account SET is_operator = 1; END',
    );
    const name = backupFileName({ path: backups, databaseName: 'rollbook' }, 'daily', Date.now());
    assert.equal((await commandLine(address, 'backup', join(backups, name))).code, 0);
    const { code, of } = await diagnose(settings);
    assert.equal(code, 1);
    assert.match(of('database').join(), /^failure: \S+ is not as Rollbook makes it: trigger t was added$/);
    assert.match(
      of('backup').join(),
      /^failure: the last backup is broken: .* restore refuses it: trigger t was/,
    );
  });

  test('names a backup that is broken, old or missing, and backups that are off', async (t) => {
    const { address, settings, folder } = await prepareDatabase(t);
    const backups = join(folder, 'backups');
    const madeAgo = (ms: number) =>
      join(backups, backupFileName({ path: backups, databaseName: 'rollbook' }, 'daily', Date.now() - ms));
    assert.match(
      (await diagnose(settings)).of('backup').join(),
      /^warning: there is none in .*\/backups yet/,
    );

    mkdirSync(backups);
    const old = madeAgo(3 * DAY_MS);
    assert.equal((await commandLine(address, 'backup', old)).code, 0);
    assert.match(
      (await diagnose(settings)).of('backup').join(),
      /^warning: the last is old: .* made 3 days ago/,
    );

    const recent = madeAgo(60_000);
    assert.equal((await commandLine(address, 'backup', recent)).code, 0);
    const files = readdirSync(backups).sort();
    assert.match((await diagnose(settings)).of('backup').join(), /^ok: .*opens: 0 accounts, 0 students$/);
    assert.deepEqual(readdirSync(backups).sort(), files);

    truncateSync(recent, 20_000);
    const broken = await diagnose(settings);
    assert.match(broken.of('backup').join(), /^failure: the last backup is broken: /);
    const advice = broken.findings.find(({ check }) => check === 'backup')?.advice ?? '';
    assert.match(advice, /^Make one: npx rollbook backup FILE\. The newest that opens is /);
    assert.ok(advice.includes(`${old}, made 3 days ago`), advice);
    assert.match(broken.of('database').join(), /^ok/);

    const off = await diagnose({ ...settings, ROLLBOOK_BACKUPS: 'off' });
    assert.deepEqual(off.of('backup'), ['warning: ROLLBOOK_BACKUPS=off: none are made']);
  });

  test('says how many students have a portrait and items an icon, also of an imported catalogue', async (t) => {
    const { address, settings, folder } = await prepareDatabase(t);
    assert.deepEqual((await diagnose(settings)).of('portraits'), []);
    const portraits = join(folder, 'portraits');
    mkdirSync(join(portraits, 'items'), { recursive: true });
    const find = async () =>
      (await diagnose({ ...settings, ROLLBOOK_PORTRAITS: portraits })).of('portraits').join();
    assert.equal(await find(), `warning: no student has a portrait in ${portraits}`);
    for (const name of ['10000.webp', '10001.webp', '10099.webp', 'other.webp', 'items/10.webp'])
      writeFileSync(join(portraits, name), 'RIFF    WEBPVP8 ');
    assert.equal(await find(), 'ok: 2 of 272 students have a portrait; icons of items: 1');
    const file = join(folder, 'catalogue.json');
    const { students } = JSON.parse((await commandLine(address, 'catalogue', 'export')).stdout);
    writeFileSync(file, JSON.stringify([...students, { ...students[0], uid: 'other', otherForms: [] }]));
    assert.equal((await commandLine(address, 'catalogue', 'import', file)).code, 0);
    assert.equal(await find(), 'ok: 3 of 273 students have a portrait; icons of items: 1');
    writeFileSync(join(portraits, 'items/11.webp'), 'GIF89a');
    assert.equal(
      await find(),
      `warning: 3 of 273 students have a portrait; icons of items: 1; not served: ${portraits}/items/11.webp: Its content is not image/webp.`,
    );
  });

  for (const engine of ['sqlite', 'postgres'] as const)
    test(`names a catalogue that is a month old and a source that fails on ${engine}`, async (t) => {
      const { address, settings } = await prepareDatabase(t, engine);
      const folder = await newDatabase('sqlite', { isEmpty: true });
      t.after(folder.remove);
      const file = `${folder.address.replace('sqlite:', '')}.json`;
      assert.equal((await commandLine(address, 'catalogue', 'export', file)).code, 0);
      const monthAgo = Date.now() - 31 * DAY_MS;
      await withStore(address, async (store) => {
        await importCatalogue(store, readFiles([file], []), { dryRun: false, now: monthAgo });
      });
      const day = new Date(monthAgo).toISOString().slice(0, 10);
      assert.deepEqual((await diagnose(settings)).of('catalogue'), [
        `warning: imported, as of ${day}, 31 days ago: new students are missing`,
      ]);

      const source = 'https://catalogue.example/data/';
      const withSource = { ...settings, ROLLBOOK_CATALOGUE_SOURCE: source };
      await withStore(address, async ({ database }) => {
        await insertSource(database, source, Date.now());
        await storeProblem(database, source, `${source} answers 404.`, 'unreachable');
      });
      assert.match(
        (await diagnose(withSource)).of('catalogue').join(),
        /^warning: .*; its source could not be read the last time: https:\/\/catalogue\.example\/data\/ answers 404/,
      );
      // Nothing has changed there since, so that what was imported is as new as can be.
      await withStore(address, async ({ database }) => {
        const checkedAt = Date.now();
        await storeSuccess(database, source, { dueAt: checkedAt, checkedAt, etags: {}, changedAt: null });
      });
      assert.match((await diagnose(withSource)).of('catalogue').join(), /^ok: imported, as of/);
    });

  test('names a database that is damaged, locked, not ours, too new or too old, and writes to none', async (t) => {
    const { address, settings, file, folder } = await prepareDatabase(t);
    const databaseOf = async () => (await diagnose(settings)).of('database').join();
    const unchanged = async (pattern: RegExp) => {
      const before = snapshotOf(folder);
      assert.match(await databaseOf(), pattern);
      assert.deepEqual(snapshotOf(folder), before);
    };
    const whole = readFileSync(file);

    {
      using locker = new DatabaseSync(file, { timeout: 5_000 });
      locker.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; PRAGMA user_version = 0');
      assert.match(await databaseOf(), /^failure: The database .* is locked by another program$/);
    }

    unlinkSync(file);
    {
      using older = new DatabaseSync(file);
      migrateDatabase(older, file, true, readMigrations(MIGRATIONS_FOLDER).slice(0, -1));
    }
    assert.match(
      await databaseOf(),
      /^warning: .*, older than this program: \d{4}-[\w-]+\.sql is to be applied/,
    );
    writeFileSync(file, whole);

    await query(address, "INSERT INTO migration VALUES (9999, '9999-later.sql', 'x', 0)");
    await unchanged(/^failure: .* has version 9999 \(9999-later\.sql\), newer than this program knows/);
    writeFileSync(file, whole);

    const descriptor = openSync(file, 'r+');
    writeSync(descriptor, Buffer.alloc(8_192, 0xa5), 0, 8_192, 4_096 * 3);
    closeSync(descriptor);
    await unchanged(/^failure: .*is damaged/);

    writeFileSync(file, 'a list of groceries');
    await unchanged(/^failure: .* is not a SQLite database, or is damaged/);
    unlinkSync(file);
    using foreign = new DatabaseSync(file);
    foreign.exec('CREATE TABLE grocery (name TEXT)');
    foreign.close();
    await unchanged(/^failure: The file .* is a SQLite database, but not one of Rollbook's/);
  });

  test('gives no advice on the rights of a folder in place of the database', async (t) => {
    const { settings, file } = await prepareDatabase(t);
    const folder = dirname(file);
    chmodSync(folder, 0o755);
    const { of } = await diagnose({ ...settings, ROLLBOOK_DATABASE: `sqlite:${folder}` });
    assert.deepEqual([of('database'), of('files')], [[`failure: The database ${folder} is not a file`], []]);
  });

  test('tells a clock that is behind the last write', async (t) => {
    const { address, settings } = await prepareDatabase(t);
    const later = Date.now() + 3 * DAY_MS + 60_000;
    await withStore(address, async ({ database }) => {
      const source = 'https://catalogue.example/';
      const success = { dueAt: later, checkedAt: later, etags: {}, changedAt: null };
      await storeSuccess(database, source, success);
    });
    const { of } = await diagnose({ ...settings, ROLLBOOK_CATALOGUE_SOURCE: 'https://catalogue.example/' });
    assert.match(of('clock').join(), /^failure: .* is 3 days before the last write in the database/);
  });

  test('tells a clock that is far beyond the last sweep, as after a jump', async (t) => {
    const { address, settings } = await prepareDatabase(t);
    await withStore(address, async ({ database }) => {
      await beginSweep(database, Date.now() - 30 * DAY_MS);
    });
    const { of } = await diagnose(settings);
    assert.match(
      of('clock').join(),
      /^warning: .* is 30 days after the last sweep .*: nothing is deleted for good until the server has run for 24 hours/,
    );
  });

  test('tells a public URL that leads to another Rollbook, to something else, or nowhere', async (t) => {
    const service = await start(t);
    const other = await start(t);
    const website = createServer((_, response) => response.end('<h1>Welcome</h1>')).listen(0, '127.0.0.1');
    await once(website, 'listening');
    t.after(() => website.close());
    const look = async (url: string) =>
      (await diagnose({ ...settingsOf(service), ROLLBOOK_PUBLIC_URL: url })).of('public-url').join();
    assert.equal(await look(service.url), `ok: ${service.url} leads to this server`);
    assert.equal(
      await look(other.url),
      `failure: ${other.url} leads to another Rollbook than the one at ${service.url}`,
    );
    const site = `http://127.0.0.1:${(website.address() as AddressInfo).port}`;
    assert.equal(
      await look(site),
      `failure: ${site} leads elsewhere: what answers there (200) is not Rollbook`,
    );
    const closed = `http://127.0.0.1:${await freePort()}`;
    assert.equal(await look(closed), `failure: ${closed}: nothing listens there`);
  });

  test('tells why PostgreSQL cannot be used, without its password, and what is to be applied there', async (t) => {
    const { address, settings } = await prepareDatabase(t, 'postgres');
    const { of } = await diagnose({ ...settings, ROLLBOOK_BACKUPS: '/var/backups' });
    assert.deepEqual(of('write'), ['ok: a write that changes nothing was made durable']);
    assert.match(of('settings').join(), /^warning: ROLLBOOK_BACKUPS does nothing/);

    const closed = new URL(address);
    closed.password = 'hunter2';
    closed.port = String(await freePort());
    const unreachable = await diagnose({ ...settings, ROLLBOOK_DATABASE: closed.href });
    assert.match(
      unreachable.of('database').join(),
      /^failure: The database .* does not answer: nothing listens/,
    );
    const missing = new URL(address);
    missing.pathname = '/rollbook_missing';
    missing.password = 'hunter2';
    const refused = await diagnose({ ...settings, ROLLBOOK_DATABASE: missing.href });
    assert.match(
      refused.of('database').join(),
      /^failure: The database .*\/rollbook_missing (does not exist|refuses)/,
    );
    assert.doesNotMatch(JSON.stringify([unreachable.findings, refused.findings]), /hunter2/);

    const relay = await startRelay(address);
    t.after(() => relay.stop());
    relay.freeze();
    const silent = await diagnose({ ...settings, ROLLBOOK_DATABASE: relay.url });
    assert.match(silent.of('database').join(), /^failure: The database .* does not answer in time/);
    assert.deepEqual(silent.of('citus'), [], 'the second look found another fault');

    await query(address, 'DELETE FROM migration WHERE version = (SELECT max(version) FROM migration)');
    const behind = await diagnose(settings);
    assert.match(behind.of('database').join(), /^warning: .*, older than this program: \d{4}-[\w-]+\.sql is/);
  });
});
