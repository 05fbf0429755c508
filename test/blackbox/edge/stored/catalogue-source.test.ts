import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { shippedData, versionOf } from '../../../../server/catalogue/catalogue-data.ts';
import { type CatalogueSource, startCatalogueSource } from '../../../catalogue-source.ts';
import { ENGINE, newDatabase } from '../../../database.ts';
import { type SchaleFile, toSchaleFiles } from '../../../schaledb-files.ts';
import { runCommand, type Service, startService } from '../../../service.ts';
import { until } from '../../../until.ts';

const shipped = toSchaleFiles(shippedData());
const RECORDED = '10010';

/** The files of the source with other students: null drops one. */
function change(students: Record<string, Record<string, unknown> | null>): Record<string, SchaleFile> {
  const files = structuredClone(shipped);
  for (const [path, rows] of Object.entries(files)) {
    if (!path.endsWith('students.json')) continue;
    for (const [uid, values] of Object.entries(students))
      if (values === null) delete rows[uid];
      else
        rows[uid] = {
          ...(rows[uid] ?? { ...rows[10000], Id: Number(uid), DefaultOrder: Number(uid) }),
          ...values,
        };
  }
  return files;
}

/** Two new students, and a new name in Korean. */
const NEWS = change({ 90001: { Name: '새하나' }, 90002: { Name: '새둘' } });
Object.assign(NEWS['kr/students.json']?.[10000] ?? {}, { Name: '사장아루' });

let source: CatalogueSource;
before(async () => {
  source = await startCatalogueSource();
});
after(() => source.close());

async function readMetric({ stdout }: Service, name: string): Promise<number> {
  const portInLog = /"port":(\d+),"msg":"metrics"/;
  await until('the port of the metrics is logged', () => portInLog.test(stdout()));
  const answer = await fetch(`http://127.0.0.1:${portInLog.exec(stdout())?.[1]}/metrics`);
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await answer.text())?.[1]);
}

const startWith = (folder: string, database: string) =>
  startService({
    database,
    env: { ROLLBOOK_CATALOGUE_SOURCE: `${source.origin}/${folder}`, ROLLBOOK_METRICS_PORT: '0' },
  });

async function recordStudent(database: string): Promise<void> {
  await runCommand(['migrate'], database);
  const { accountId } = await runCommand(['account', 'create', 'tester'], database);
  await runCommand(['bond', 'set', '--account', accountId, '--student', RECORDED, '--bond', '3'], database);
}

const linesOf = ({ stdout }: Service, message: string) =>
  stdout()
    .split('\n')
    .filter((line) => line.includes(message));
const FAILED = 'the catalogue could not be refreshed';
const REFRESHED = 'the catalogue was refreshed';

interface ServedCatalogue {
  version: string;
  students: { studentUid: string; names: { ko: string }; attributes: object }[];
}
const readCatalogue = async ({ url }: Service) =>
  (await (await fetch(`${url}/catalogue.json`)).json()) as ServedCatalogue;

async function find(service: Service, name: string): Promise<string | undefined> {
  const { students } = await readCatalogue(service);
  return students.find(({ names }) => names.ko === name)?.studentUid;
}

/** How a source fails: what it answers instead, and the reason that the log has. */
interface Failure {
  answer?: RequestListener;
  files?: Record<string, SchaleFile>;
  reason: RegExp;
}
const DROPPING: Failure = {
  files: change({ [RECORDED]: null }),
  reason:
    /Accounts have recorded students that this import would take away: 10010 \(시로코\) would be dropped/,
};
const FAILURES: Record<string, Failure> = {
  truncated: {
    answer: (_, response) => void response.end(JSON.stringify(shipped['kr/students.json']).slice(0, 5_000)),
    reason: /kr\/students\.json is not JSON in UTF-8/,
  },
  mistyped: {
    files: change({ 10003: { StarGrade: 'three' } }),
    reason: /kr\/students\.json: entry 10003 \(Id 10003\): StarGrade must be a whole number/,
  },
  cut: {
    answer: (_, response) => {
      const text = JSON.stringify(shipped['kr/students.json']);
      response.writeHead(200, { 'content-length': Buffer.byteLength(text) });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    },
    reason: /kr\/students\.json cannot be read/,
  },
  mixing: {
    files: change({ 10005: { Name: 'Mixed 새' } }),
    reason:
      /It calls 1 of 272 students by other names in all languages, such as 10005, who was 호시노 \/ ホシノ \/ Hoshino and would be Mixed 새/,
  },
  dropping: DROPPING,
  emptied: {
    files: change(
      Object.fromEntries(
        shippedData()
          .students.slice(100)
          .map(({ uid }) => [uid, null]),
      ),
    ),
    reason: /It lacks 172 of 272 students/,
  },
  large: {
    answer: (_, response) => {
      const spaces = Buffer.alloc(1024 * 1024, ' ');
      // Endless: it stops with the connection.
      const write = () => void (response.destroyed || response.write(spaces, () => setImmediate(write)));
      write();
    },
    reason: /kr\/students\.json is larger than 16 MiB/,
  },
  hanging: { answer: () => {}, reason: /kr\/students\.json did not answer within 10 s/ },
  redirecting: {
    answer: (request, response) =>
      void response.writeHead(302, { location: `http://127.0.0.2:1${request.url}` }).end(),
    reason: /redirects to http:\/\/127\.0\.0\.2:1\. Only redirects within/,
  },
};

describe('a catalogue from a source', { concurrency: 3 }, () => {
  test('serves new students and names soon after the start, logs what is new, and asks no more until it is due', async (t) => {
    source.put('news', NEWS);
    const database = await newDatabase();
    const service = await startWith('news', database.address);
    t.after(async () => {
      await service.stop('SIGKILL');
      await database.remove();
    });
    await until('the new student is served', async () => (await find(service, '새둘')) === '90002');
    assert.equal(await find(service, '사장아루'), '10000');
    await until('it is logged', () => linesOf(service, REFRESHED).length > 0);
    const { added, renamed, removed } = JSON.parse(linesOf(service, REFRESHED)[0] ?? '');
    assert.deepEqual(
      { added, renamed, removed },
      {
        added: ['90001 새하나', '90002 새둘'],
        renamed: ['10000 사장아루'],
        removed: [],
      },
    );
    const refreshedAt = await readMetric(service, 'rollbook_catalogue_refreshed_timestamp_seconds');
    assert.ok(Math.abs(refreshedAt - Date.now() / 1000) < 60, String(refreshedAt));
    const { students } = await readCatalogue(service);
    const [last, { attributes } = { attributes: {} }] = [students.at(-1), students[0]];
    assert.equal(last?.studentUid, '90002');
    assert.deepEqual(attributes, shippedData().students[0]?.attributes);

    await service.stop();
    const again = await startWith('news', database.address);
    t.after(() => again.stop('SIGKILL'));
    await until(
      'the time of the refresh is known',
      async () => (await readMetric(again, 'rollbook_catalogue_refreshed_timestamp_seconds')) > 0,
    );
    assert.equal(await find(again, '새하나'), '90001');
    assert.equal(source.served.filter(({ path }) => path.startsWith('/news/')).length, 9);
    await again.stop();
  });

  // What else fails is seen before the database is asked.
  const failures = ENGINE === 'sqlite' ? FAILURES : { dropping: DROPPING };
  for (const [folder, { answer, files, reason }] of Object.entries(failures))
    test(`keeps its catalogue while the source is ${folder}, says why once, and serves what it has after that`, async (t) => {
      source.put(folder, files ?? NEWS);
      source.answer(folder, answer);
      const database = await newDatabase();
      // Before the service, whose first fetch may come at once.
      await recordStudent(database.address);
      const service = await startWith(folder, database.address);
      t.after(async () => {
        await service.stop('SIGKILL');
        await database.remove();
      });
      await until('the failure is logged', () => linesOf(service, FAILED).length > 0);
      const [line, ...more] = linesOf(service, FAILED);
      assert.deepEqual(more, []);
      const { level, reason: told } = JSON.parse(line ?? '');
      assert.equal(level, 'warn');
      assert.match(told, reason);
      assert.equal(await readMetric(service, 'rollbook_catalogue_refresh_failures_total'), 1);
      assert.equal(await readMetric(service, 'rollbook_catalogue_refreshed_timestamp_seconds'), 0);
      assert.equal(await find(service, '시로코'), RECORDED);
      const { version } = await readCatalogue(service);
      assert.equal(version, versionOf(shippedData()));
      await service.stop();

      source.put(folder, NEWS);
      source.answer(folder, undefined);
      const well = await startWith(folder, database.address);
      t.after(() => well.stop('SIGKILL'));
      await until('the new student is served', async () => (await find(well, '새하나')) === '90001');
      assert.deepEqual(linesOf(well, FAILED), []);
      await well.stop();
    });

  test('a stop does not wait for a source that hangs', async (t) => {
    const requested = new Promise<void>((resolve) => source.answer('stopped', () => resolve()));
    const service = await startService({
      env: { ROLLBOOK_CATALOGUE_SOURCE: `${source.origin}/stopped/`, ROLLBOOK_METRICS_PORT: '0' },
    });
    t.after(() => service.stop('SIGKILL'));
    await requested;
    const startedAt = Date.now();
    assert.equal(await service.stop(), 0);
    assert.ok(Date.now() - startedAt < 8_000);
    assert.deepEqual(linesOf(service, FAILED), []);
  });

  test('catalogue import --from shows, imports and refuses like a refresh, and follows a redirect within the host', async (t) => {
    source.put('command', NEWS);
    source.answer('moved', (request, response) => {
      response.writeHead(301, { location: request.url?.replace('/moved/', '/command/') }).end();
    });
    const service = await startService();
    t.after(() => service.stop('SIGKILL'));
    const from = (address: string, ...more: string[]) =>
      service.command('catalogue', 'import', '--from', address, ...more);
    const shown = await from(`${source.origin}/moved/`, '--dry-run');
    assert.deepEqual(
      [shown.added.map(({ uid }: { uid: string }) => uid), shown.imported],
      [['90001', '90002'], false],
    );
    assert.equal((await service.command('catalogue', 'list')).length, shippedData().students.length);
    const imported = await from(`${source.origin}/command`);
    assert.deepEqual({ ...imported, imported: false }, shown);
    await until('it is served', async () => (await find(service, '새둘')) === '90002');
    await assert.rejects(from(`${source.origin}/nothing/`), /has no catalogue/);
    for (const address of ['http://rollbook.example/', 'ftp://127.0.0.1/', 'http://a:b@127.0.0.1/'])
      await assert.rejects(from(address), /--from must be an https address/);
  });

  test('a catalogue that is exported, or that another Rollbook serves, can be imported as it is', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'rollbook-export-'));
    const [origin, target] = [await startService(), await startService()];
    t.after(async () => {
      await Promise.all([origin.stop('SIGKILL'), target.stop('SIGKILL')]);
      await rm(folder, { recursive: true });
    });
    source.put('export', NEWS);
    const { version } = await origin.command('catalogue', 'import', '--from', `${source.origin}/export/`);
    const file = join(folder, 'catalogue.json');
    assert.deepEqual(await origin.command('catalogue', 'export', file), { version, students: 274, file });
    await assert.rejects(origin.command('catalogue', 'export', file), /There is a file at/);
    const text = await readFile(file, 'utf8');
    assert.ok(text.split('\n').some((line) => line.startsWith('{"uid":"90001",')));
    assert.deepEqual(JSON.parse(text), await origin.command('catalogue', 'export'));
    await until('the import is served', async () => (await find(origin, '새하나')) === '90001');
    const served = await target.command('catalogue', 'import', '--from', `${origin.url}/catalogue.json`);
    assert.deepEqual(
      served.added.map(({ uid }: { uid: string }) => uid),
      ['90001', '90002'],
    );
    assert.equal((await target.command('catalogue', 'import', file)).version, version);
    assert.equal((await target.command('catalogue', 'import', file)).version, version);
  });
});
