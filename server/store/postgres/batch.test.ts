import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { openStore } from '../../../test/postgres/test-store.ts';
import { openPostgres } from './open-postgres.ts';
import type { PostgresStore } from './postgres-store.ts';

const here = openStore(({ store }) =>
  store.createAccount({ accountId: 'many', name: '', status: 'active', createdAt: 0 }),
);

const uids = Array.from({ length: 40 }, (_, i) => String(10_000 + i));
const state = { tier: 1, weaponTier: 0 };
const write = async (of: PostgresStore, account: string, uid: string, level: number) =>
  of.writeStudent(account, uid, { ...state, level }, await of.readStudent(account, uid));
/** All are read first and then written in one turn, however slow the machine is. */
async function writes(of: PostgresStore, account: string, level: number, order = uids) {
  const seen = await Promise.all(order.map((uid) => of.readStudent(account, uid)));
  return Promise.all(order.map((uid, i) => of.writeStudent(account, uid, { ...state, level }, seen[i])));
}
const transactions = async (account: string) =>
  (
    await here.direct(
      'SELECT count(DISTINCT xmin::text)::int AS count FROM student_record WHERE account_id = ?',
      account,
    )
  )[0]?.count as number;

test('writes of one moment share transactions, unless the address says that each has its own', async (t) => {
  assert.ok((await writes(here.store, 'many', 1)).every(Boolean));
  assert.ok((await writes(here.store, 'many', 2)).every(Boolean));
  const shared = await transactions('many');
  assert.ok(shared <= uids.length / 2, `${shared} transactions`);
  const apart = await alsoOpen(t, `${here.address}?together=1`);
  assert.ok((await writes(apart, 'many', 3)).every(Boolean));
  assert.equal(await transactions('many'), uids.length);
});

test('they lock rows in one order, whatever the order in which they came', async (t) => {
  await here.direct('CREATE TABLE locked (n serial, of text, uid text)');
  await here.direct(`CREATE FUNCTION lock_seen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO locked (of, uid) VALUES (pg_current_xact_id()::text, NEW.student_uid); RETURN NULL; END $$`);
  await here.direct(
    'CREATE TRIGGER lock_seen AFTER UPDATE ON student_record FOR EACH ROW EXECUTE FUNCTION lock_seen()',
  );
  t.after(() => here.direct('DROP TRIGGER lock_seen ON student_record'));
  await writes(here.store, 'many', 5, uids.toReversed());
  const seen = await here.direct(`SELECT array_agg(uid ORDER BY n) AS locked,
    array_agg(uid ORDER BY uid) AS ordered FROM locked GROUP BY of HAVING count(*) > 1`);
  assert.ok(seen.length > 0, 'some have shared a transaction');
  for (const { locked, ordered } of seen) assert.deepEqual(locked, ordered);
});

test('one that cannot be done harms no other', async () => {
  const wrong = [
    () => here.store.writeStudent('nobody', '10000', state, undefined),
    () => here.store.writeStudent('many', '99999', { tier: 9, weaponTier: 0 }, undefined),
  ];
  const [others, ...refused] = await Promise.all([
    writes(here.store, 'many', 4),
    ...wrong.map((write) => assert.rejects(write())),
  ]);
  assert.ok(others.every(Boolean));
  assert.equal(refused.length, 2);
  const seen = await here.direct('SELECT DISTINCT level FROM student_record WHERE account_id = ?', 'many');
  assert.deepEqual(seen, [{ level: 4 }]);
});

/** A second store on the database, for as long as the test lasts. */
async function alsoOpen(t: TestContext, address: string): Promise<PostgresStore> {
  const { store } = await openPostgres(address, { create: false, migrate: false });
  t.after(() => store.close());
  return store;
}

/** Somebody who keeps the rows of these students until the end. */
async function holding(t: TestContext, students: string[]): Promise<{ end: () => Promise<void> }> {
  const holder = new pg.Client({ connectionString: here.address });
  await holder.connect();
  t.after(() => holder.end());
  await holder.query('BEGIN');
  await holder.query(
    "DELETE FROM student_record WHERE account_id = 'many' AND student_uid = ANY ($1::text[])",
    [students],
  );
  return {
    end: async () => void (await holder.query('ROLLBACK')),
  };
}

test('nor do those that have to wait, however many', async (t) => {
  const waiting = uids.slice(0, 10);
  const holder = await holding(t, waiting);
  let held = true;
  const all = uids.map(async (uid) => {
    const written = await write(here.store, 'many', uid, 5);
    return written !== undefined && held !== waiting.includes(uid);
  });
  const others = await Promise.all(all.slice(10));
  held = false;
  await holder.end();
  assert.deepEqual(new Set([...others, ...(await Promise.all(all))]), new Set([true]));
});

for (const together of [1, 16])
  test(`writes that wait for one row take one connection, with ${together} in a transaction`, async (t) => {
    const narrow = await alsoOpen(t, `${here.address}?pool=2&together=${together}`);
    const [held, free, alsoHeld] = uids as [string, string, string];
    const holder = await holding(t, [held, alsoHeld]);
    let ended = false;
    const waiting = [...Array(12).fill(held), alsoHeld].map(async (uid) => {
      const written = await write(narrow, 'many', uid, 1 + together);
      return ended && written !== undefined;
    });
    try {
      for (let level = 1; level <= 5; level += 1)
        assert.ok(await write(narrow, 'many', free, 60 - together + level));
      await narrow.ready();
      const waits = `SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      // One for each row, once all have been tried in vain.
      for (const until = Date.now() + 2_000; (await here.direct(waits))[0]?.count !== 2; )
        assert.ok(Date.now() < until, 'two connections wait');
    } finally {
      ended = true;
      await holder.end();
    }
    // Of those that knew the same state one has written, and the other row was had as well.
    assert.deepEqual((await Promise.all(waiting)).filter(Boolean).length, 2);
  });

/** At each row but the first of a transaction this is done: never at one that is written by itself. */
async function whereShared(t: TestContext, statement: string): Promise<void> {
  await here.direct(`CREATE OR REPLACE FUNCTION where_shared() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('rollbook.wrote', true) = 'yes' THEN ${statement}; END IF;
    PERFORM set_config('rollbook.wrote', 'yes', true); RETURN NEW; END $$`);
  await here.direct(
    'CREATE TRIGGER where_shared BEFORE UPDATE ON student_record FOR EACH ROW EXECUTE FUNCTION where_shared()',
  );
  t.after(() => here.direct('DROP TRIGGER where_shared ON student_record'));
}

test('nor one whose session is ended', async (t) => {
  // So few together that others wait for the connection.
  const narrow = await alsoOpen(t, `${here.address}?together=4`);
  // Until it has happened often enough.
  await here.direct('CREATE SEQUENCE ends');
  await whereShared(
    t,
    `IF (SELECT last_value < 5 FROM ends) THEN
      PERFORM nextval('ends'), pg_terminate_backend(pg_backend_pid()); END IF`,
  );
  const ended = async () => (await here.direct('SELECT last_value >= 5 AS often FROM ends'))[0]?.often;
  for (let level = 1; !(await ended()); level += 1) {
    assert.ok(level < 90, 'sessions were ended');
    assert.ok((await writes(narrow, 'many', level)).every(Boolean));
  }
});

test('nor do slow ones', async (t) => {
  await whereShared(t, 'PERFORM pg_sleep(0.3)');
  assert.ok((await writes(here.store, 'many', 90, uids.slice(0, 20))).every(Boolean));
});

test('where no connection is left for several, one that is open for others takes them', async (t) => {
  const url = new URL(here.address);
  const role = `few_${url.pathname.slice(1)}`;
  await here.direct(`CREATE ROLE ${role} LOGIN PASSWORD 'few' CONNECTION LIMIT 1 IN ROLE ${url.username}`);
  [url.username, url.password] = [role, 'few'];
  const few = await alsoOpen(t, url.href);
  t.after(() => here.direct(`DROP ROLE ${role}`));
  await few.createAccount({ accountId: 'few', name: '', status: 'active', createdAt: 0 });
  assert.ok(await few.writeStudent('few', '10000', state, undefined));
  await assert.rejects(few.readStudent('few', '10000'), /too many connections/);
});

test('a student nobody had yet is not recorded past an import that drops it', async () => {
  await here.store.createAccount({ accountId: 'race', name: '', status: 'active', createdAt: 0 });
  for (let round = 0; round < 10; round += 1) {
    const before = await here.store.catalogueVersion();
    const next = { version: `race ${round}`, entries: '[]', importedAt: 0 };
    const [imported, ...recorded] = await Promise.all([
      here.store.replaceCatalogue(next, before, [`dropped ${round}`]),
      ...Array.from({ length: 8 }, () =>
        here.store.writeStudent('race', `dropped ${round}`, { bond: 1 }, undefined, before),
      ),
    ]);
    assert.ok(!(imported && recorded.some(Boolean)), 'dropped and recorded');
    if (!imported) await here.direct("DELETE FROM student_record WHERE account_id = 'race'");
  }
});
