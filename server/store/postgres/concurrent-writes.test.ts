import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { addAccount } from '../../../test/add-account.ts';
import { operatorWrite } from '../../../test/operator-write.ts';
import { openStore } from '../../../test/postgres/test-store.ts';
import { until } from '../../../test/until.ts';
import { addActivity, listActivity } from '../../activity/activity.ts';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { OPERATOR } from '../caller.ts';
import { openPostgres } from './open-postgres.ts';
import type { PostgresStore } from './postgres-store.ts';

/** Each with one student: the writes of one account wait for one another. */
const accounts = Array.from({ length: 20 }, (_, i) => `account ${10 + i}`);
const UID = '10000';
const state = { tier: 1, weaponTier: 0 };
const fixture = openStore(async ({ store }) => {
  for (const accountId of accounts) await addAccount(store, accountId);
  for (const accountId of accounts) await store.writeStudent(operatorWrite(accountId, UID), state, undefined);
});

const writeOne = async (store: PostgresStore, account: string, level: number) =>
  store.writeStudent(operatorWrite(account, UID), { ...state, level }, await store.readStudent(account, UID));

/** Opens a store of two connections for writes, which the end of the test closes. */
async function openSmallStore(t: TestContext): Promise<PostgresStore> {
  const { store } = await openPostgres(`${fixture.address}?pool=2`, { create: false, migrate: false });
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
  return { unlock: async () => void (await client.query('ROLLBACK')) };
}

/** Answers of a busy machine, which writes to a locked row may get too. */
const isUnavailable = (error: unknown) => error instanceof UnavailableError;

test('writes that wait for locked rows delay no other account', async (t) => {
  const [waiting, others] = [accounts.slice(0, 10), accounts.slice(10)];
  const lock = await lockRows(t, waiting);
  let isLocked = true;
  const settled = Promise.allSettled(
    waiting.map((account) => writeOne(fixture.store, account, 5).then(() => assert.ok(!isLocked))),
  );
  for (const account of others) assert.ok(await writeOne(fixture.store, account, 5));
  isLocked = false;
  await lock.unlock();
  for (const result of await settled)
    assert.ok(result.status === 'fulfilled' || isUnavailable(result.reason), String(result));
});

test('many writes to locked rows delay neither other accounts nor /readyz', async (t) => {
  const smallPool = await openSmallStore(t);
  const [free, ...locked] = accounts.slice(0, 7) as [string, ...string[]];
  const lock = await lockRows(t, locked);
  let isLocked = true;
  const settled = Promise.allSettled(
    locked
      .flatMap((account) => Array<string>(12).fill(account))
      .map((account) => writeOne(smallPool, account, 6).then(() => assert.ok(!isLocked))),
  );
  for (let level = 11; level <= 15; level += 1) assert.ok(await writeOne(smallPool, free, level));
  await smallPool.ready();
  isLocked = false;
  await lock.unlock();
  for (const result of await settled)
    assert.ok(result.status === 'fulfilled' || isUnavailable(result.reason), String(result));
});

test('slow writes of one account hold one connection, and leave the other to another account', async (t) => {
  const { store } = await openPostgres(`${fixture.address}?pool=2`, {
    ...{ create: false, migrate: false },
    // Its rows would let the writes of the account wait for one another.
    keepsHistory: false,
  });
  t.after(() => store.close());
  const [slow, other] = accounts as [string, string];
  await fixture.direct('CREATE TABLE released ()');
  await fixture.direct(`CREATE FUNCTION await_release() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    WHILE NOT EXISTS (SELECT FROM released) LOOP PERFORM pg_sleep(0.02); END LOOP; RETURN NEW; END $$`);
  await fixture.direct(`CREATE TRIGGER await_release BEFORE INSERT ON student_record FOR EACH ROW
    WHEN (NEW.account_id = '${slow}') EXECUTE FUNCTION await_release()`);
  t.after(() => fixture.direct('DROP TRIGGER await_release ON student_record'));
  const countSlow = async () =>
    (
      await fixture.direct(`SELECT 1 AS n FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'active' AND query LIKE '%write_record%'
          AND pid <> pg_backend_pid()`)
    ).length;
  const writes = ['10010', '10011', '10012', '10013'].map((uid) =>
    store.writeStudent(operatorWrite(slow, uid), state, undefined),
  );
  const settled = Promise.allSettled(writes);
  await until('one is under way', async () => (await countSlow()) === 1);
  assert.ok(await writeOne(store, other, 20));
  assert.equal(await countSlow(), 1);
  await fixture.direct('INSERT INTO released DEFAULT VALUES');
  for (const result of await settled)
    assert.ok(result.status === 'fulfilled' || isUnavailable(result.reason), String(result));
});

test('a write goes on when its row is unlocked, and is refused without effect if that takes too long', async (t) => {
  const [first, second] = accounts as [string, string];
  const short = await lockRows(t, [first]);
  const waiting = writeOne(fixture.store, first, 31);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await short.unlock();
  assert.ok(await waiting);
  const long = await lockRows(t, [second]);
  await assert.rejects(writeOne(fixture.store, second, 32), isUnavailable);
  await long.unlock();
  const left = await fixture.direct('SELECT body FROM student_record WHERE account_id = ?', second);
  assert.doesNotMatch(String(left[0]?.body), /"level":32,/);
});

test('a locked account delays the console of no other account', async (t) => {
  const { store } = fixture;
  for (const accountId of ['locked', 'free']) await addAccount(store, accountId);
  const add = (accountId: string) =>
    addActivity(store.database, OPERATOR, accountId, { at: 0, kind: 'signed-in', detail: '' });
  const client = new pg.Client({ connectionString: fixture.address });
  await client.connect();
  t.after(() => client.end());
  await client.query("BEGIN; UPDATE account SET name = 'x' WHERE account_id = 'locked'");
  let isUnlocked = false;
  const waiting = Array.from({ length: 10 }, () => add('locked').then(() => assert.ok(isUnlocked)));
  for (let i = 0; i < 10; i += 1) await add('free');
  isUnlocked = true;
  await client.query('COMMIT');
  await Promise.all(waiting);
  assert.equal((await listActivity(store.database, 'locked')).length, 10);
});

test('a write that fails makes no other write of that moment fail', async () => {
  const { store } = fixture;
  const invalid = [
    store.writeStudent(operatorWrite('nobody', UID), state, undefined),
    store.writeStudent(operatorWrite(accounts[0] as string, ''), { tier: 5, weaponTier: 0 }, undefined),
  ].map((write) => assert.rejects(write));
  const written = await Promise.all(accounts.map((account) => writeOne(store, account, 44)));
  await Promise.all(invalid);
  assert.ok(written.every(Boolean));
  const levels = 'SELECT DISTINCT body FROM student_record WHERE student_uid = ?';
  const [{ body } = {}, ...others] = await fixture.direct(levels, UID);
  assert.match(String(body), /"level":44,/);
  assert.deepEqual(others, []);
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
