import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EXPORTED, NOT_EXPORTED } from '../../server/accounts/account-export.ts';
import { openStore } from '../../server/store/open-store.ts';
import { type Database, newDatabase, query } from '../database.ts';

let database: Database;
/** The tables that name the account, from the schema itself. */
let tables: string[];
before(async () => {
  database = await newDatabase('sqlite');
  await (await openStore(database.address, { create: true, migrate: true })).store.close();
  const rows = await query(
    database.address,
    `SELECT t.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
     WHERE t.type = 'table' AND c.name = 'account_id' AND t.name <> 'account'`,
  );
  tables = rows.map(({ name }) => String(name)).sort();
});
after(() => database.remove());

test('each table of an account is in its export, or is kept out of it by name', () =>
  assert.deepEqual([...Object.keys(EXPORTED), ...NOT_EXPORTED].sort(), tables));

test('the deletion of an account takes its rows from each table but challenges and requests of apps, which last minutes', async () => {
  const rows = await query(
    database.address,
    `SELECT t.name FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS f
     WHERE t.type = 'table' AND f."table" = 'account' AND f.on_delete = 'CASCADE'`,
  );
  assert.deepEqual([...rows.map(({ name }) => String(name)), 'app_request', 'challenge'].sort(), tables);
});
