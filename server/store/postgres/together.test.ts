import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { openStore } from '../../../test/postgres/open-store.ts';
import { openPostgres } from './open.ts';
import type { PostgresStore } from './store.ts';

const here = openStore(({ store }) =>
  store.createAccount({ accountId: 'many', name: '', status: 'active', createdAt: 0 }),
);

const uids = Array.from({ length: 40 }, (_, i) => String(10_000 + i));
const state = { tier: 1, weaponTier: 0 };
const write = async (of: PostgresStore, account: string, uid: string, level: number) =>
  of.writeStudent(account, uid, { ...state, level }, await of.readStudent(account, uid));
const writes = (of: PostgresStore, account: string, level: number) =>
  Promise.all(uids.map((uid) => write(of, account, uid, level)));
const transactions = async (account: string) =>
  (
    await here.direct(
      'SELECT count(DISTINCT xmin::text)::int AS count FROM student_record WHERE account_id = ?',
      account,
    )
  )[0]?.count as number;

test('writes of one moment share transactions, unless the address says that each has its own', async () => {
  assert.ok((await writes(here.store, 'many', 1)).every(Boolean));
  assert.ok((await writes(here.store, 'many', 2)).every(Boolean));
  const shared = await transactions('many');
  // How many depends on how soon each connection answers.
  assert.ok(shared <= uids.length / 2, `${shared} transactions`);
  const apart = await openPostgres(`${here.address}?together=1`, { create: false, migrate: false });
  assert.ok((await writes(apart.store, 'many', 3)).every(Boolean));
  assert.equal(await transactions('many'), uids.length);
  await apart.store.close();
});

test('they lock rows in one order, whatever the order in which they came', async () => {
  await here.direct('CREATE TABLE locked (n serial, of text, uid text)');
  await here.direct(`CREATE FUNCTION lock_seen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO locked (of, uid) VALUES (pg_current_xact_id()::text, NEW.student_uid); RETURN NULL; END $$`);
  await here.direct(
    'CREATE TRIGGER lock_seen AFTER UPDATE ON student_record FOR EACH ROW EXECUTE FUNCTION lock_seen()',
  );
  await Promise.all(uids.toReversed().map((uid) => write(here.store, 'many', uid, 5)));
  await here.direct('DROP TRIGGER lock_seen ON student_record');
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

/** Somebody who keeps the rows of these students until the end. */
async function holding(students: string[]): Promise<{ end: () => Promise<void> }> {
  const holder = new pg.Client({ connectionString: here.address });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(
    "DELETE FROM student_record WHERE account_id = 'many' AND student_uid = ANY ($1::text[])",
    [students],
  );
  return {
    async end() {
      await holder.query('ROLLBACK');
      await holder.end();
    },
  };
}

test('nor do those that have to wait, however many', async () => {
  const waiting = uids.slice(0, 10);
  const holder = await holding(waiting);
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
    const narrow = await openPostgres(`${here.address}?pool=2&together=${together}`, {
      create: false,
      migrate: false,
    });
    t.after(() => narrow.store.close());
    const [held, free, alsoHeld] = uids as [string, string, string];
    const holder = await holding([held, alsoHeld]);
    let ended = false;
    const waiting = [...Array(12).fill(held), alsoHeld].map(async (uid) => {
      const written = await write(narrow.store, 'many', uid, 1 + together);
      return ended && written !== undefined;
    });
    try {
      for (let level = 1; level <= 5; level += 1)
        assert.ok(await write(narrow.store, 'many', free, 60 - together + level));
      await narrow.store.ready();
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

test('nor one whose session is ended', async () => {
  // So few together that others wait for the connection.
  const narrow = await openPostgres(`${here.address}?together=4`, { create: false, migrate: false });
  const holder = await holding(uids.slice(0, 1));
  let [level, ended] = [0, false];
  const others = uids.slice(1).map(async (uid) => {
    while (!ended) {
      level = (level + 1) % 89;
      assert.ok(await write(narrow.store, 'many', uid, 1 + level));
    }
  });
  const held = write(narrow.store, 'many', uids[0] as string, 5);
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name = 'rollbook'`;
  for (const until = Date.now() + 2_000; (await here.direct(end)).length === 0; )
    assert.ok(Date.now() < until, 'it waits for the row');
  await new Promise((resolve) => setTimeout(resolve, 200));
  ended = true;
  await Promise.all(others);
  await holder.end();
  assert.ok(await held);
  await narrow.store.close();
});

test('nor do slow ones', async () => {
  await here.direct(`CREATE FUNCTION tarry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_sleep(0.25); RETURN NEW; END $$`);
  await here.direct(
    'CREATE TRIGGER tarry BEFORE UPDATE ON student_record FOR EACH ROW WHEN (NEW.level = 90) EXECUTE FUNCTION tarry()',
  );
  const written = await Promise.all(uids.slice(0, 20).map((uid) => write(here.store, 'many', uid, 90)));
  assert.ok(written.every(Boolean));
  await here.direct('DROP TRIGGER tarry ON student_record');
});

test('where no connection is left for several, one that is open for others takes them', async () => {
  const url = new URL(here.address);
  const role = `few_${url.pathname.slice(1)}`;
  await here.direct(`CREATE ROLE ${role} LOGIN PASSWORD 'few' CONNECTION LIMIT 1 IN ROLE ${url.username}`);
  [url.username, url.password] = [role, 'few'];
  const few = await openPostgres(url.href, { create: false, migrate: false });
  await few.store.createAccount({ accountId: 'few', name: '', status: 'active', createdAt: 0 });
  assert.ok(await few.store.writeStudent('few', '10000', state, undefined));
  await assert.rejects(few.store.readStudent('few', '10000'), /too many connections/);
  await few.store.close();
  await here.direct(`DROP ROLE ${role}`);
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
