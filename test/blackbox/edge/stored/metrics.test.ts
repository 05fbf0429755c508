import assert from 'node:assert/strict';
import { statfsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { ENGINE } from '../../../database.ts';
import { alertQueries, dashboard, dashboardQueries } from '../../../ops/monitoring-files.ts';
import { type Service, startService } from '../../../service.ts';
import { until } from '../../../until.ts';
import { useProcess } from '../../../use-service.ts';

const service = await useProcess({
  env: { ROLLBOOK_METRICS_PORT: '0', ROLLBOOK_READ_LIMIT: '8', ROLLBOOK_WRITE_LIMIT: '4' },
});
const account = await service.account();
let address: string;
before(async () => {
  address = await readMetricsAddress(service);
});

async function readMetricsAddress({ stdout }: Service): Promise<string> {
  const portInLog = /"port":(\d+),"msg":"metrics"/;
  await until('the port of the metrics is logged', () => portInLog.test(stdout()));
  return `http://127.0.0.1:${portInLog.exec(stdout())?.[1]}`;
}

/** The value of each series by its name and labels. */
async function scrape(from = address): Promise<Map<string, number>> {
  const answer = await fetch(`${from}/metrics`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

const nameOf = (series: string): string => series.split('{')[0] ?? '';
const labelsOf = (series: string): string[] =>
  [...series.matchAll(/[{,](\w+)="/g)].map(([, name = '']) => name);

describe('metrics', () => {
  test('counts requests by operation and status, limited ones by limit and store calls by operation', async () => {
    const path = '/me/students/10010';
    const body = { studentUid: '10010', tier: 3, weaponTier: 0 };
    await service.call(account.write, 'POST', '/me/students', body);
    for (const level of [1, 2, 3, 4]) await service.call(account.write, 'PATCH', path, { level });
    for (let i = 0; i < 10; i += 1) await service.call(account.read, 'GET', path);
    await service.call(undefined, 'GET', '/me/students');
    await service.call(account.read, 'GET', '/no/such/path');
    const seen = await scrape();
    const expected = {
      'rollbook_http_requests_total{operation="registerRecruitedStudent",status="201"}': 1,
      'rollbook_http_requests_total{operation="patchRecruitedStudent",status="200"}': 3,
      'rollbook_http_requests_total{operation="patchRecruitedStudent",status="429"}': 1,
      'rollbook_http_requests_total{operation="getRecruitedStudent",status="200"}': 8,
      'rollbook_http_requests_total{operation="getRecruitedStudent",status="429"}': 2,
      'rollbook_http_requests_total{operation="listRecruitedStudents",status="401"}': 1,
      'rollbook_http_requests_total{operation="findStudents",status="500"}': 0,
      'rollbook_http_request_duration_seconds_count{operation="getRecruitedStudent"}': 10,
      'rollbook_http_rate_limited_total{limit="read"}': 2,
      'rollbook_http_rate_limited_total{limit="write"}': 1,
      'rollbook_store_duration_seconds_count{operation="writeStudent"}': 4,
      'rollbook_store_errors_total{operation="writeStudent",outcome="unavailable"}': 0,
      rollbook_catalogue_entries: 272,
    };
    for (const [series, value] of Object.entries(expected)) assert.equal(seen.get(series), value, series);
    // The last use of a key is stored in the background: it may be waiting, on PostgreSQL on a second connection.
    await until(
      'nothing waits to be written',
      async () => (await scrape()).get('rollbook_store_queued{work="write"}') === 0,
    );
    const writing = seen.get('rollbook_store_connections{work="write"}');
    assert.ok(writing === 1 || (ENGINE === 'postgres' && writing === 2), `${writing}`);
    const versions = [...seen].filter(([series]) =>
      /^rollbook_catalogue_info\{version="\w+"\}$/.test(series),
    );
    assert.deepEqual(
      versions.map(([, value]) => value),
      [1],
    );
    const delay = seen.get('nodejs_eventloop_lag_p99_seconds');
    assert.ok(delay !== undefined && delay < 5, `${delay}`);
  });

  const notSqlite = ENGINE !== 'sqlite' && 'PostgreSQL has no file here';
  test('gives the sizes of the SQLite files and the free space on their disk', {
    skip: notSqlite,
  }, async () => {
    const file = service.database.slice('sqlite:'.length);
    // The service may write in the background between a scrape and a look at the files.
    await until('the metrics are the sizes of the files', async () => {
      const seen = await scrape();
      return (
        seen.get('rollbook_sqlite_file_bytes{file="database"}') === statSync(file).size &&
        seen.get('rollbook_sqlite_file_bytes{file="log"}') === statSync(`${file}-wal`).size
      );
    });
    const { blocks, bsize } = statfsSync(dirname(file));
    const free = (await scrape()).get('rollbook_sqlite_disk_free_bytes') ?? 0;
    assert.ok(free > 0 && free < blocks * bsize, `${free}`);
  });

  test('leaves out the sizes of SQLite files in a folder that is gone, and keeps the service alive', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'rollbook-metrics-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const homeless = await startService({
      database: `sqlite:${join(folder, 'rollbook.db')}`,
      env: { ROLLBOOK_METRICS_PORT: '0' },
    });
    const metrics = await readMetricsAddress(homeless);
    await rm(folder, { recursive: true });
    const seen = [...(await scrape(metrics)).keys()].map(nameOf);
    assert.ok(seen.includes('rollbook_build_info'));
    assert.ok(!seen.includes('rollbook_sqlite_disk_free_bytes'));
    assert.equal((await fetch(`${homeless.url}/healthz`)).status, 200);
  });

  test('adds no series for accounts, keys, students or paths', async () => {
    const ask = async (uids: string[]) => {
      const { read, write } = await service.account();
      for (const uid of uids) {
        await service.call(read, 'GET', `/me/students/${uid}`);
        await service.call(write, 'PATCH', `/me/students/${uid}`, { level: 2 });
        await service.call(read, 'GET', `/no/such/${uid}`);
      }
    };
    await ask(['10010', 'nobody']);
    let before = await scrape();
    // The service runs these statements in the background, a little later.
    const background = ['noteKeyUse', 'catalogueVersion'];
    await until('the background statements have run', async () => {
      before = await scrape();
      return background.every((operation) =>
        before.has(`rollbook_store_duration_seconds_count{operation="${operation}"}`),
      );
    });
    await ask(['10011', 'no one at all']);
    const series = (seen: Map<string, number>) =>
      [...seen.keys()].filter((name) => name.startsWith('rollbook_')).sort();
    assert.deepEqual(series(await scrape()), series(before));
    const text = [...before.keys()].join('\n');
    for (const secret of [account.read, account.id, '10010', 'acc_', 'key_', 'rollbook_http_x'])
      assert.ok(!text.includes(secret), secret);
  });

  test('dashboard and alerts query only metrics and labels that exist', async () => {
    const labels = new Map<string, Set<string>>();
    for (const series of (await scrape()).keys()) {
      const known = labels.get(nameOf(series)) ?? new Set(['instance', 'job']);
      for (const label of labelsOf(series)) known.add(label);
      labels.set(nameOf(series), known);
    }
    labels.set('up', new Set(['instance', 'job']));
    // With a source of the catalogue only; catalogue-source.test.ts reads it.
    labels.set('rollbook_catalogue_refreshed_timestamp_seconds', new Set(['instance', 'job']));
    // With backups only; full-disk.test.ts reads it.
    labels.set('rollbook_backup_last_success_timestamp_seconds', new Set(['instance', 'job']));
    if (ENGINE === 'postgres') {
      labels.set('rollbook_sqlite_file_bytes', new Set(['instance', 'job', 'file']));
      labels.set('rollbook_sqlite_disk_free_bytes', new Set(['instance', 'job']));
    }
    const queries = [...dashboardQueries(), ...alertQueries()];
    assert.ok(queries.length >= 25 && queries.every((query) => query !== ''), `${queries.length}`);
    for (const query of queries) {
      const names = [...query.matchAll(/\b(?:rollbook|nodejs|process)_\w+|\bup\b/g)].map(([name]) => name);
      assert.ok(names.length > 0, query);
      for (const name of names) assert.ok(labels.has(name), `${name} in ${query}`);
      const any = new Set(names.flatMap((name) => [...(labels.get(name) ?? [])]));
      const named = query.matchAll(/(?:by|on) \(([^)]*)\)|(\w+)(?:=~|!~|!=|=)"/g);
      for (const [, list, one] of named)
        for (const label of (list ?? one ?? '').split(/\s*,\s*/))
          assert.ok(any.has(label), `${label} in ${query}`);
    }
  });

  test('the dashboard is importable into Grafana', () => {
    const { panels, templating } = dashboard;
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length, 'ids are unique');
    const taken = new Set<string>();
    for (const {
      title,
      gridPos: { x, y, w, h },
    } of panels) {
      assert.ok(x >= 0 && x + w <= 24, title);
      for (let column = x; column < x + w; column += 1)
        for (let line = y; line < y + h; line += 1) {
          assert.ok(!taken.has(`${column} ${line}`), `${title} overlaps another panel`);
          taken.add(`${column} ${line}`);
        }
    }
    assert.deepEqual(
      templating.list.map(({ name, type }) => [name, type]),
      [
        ['datasource', 'datasource'],
        ['instance', 'query'],
      ],
    );
    const text = JSON.stringify(dashboard);
    const sources = new Set(
      [...text.matchAll(/"datasource":\{"type":"prometheus","uid":"([^"]*)"\}/g)].map(([, uid]) => uid),
    );
    assert.deepEqual([...sources], [`\${datasource}`], 'the data source is a variable');
  });

  test('answers 404 to every path but /metrics', async () => {
    for (const path of ['/', '/v1/students', '/metrics/x'])
      assert.equal((await fetch(address + path)).status, 404);
  });
});
