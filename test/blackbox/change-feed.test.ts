import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import pg from 'pg';
import { readAllChanges, readFeed } from '../change-feed.ts';
import { ConsoleBrowser } from '../console/console-browser.ts';
import { assertFollowed } from '../followed-changes.ts';
import { useService } from '../use-service.ts';

const WRITE_LIMIT = 9;

const service = await useService({ env: { ROLLBOOK_SIGNUP: 'open' } });

test('the feed tells each change once and in order to followers, while 16 writers share an account', (t) =>
  assertFollowed([service], t));

test('a request that is refused or changes nothing makes no change', async () => {
  const limited = await useService({
    env: { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_WRITE_LIMIT: String(WRITE_LIMIT) },
  });
  const browser = new ConsoleBrowser(limited);
  await browser.signUp('refused');
  const issueKey = async (permission: string) =>
    (await browser.ok('POST', '/keys', { name: '', permission, days: 1 })).apiKey;
  const [write, read] = [await issueKey('write'), await issueKey('read')];
  const student = { studentUid: '10000', tier: 3, weaponTier: 0 };
  const path = '/me/students/10000';
  const requests: [status: number, key: string, method: string, path: string, body?: object][] = [
    [201, write, 'POST', '/me/students', { ...student, level: 5 }],
    [409, write, 'POST', '/me/students', { ...student, level: 6 }],
    [200, write, 'PATCH', path, { level: 5 }],
    [400, write, 'PATCH', path, { level: 91 }],
    [400, write, 'PATCH', path, { weaponTier: 1 }],
    [404, write, 'PATCH', '/me/students/10001', { level: 6 }],
    [404, write, 'DELETE', '/me/students/10001'],
    [404, write, 'POST', '/me/students', { ...student, studentUid: 'nobody' }],
    [200, write, 'PATCH', path, { level: 7 }],
    [429, write, 'PATCH', path, { level: 8 }],
    [429, write, 'DELETE', path],
    [403, read, 'PATCH', path, { level: 8 }],
    [401, `${write.slice(0, -1)}_`, 'PATCH', path, { level: 8 }],
  ];
  for (const [status, key, method, url, body] of requests) {
    const answer = await limited.call(key, method, url, body);
    assert.equal(answer.status, status, `${method} ${url}: ${answer.text}`);
  }
  const stale = await browser.call('PATCH', path, { level: 9 }, { 'if-match': '"stale"' });
  assert.equal(stale.status, 412);
  assert.deepEqual(
    (await readAllChanges(limited, read)).map(({ fields }) => fields),
    [{ tier: [null, 3], weaponTier: [null, 0], level: [null, 5] }, { level: [5, 7] }],
  );
  assert.deepEqual(await readFeed(limited, read, 'after=2'), { changes: [], lastNumber: 2 });
});

test('a write that cannot be recorded does not happen', async () => {
  const { write, read } = await service.account();
  const path = '/me/students/10000';
  await service.call(write, 'POST', '/me/students', { studentUid: '10000', tier: 3, weaponTier: 0 });
  const unlock = await lockHistory(service.database);
  const refused = await service.call(write, 'PATCH', path, { level: 6 });
  await unlock();
  assert.equal(refused.status, 503, refused.text);
  assert.equal((await service.call(read, 'GET', path)).body.level, null);
  assert.equal((await readAllChanges(service, read)).length, 1);
  await service.call(write, 'PATCH', path, { level: 7 });
  assert.deepEqual((await readFeed(service, read, 'after=1')).changes[0]?.fields, { level: [null, 7] });
});

test('an account sees its own changes only', async () => {
  const [one, other] = [await service.account(), await service.account()];
  await service.call(one.write, 'POST', '/me/students', { studentUid: '10000', tier: 3, weaponTier: 0 });
  assert.equal((await readAllChanges(service, one.read)).length, 1);
  assert.deepEqual(await readFeed(service, other.write, ''), { changes: [], lastNumber: 0 });
});

/** On SQLite it is the whole file. Returns what unlocks it again. */
async function lockHistory(address: string): Promise<() => Promise<void>> {
  if (address.startsWith('sqlite:')) {
    const database = new DatabaseSync(address.slice('sqlite:'.length), { timeout: 5_000 });
    database.exec('BEGIN IMMEDIATE');
    return async () => database.close();
  }
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE student_change IN EXCLUSIVE MODE');
  return () => client.end();
}
