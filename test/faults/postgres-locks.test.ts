import assert from 'node:assert/strict';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import pg from 'pg';
import { type Database, newDatabase, query } from '../database.ts';
import { type Account, type Answer, type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { checkFailure, readyzStatus, untilRecovered, untilTrue } from './under-load.ts';

let database: Database;
let smallPool: Service;
/** Each with one student: the writes of one account wait for one another. */
const accounts: Account[] = [];
let account: Account;
let holder: pg.Client;
const PATH = '/me/students/10000';
const patchBy = (service: Service, i: number, level: number) =>
  service.call((accounts[i] as Account).write, 'PATCH', PATH, { level });
const patch = (i: number, level: number) => patchBy(smallPool, i, level);
const get = (i: number) => smallPool.call((accounts[i] as Account).read, 'GET', PATH);
before(async () => {
  database = await newDatabase('postgres');
  smallPool = await startService({ database: `${database.address}?pool=2` });
  for (let i = 0; i < 4; i += 1) {
    account = await smallPool.account();
    accounts.push(account);
    const state = { studentUid: '10000', tier: 1, weaponTier: 0 };
    await smallPool.call(account.write, 'POST', '/me/students', state);
  }
  account = accounts[0] as Account;
  holder = new pg.Client({ connectionString: database.address });
  await holder.connect();
});
after(async () => {
  await holder?.end();
  await smallPool?.stop();
  await database?.remove();
});
// Releases the locks of a failed test.
afterEach(() => holder.query('ROLLBACK'));
const lock = async (...locked: number[]) => {
  const ids = locked.map((i) => accounts[i]?.id);
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM student_record WHERE account_id = ANY ($1) FOR UPDATE', [ids]);
};

test('a statement that waits for a locked row is cancelled, answered 503 and not applied', async () => {
  await lock(0);
  const started = performance.now();
  const answer = await patch(0, 11);
  assert.equal(answer.status, 503, answer.text);
  checkFailure('PATCH', answer);
  // 3 s by design; the lock itself never ends.
  assert.ok(performance.now() - started < 10_000);
  assert.equal((await get(0)).body.level, null, 'a read waited for the lock');
  await holder.query('COMMIT');
  assert.equal((await get(0)).body.level, null, 'a write answered 503 was applied');
  assert.equal((await patch(0, 12)).body.level, 12);
});

test('while all connections wait for locks, further writes to locked rows are answered 503 in time and other writes succeed', async () => {
  // Longer than a statement waits for a lock on a shared connection.
  const lockWaits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
    AND wait_event_type = 'Lock' AND now() - query_start > interval '100 ms'`;
  /** Returns the time until all refusals, and the responses to the writes that waited. */
  const attempt = async (level: number) => {
    await lock(0, 1, 2);
    const startedAt = performance.now();
    const blocked = [patch(0, level), patch(1, level)];
    await until('both writes wait', async () => (await query(database.address, lockWaits)).length === 2);
    assert.equal((await patch(3, level)).body.level, level);
    const refused = await Promise.all(Array.from({ length: 20 }, () => patch(2, level)));
    const elapsedMs = performance.now() - startedAt;
    for (const answer of refused) {
      assert.equal(answer.status, 503, answer.text);
      checkFailure('PATCH', answer);
    }
    assert.equal((await get(2)).body.level, null);
    await holder.query('COMMIT');
    return { elapsedMs, answers: await Promise.all(blocked) };
  };
  // The blocked writes are cancelled after 3 s, so a machine that stands still meanwhile gets further attempts.
  let level = 21;
  let { elapsedMs, answers } = await attempt(level);
  while (elapsedMs > 2_500 && level < 25) ({ elapsedMs, answers } = await attempt(++level));
  assert.ok(elapsedMs < 2_500, `the refusals took ${elapsedMs} ms`);
  for (const answer of answers) assert.deepEqual([answer.status, answer.body.level], [200, level]);
  assert.equal((await patch(2, 32)).body.level, 32);
});

/** Sends the request from twelve concurrent callers until `end` is called. */
const startCallers = (t: TestContext, send: () => Promise<Answer>) => {
  const statuses = new Set<number>();
  let isOver = false;
  const all = Promise.all(
    Array.from({ length: 12 }, async () => {
      while (!isOver) {
        const answer = await send();
        checkFailure('PATCH', answer);
        statuses.add(answer.status);
      }
    }),
  );
  const end = async () => {
    isOver = true;
    await all;
    return [...statuses];
  };
  all.catch(() => {});
  t.after(end);
  return { refused: () => untilTrue(async () => statuses.has(503)), end };
};

test('a locked rate limit row blocks the writes of its account only', async (t) => {
  const other = await smallPool.account();
  const state = { studentUid: '10000', tier: 1, weaponTier: 0 };
  assert.equal((await smallPool.call(other.write, 'POST', '/me/students', state)).status, 201);
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM request_window WHERE account_id = $1 FOR UPDATE', [account.id]);
  const { refused, end } = startCallers(t, () => patch(0, 41));
  const slowest = { write: 0, read: 0 };
  try {
    for (let turn = 0; turn < 100; turn += 1) {
      let startedAt = performance.now();
      const level = 1 + (turn % 90);
      const written = await smallPool.call(other.write, 'PATCH', PATH, { level });
      assert.deepEqual([written.status, written.body.level], [200, level], written.text);
      slowest.write = Math.max(slowest.write, performance.now() - startedAt);
      startedAt = performance.now();
      for (const key of [other.read, account.read])
        assert.equal((await smallPool.call(key, 'GET', PATH)).status, 200);
      slowest.read = Math.max(slowest.read, performance.now() - startedAt);
    }
    assert.equal(await readyzStatus(smallPool), 200);
    await refused();
  } finally {
    await holder.query('ROLLBACK');
  }
  t.diagnostic(JSON.stringify(slowest));
  // Writes that still waited when the row was unlocked succeed.
  assert.deepEqual(
    (await end()).filter((status) => status !== 200),
    [503],
  );
  await untilRecovered(smallPool, account.write);
  assert.equal((await patch(0, 42)).body.level, 42);
});

test('many writes to one locked row leave connections for other writes, with batching and without', async (t) => {
  const unbatched = await startService({ database: `${database.address}?pool=2&together=1` });
  await lock(0);
  try {
    for (const service of [smallPool, unbatched]) {
      const { refused, end } = startCallers(t, () => patchBy(service, 0, 51));
      for (let turn = 0; turn < 50; turn += 1) {
        const written = await patchBy(service, 1 + (turn % 2), 1 + turn);
        assert.deepEqual([written.status, written.body.level], [200, 1 + turn], written.text);
        if (turn % 10 === 0) assert.equal(await readyzStatus(service), 200);
      }
      await refused();
      assert.deepEqual(await end(), [503]);
    }
    assert.equal((await get(0)).body.level, 42);
  } finally {
    await holder.query('ROLLBACK');
  }
  assert.equal((await patch(0, 52)).body.level, 52);
});
