import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { addAccount } from '../../../test/add-account.ts';
import { operatorWrite } from '../../../test/operator-write.ts';
import { openStore } from '../../../test/postgres/test-store.ts';
import { until } from '../../../test/until.ts';
import type { OpenOptions } from '../open-options.ts';
import { openPostgres } from './open-postgres.ts';
import type { PostgresStore } from './postgres-store.ts';

/** Each with one student: the writes of one account wait for one another. */
const accounts = Array.from({ length: 40 }, (_, i) => `account ${10 + i}`);
const UID = '10000';
const fixture = openStore(({ store }) =>
  Promise.all(accounts.map((accountId) => addAccount(store, accountId))),
);

const state = { tier: 1, weaponTier: 0 };
const writeOne = async (store: PostgresStore, account: string, level: number) =>
  store.writeStudent(operatorWrite(account, UID), { ...state, level }, await store.readStudent(account, UID));
/** Reads all students first, so that all writes are sent in one event loop iteration, even on a slow machine. */
async function writeAll(store: PostgresStore, level: number, order = accounts) {
  const current = await Promise.all(order.map((account) => store.readStudent(account, UID)));
  return Promise.all(
    order.map((account, i) =>
      store.writeStudent(operatorWrite(account, UID), { ...state, level }, current[i]),
    ),
  );
}
const LOCK_WAITS = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const countTransactions = async () =>
  (await fixture.direct('SELECT count(DISTINCT xmin::text)::int AS count FROM student_record'))[0]
    ?.count as number;

/**
 * The store waits 1 s for a connection and 3 s for a locked row. After an attempt that lasts for
 * more than a second and fails, there are others, because a busy machine may have stood still; a fault fails in all.
 */
const testWithRetries = (title: string, attempt: (t: TestContext, attempts: number) => Promise<void>) =>
  test(title, async (t) => {
    let isSlow = false;
    for (let attempts = 1; ; attempts += 1) {
      const start = performance.now();
      try {
        return await attempt(t, attempts);
      } catch (error) {
        isSlow ||= performance.now() - start > 1_000;
        if (!isSlow || attempts === 5) throw error;
      }
    }
  });

testWithRetries('concurrent writes share transactions, and have one each with ?together=1', async (t) => {
  assert.ok((await writeAll(fixture.store, 1)).every(Boolean));
  assert.ok((await writeAll(fixture.store, 2)).every(Boolean));
  const shared = await countTransactions();
  assert.ok(shared <= accounts.length / 2, `${shared} transactions`);
  const unbatched = await openSecondStore(t, `${fixture.address}?together=1`);
  assert.ok((await writeAll(unbatched, 3)).every(Boolean));
  assert.equal(await countTransactions(), accounts.length);
});

test('a batch locks its rows in the same order, whatever the order of the writes', async (t) => {
  await fixture.direct('CREATE TABLE locked (n serial, transaction_id text, account text)');
  await fixture.direct(`CREATE FUNCTION record_lock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO locked (transaction_id, account) VALUES (pg_current_xact_id()::text, NEW.account_id); RETURN NULL; END $$`);
  await fixture.direct(
    'CREATE TRIGGER record_lock AFTER UPDATE ON student_record FOR EACH ROW EXECUTE FUNCTION record_lock()',
  );
  t.after(() => fixture.direct('DROP TRIGGER record_lock ON student_record'));
  await writeAll(fixture.store, 5, accounts.toReversed());
  const batches = await fixture.direct(`SELECT array_agg(account ORDER BY n) AS locked,
    array_agg(account ORDER BY account) AS ordered FROM locked GROUP BY transaction_id HAVING count(*) > 1`);
  assert.ok(batches.length > 0, 'no writes shared a transaction');
  for (const { locked, ordered } of batches) assert.deepEqual(locked, ordered);
});

test('a write that fails makes no other write of its batch fail', async () => {
  const invalid = [
    () => fixture.store.writeStudent(operatorWrite('nobody', '10000'), state, undefined),
    () =>
      fixture.store.writeStudent(operatorWrite('account 10', '99999'), { tier: 9, weaponTier: 0 }, undefined),
  ];
  const [others, ...rejected] = await Promise.all([
    writeAll(fixture.store, 4),
    ...invalid.map((write) => assert.rejects(write())),
  ]);
  assert.ok(others.every(Boolean));
  assert.equal(rejected.length, 2);
  const levels = await fixture.direct('SELECT DISTINCT level FROM student_record');
  assert.deepEqual(levels, [{ level: 4 }]);
});

/** Opens another store on the database, which the end of the test closes. */
async function openSecondStore(
  t: TestContext,
  address: string,
  options: Partial<OpenOptions> = {},
): Promise<PostgresStore> {
  const { store } = await openPostgres(address, { create: false, migrate: false, ...options });
  t.after(() => store.close());
  return store;
}

/** Locks the student of each account in another session until `unlock` or the end of the test. */
async function lockRows(t: TestContext, locked: string[]): Promise<{ unlock: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: fixture.address });
  await client.connect();
  t.after(() => client.end());
  await client.query('BEGIN');
  await client.query('DELETE FROM student_record WHERE account_id = ANY ($1::text[])', [locked]);
  return {
    unlock: async () => void (await client.query('ROLLBACK')),
  };
}

testWithRetries('writes that wait for locked rows delay no other account', async (t) => {
  const waiting = accounts.slice(0, 10);
  const lock = await lockRows(t, waiting);
  let isLocked = true;
  const all = accounts.map(async (account) => {
    const written = await writeOne(fixture.store, account, 5);
    return written !== undefined && isLocked !== waiting.includes(account);
  });
  const settled = Promise.allSettled(all);
  let others: boolean[];
  try {
    others = await Promise.all(all.slice(10));
  } finally {
    isLocked = false;
    await lock.unlock();
    await settled;
  }
  assert.deepEqual(new Set([...others, ...(await Promise.all(all))]), new Set([true]));
});

for (const batchSize of [1, 16])
  testWithRetries(
    `writes that wait for one locked row occupy one connection, with ?together=${batchSize}`,
    async (t, attempts) => {
      const smallPool = await openSecondStore(t, `${fixture.address}?pool=2&together=${batchSize}`);
      const [locked, free, alsoLocked] = accounts as [string, string, string];
      const lock = await lockRows(t, [locked, alsoLocked]);
      let isUnlocked = false;
      const waiting = [...Array(12).fill(locked), alsoLocked].map(async (account) => {
        const written = await writeOne(smallPool, account, attempts + batchSize);
        return isUnlocked && written !== undefined;
      });
      const settled = Promise.allSettled(waiting);
      try {
        for (let level = 1; level <= 5; level += 1)
          assert.ok(await writeOne(smallPool, free, 60 - batchSize + level));
        await smallPool.ready();
        // One for each locked row, after the lock timeouts of all others.
        for (const deadline = Date.now() + 3_000; (await fixture.direct(LOCK_WAITS))[0]?.count !== 2; )
          assert.ok(Date.now() < deadline, 'two connections wait');
      } finally {
        isUnlocked = true;
        await lock.unlock();
        await settled;
      }
      // One of the twelve writes that expect the same state succeeds, and the one of the other row.
      assert.deepEqual((await Promise.all(waiting)).filter(Boolean).length, 2);
    },
  );

testWithRetries('many locked rows delay neither accounts nor /readyz', async (t, attempts) => {
  const smallPool = await openSecondStore(t, `${fixture.address}?pool=2`);
  const locked = accounts.slice(0, 6);
  const lock = await lockRows(t, locked);
  let isLocked = true;
  const waiting = locked.map((account) => writeOne(smallPool, account, attempts));
  const settled = Promise.allSettled(waiting.map((write) => write.finally(() => assert.ok(!isLocked))));
  await until('two connections wait', async () => (await fixture.direct(LOCK_WAITS))[0]?.count === 2);
  await smallPool.ready();
  await addAccount(smallPool, `new ${attempts}`);
  isLocked = false;
  await lock.unlock();
  for (const { status } of await settled) assert.equal(status, 'fulfilled');
});

/** Executes the statement at each row of a transaction but the first, so only in batches. */
async function runInBatches(t: TestContext, statement: string): Promise<void> {
  await fixture.direct(`CREATE OR REPLACE FUNCTION run_in_batches() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('rollbook.wrote', true) = 'yes' THEN ${statement}; END IF;
    PERFORM set_config('rollbook.wrote', 'yes', true); RETURN NEW; END $$`);
  await fixture.direct(
    'CREATE TRIGGER run_in_batches BEFORE UPDATE ON student_record FOR EACH ROW EXECUTE FUNCTION run_in_batches()',
  );
  t.after(() => fixture.direct('DROP TRIGGER run_in_batches ON student_record'));
}

test('all writes of a batch succeed although the server ends its session', async (t) => {
  // Small batches, so that other writes wait for the connection.
  const smallBatches = await openSecondStore(t, `${fixture.address}?together=4`);
  // The sequence ends the sessions a few times and then no more.
  await fixture.direct('CREATE SEQUENCE ends');
  await runInBatches(
    t,
    `IF (SELECT last_value < 5 FROM ends) THEN
      PERFORM nextval('ends'), pg_terminate_backend(pg_backend_pid()); END IF`,
  );
  const isDone = async () => (await fixture.direct('SELECT last_value >= 5 AS done FROM ends'))[0]?.done;
  for (let level = 1; !(await isDone()); level += 1) {
    assert.ok(level < 90, 'fewer sessions ended than intended');
    assert.ok((await writeAll(smallBatches, level)).every(Boolean));
  }
});

test('all writes of a batch succeed although together they take too long', async (t) => {
  await runInBatches(t, 'PERFORM pg_sleep(0.3)');
  assert.ok((await writeAll(fixture.store, 90, accounts.slice(0, 20))).every(Boolean));
});

test('writes use the open write connection when the server allows none for batches', async (t) => {
  const url = new URL(fixture.address);
  const role = `few_${url.pathname.slice(1)}`;
  await fixture.direct(`CREATE ROLE ${role} LOGIN PASSWORD 'few' CONNECTION LIMIT 1 IN ROLE ${url.username}`);
  [url.username, url.password] = [role, 'few'];
  // A snapshot for the history would need a connection for reads.
  const few = await openSecondStore(t, url.href, { keepsHistory: false });
  t.after(() => fixture.direct(`DROP ROLE ${role}`));
  await addAccount(few, 'few');
  assert.ok(await few.writeStudent(operatorWrite('few', '10000'), state, undefined));
  await assert.rejects(few.readStudent('few', '10000'), /too many connections/);
});

test('a student is not recorded for the first time after an import has dropped it', async () => {
  await addAccount(fixture.store, 'race');
  for (let round = 0; round < 10; round += 1) {
    const before = await fixture.store.catalogueVersion();
    const next = { version: `race ${round}`, entries: '[]', importedAt: 0 };
    const [imported, ...recorded] = await Promise.all([
      fixture.store.replaceCatalogue(next, before, [`dropped ${round}`]),
      ...Array.from({ length: 8 }, () =>
        fixture.store.writeStudent(operatorWrite('race', `dropped ${round}`), { bond: 1 }, undefined, before),
      ),
    ]);
    assert.ok(!(imported && recorded.some(Boolean)), 'dropped and recorded');
    if (!imported) await fixture.direct("DELETE FROM student_record WHERE account_id = 'race'");
  }
});
