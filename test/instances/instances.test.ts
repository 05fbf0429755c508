import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Database, newDatabase, query } from '../database.ts';
import { type Account, type Answer, type Service, startService } from '../service.ts';
import { assertBelow, until } from '../until.ts';
import { assertLinearizable } from './histories.ts';

const UIDS = ['10000', '10001', '10002', '10003', '10004', '10005'];
let database: Database;
let services: Service[];
let account: Account;
before(async () => {
  database = await newDatabase('postgres');
  // The instances start concurrently on an empty database and compete for the migrations.
  services = await Promise.all([1, 2, 3].map(() => startService({ database: database.address })));
  account = await (services[0] as Service).account();
});
after(async () => {
  await Promise.all((services ?? []).map((service) => service.stop()));
  await database?.remove();
});

const everywhere = (key: string, method: string, path: string, body?: unknown): Promise<Answer[]> =>
  Promise.all(services.map((service) => service.call(key, method, path, body)));
const statuses = (answers: Answer[]) => answers.map(({ status }) => status);
const command = (...words: string[]) => (services[0] as Service).command(...words);

test('runs each migration once when three instances start together', async () => {
  const rows = await query(
    database.address,
    'SELECT version, count(*)::int AS times FROM migration GROUP BY version',
  );
  assert.ok(rows.length > 0);
  for (const { times } of rows) assert.equal(times, 1);
});

test('all instances apply a revocation or suspension from the next request', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { keyId, apiKey } = await command('key', 'issue', '--account', account.id, '--permission', 'read');
    assert.deepEqual(statuses(await everywhere(apiKey, 'GET', '/me/students')), [200, 200, 200]);
    await command('key', 'revoke', keyId);
    assert.deepEqual(statuses(await everywhere(apiKey, 'GET', '/me/students')), [401, 401, 401]);
  }
  await command('account', 'suspend', account.id);
  assert.deepEqual(statuses(await everywhere(account.read, 'GET', '/me/students/10000')), [403, 403, 403]);
  assert.deepEqual(
    statuses(await everywhere(account.write, 'DELETE', '/me/students/10000')),
    [403, 403, 403],
  );
  await command('account', 'activate', account.id);
  assert.deepEqual(statuses(await everywhere(account.read, 'GET', '/me/students')), [200, 200, 200]);
});

test('accepts the cursor of one instance on another', async () => {
  const { write, read } = await (services[0] as Service).account();
  for (const studentUid of UIDS)
    await services[0]?.call(write, 'POST', '/me/students', { studentUid, tier: 1, weaponTier: 0 });
  for (const path of ['/me/students?limit=1', '/students?query=a&limit=1']) {
    let next: string | null = null;
    const seen: string[] = [];
    for (let page = 0; page < UIDS.length; page += 1) {
      const cursor: string = next === null ? '' : `&cursor=${next}`;
      const answer = await (services[page % 3] as Service).call(read, 'GET', path + cursor);
      assert.equal(answer.status, 200, answer.text);
      seen.push(answer.body.students[0].studentUid);
      next = answer.body.nextCursor;
    }
    assert.equal(new Set(seen).size, UIDS.length, path);
    if (path.startsWith('/me')) assert.deepEqual(seen, UIDS);
  }
});

describe('rate limits in PostgreSQL', () => {
  let limited: Service[];
  before(async () => {
    const env = {
      ROLLBOOK_WRITE_LIMIT: '10',
      ROLLBOOK_READ_LIMIT: '7',
      ROLLBOOK_COUNTERS: 'postgres',
    };
    limited = await Promise.all(
      ['east', 'east', 'west'].map((region) =>
        startService({ database: database.address, env: { ...env, ROLLBOOK_REGION: region } }),
      ),
    );
  });
  after(() => Promise.all(limited.map((service) => service.stop())));

  test('shares write limits across regions and read limits within one region', async () => {
    const { write, read } = await (limited[0] as Service).account();
    const writes = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        (limited[i % 3] as Service).call(write, 'DELETE', '/me/students/10000'),
      ),
    );
    assert.deepEqual(
      [
        writes.filter(({ status }) => status === 404).length,
        writes.filter(({ status }) => status === 429).length,
      ],
      [10, 20],
    );
    // One after the other: a read that waits long for the shared count is counted by its instance alone.
    const reads = async (...of: number[]) => {
      let allowed = 0;
      for (let i = 0; i < 20; i += 1) {
        const service = limited[of[i % of.length] as number] as Service;
        if ((await service.call(read, 'GET', '/me/students/10000')).status === 404) allowed += 1;
      }
      return allowed;
    };
    assert.deepEqual([await reads(0, 1), await reads(2)], [7, 7]);
  });
});

test('all instances serve an imported catalogue within 5 s', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-catalogue-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'students.json');
  const shipped = JSON.parse(await readFile(join(import.meta.dirname, '../../data/students.json'), 'utf8'));
  await assertBelow(5_000, async (attempt) => {
    const uid = `9000${attempt + 1}`;
    const fresh = { uid, names: { ko: '새학생', ja: '新生徒', en: 'Newcomer' } };
    await writeFile(file, JSON.stringify([...shipped, fresh]));
    await command('catalogue', 'import', file);
    const importedAt = performance.now();
    const found = async () =>
      (await everywhere(account.read, 'GET', `/students?query=${uid}`)).every(
        ({ body }) => body.students.length === 1,
      );
    await until('the import is served', found, { every: 50 });
    return performance.now() - importedAt;
  });
});

test('each student is linearizable across instances', (t) =>
  assertLinearizable(services, [account.write], UIDS.slice(0, 4), t));
