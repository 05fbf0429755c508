import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount } from '../../../test/add-account.ts';
import { openStore } from '../../../test/postgres/test-store.ts';
import { until } from '../../../test/until.ts';
import { openPostgres } from './open-postgres.ts';

/** An account is inserted once the table `released` has a row. */
const fixture = openStore(({ direct }) =>
  direct(`CREATE TABLE released ();
    CREATE FUNCTION await_release() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      WHILE NOT EXISTS (SELECT FROM released) LOOP PERFORM pg_sleep(0.02); END LOOP; RETURN NEW; END $$;
    CREATE TRIGGER await_release BEFORE INSERT ON account FOR EACH ROW EXECUTE FUNCTION await_release()`),
);

test('a readiness probe waits for none of the connections that writes occupy', async (t) => {
  const { store } = await openPostgres(`${fixture.address}?pool=1`, {
    create: false,
    migrate: false,
  });
  t.after(() => store.close());
  // Opens the connection, which may take long on a busy machine.
  await store.ready();
  let isWriting = true;
  const writing = addAccount(store, 'waiting').finally(() => {
    isWriting = false;
  });
  await until('the only connection for writes is busy', async () => {
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'PgSleep'`;
    return (await fixture.direct(waiting)).length === 1;
  });
  await store.ready();
  assert.ok(isWriting, 'the probe was made after the write');
  await fixture.direct('INSERT INTO released DEFAULT VALUES');
  await writing;
});
