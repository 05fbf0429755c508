import assert from 'node:assert/strict';
import { after, afterEach, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Database, newDatabase, query } from '../database.ts';
import { type Relay, startRelay } from '../postgres/relay.ts';
import { type Account, type Answer, type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { checkFailure, readyzStatus, startLoad, untilRecovered, untilTrue } from './under-load.ts';

let database: Database;
let relay: Relay;
let service: Service;
before(async () => {
  database = await newDatabase('postgres');
  relay = await startRelay(database.address);
  service = await startService({ database: relay.url });
});
after(async () => {
  await service?.stop();
  await relay?.stop();
  await database?.remove();
});

test('cutting all PostgreSQL connections under load gives only 500 and 503, and a linearizable history', async (t) => {
  const load = await startLoad(service);
  for (let round = 0; round < 40; round += 1) {
    await pause(30 + Math.random() * 60);
    relay.cut();
  }
  await load.stopAndCheck();
  t.diagnostic(JSON.stringify(Object.fromEntries(load.statuses)));
});

/** The prepared statement of each method; its name appears in the bytes sent. */
const STATEMENTS = { PATCH: 'updateRecord', POST: 'insertRecord', DELETE: 'removeRecord' };

for (const received of [true, false])
  test(`a write that PostgreSQL has ${received ? 'received' : 'not received'} when its connection is cut is answered 500`, async () => {
    const { write } = await service.account();
    const state = { studentUid: '10000', tier: 1, weaponTier: 0, level: 1 };
    const exists = async () => (await service.call(write, 'GET', '/me/students/10000')).status === 200;
    for (const [method, path, body, before, after] of [
      ['POST', '/me/students', state, false, true],
      ['PATCH', '/me/students/10000', { level: 2 }, true, true],
      ['DELETE', '/me/students/10000', undefined, true, false],
    ] as const) {
      if ((await exists()) !== before) await service.call(write, 'POST', '/me/students', state);
      relay.cutAt(STATEMENTS[method], received);
      const answer = await service.call(write, method, path, body);
      assert.deepEqual([answer.status, answer.body.error.code], [500, 'internal_error'], answer.text);
      assert.equal(await exists(), received ? after : before, method);
      if (method === 'PATCH')
        assert.equal((await service.call(write, 'GET', path)).body.level, received ? 2 : 1);
    }
  });

test('no write holds its row lock for long when the COMMIT of a batch is lost', async (t) => {
  const hasTimeout = "SELECT 1 FROM pg_settings WHERE name = 'transaction_timeout'";
  if ((await query(database.address, hasTimeout)).length === 0)
    return t.skip('this PostgreSQL is older than 17');
  const { write } = await service.account();
  const uids = Array.from({ length: 20 }, (_, i) => String(10_000 + i));
  const patchAll = (level: number) =>
    Promise.all(uids.map((uid) => service.call(write, 'PATCH', `/me/students/${uid}`, { level })));
  for (const studentUid of uids)
    await service.call(write, 'POST', '/me/students', { studentUid, tier: 1, weaponTier: 0 });
  // Until every connection has prepared the statement.
  for (let level = 1; level < 5; level += 1) await patchAll(level);
  relay.halve(STATEMENTS.PATCH);
  const answers = await patchAll(5);
  assert.ok(
    answers.some(({ status }) => status === 500),
    'no write of the batch was answered 500',
  );
  for (const answer of answers) if (answer.status !== 200) checkFailure('PATCH', answer);
  for (const answer of await patchAll(6)) assert.deepEqual([answer.status, answer.body.level], [200, 6]);
});

test('a write whose rate limit query loses its connection is answered 503', async () => {
  const { write } = await service.account();
  relay.cutAt('take', true);
  const answer = await service.call(write, 'DELETE', '/me/students/10000');
  assert.equal(answer.status, 503, answer.text);
  checkFailure('DELETE', answer);
});

test('a read whose connection is cut is retried on another connection', async () => {
  const { read } = await service.account();
  for (const statement of ['findKey', 'listStudents']) {
    relay.cutAt(statement, true);
    assert.equal((await service.call(read, 'GET', '/me/students')).status, 200, statement);
  }
});

test('5 s without any answer from PostgreSQL give only 500 and 503, and a linearizable history', async (t) => {
  const load = await startLoad(service);
  await pause(300);
  relay.swallowAnswers(true);
  await pause(5000);
  relay.swallowAnswers(false);
  await load.stopAndCheck();
  t.diagnostic(JSON.stringify(Object.fromEntries(load.statuses)));
});

test('a service stopped while PostgreSQL does not answer exits with 0 within 10 s', async (t) => {
  t.after(() => relay.swallowAnswers(false));
  const other = await startService({ database: relay.url });
  const { write } = await other.account();
  relay.swallowAnswers(true);
  const pending = Promise.allSettled(
    ['GET', 'DELETE', 'GET'].map((method) => other.call(write, method, '/me/students/10000')),
  );
  await pause(200);
  const started = performance.now();
  assert.equal(await other.stop(), 0);
  // The rest is a margin for a busy machine.
  assert.ok(performance.now() - started < 15_000, `it took ${performance.now() - started} ms`);
  relay.swallowAnswers(false);
  await pending;
});

test('reads and writes are answered 503 within 3 s while PostgreSQL refuses connections', async (t) => {
  t.after(() => relay.refuse(false));
  const { write } = await service.account();
  relay.refuse(true);
  relay.cut();
  for (let tries = 0; tries < 10; tries += 1) {
    const started = performance.now();
    for (const method of ['GET', 'DELETE']) {
      const answer = await service.call(write, method, '/me/students/10000');
      assert.equal(answer.status, 503);
      checkFailure(method, answer);
    }
    assert.ok(performance.now() - started < 3000, 'the refusal took too long');
  }
  relay.refuse(false);
  await untilRecovered(service, write);
});

describe('rows that another session has locked', () => {
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
    assert.ok(performance.now() - started < 5000);
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
});
