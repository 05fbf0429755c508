import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { newDatabase } from '../../../test/database.ts';
import { readMigrations } from '../migration-files.ts';
import { MIGRATIONS_FOLDER, migrate } from './migrate-postgres.ts';

test('keys from before keys carried their account are kept, each with its account', async (t) => {
  const database = await newDatabase('postgres', { isEmpty: true });
  t.after(() => database.remove());
  const client = new pg.Client({ connectionString: database.address });
  await client.connect();
  try {
    const options = { create: true, migrate: true };
    const known = readMigrations(MIGRATIONS_FOLDER).filter(({ version }) => version < 8);
    await migrate(client, 'db', options, { known });
    await client.query(`INSERT INTO account (account_id, name, status, created_at) VALUES ('a', '', 'active', 0);
      INSERT INTO api_key (key_id, account_id, name, permission, digest, shown, issued_at, expires_at, revoked_at,
        last_used_at) VALUES ('k', 'a', 'name', 'read', 'digest', 'shown', 1, 2, 3, 4);
      INSERT INTO passkey (credential_id, account_id, name, public_key, sign_count, transports, created_at)
        VALUES ('digest', 'a', '', 'key', 0, '', 0), ('other', 'a', '', 'key', 0, '', 0)`);
    await migrate(client, 'db', options);
    const { rows } = await client.query(
      'SELECT name, expires_at FROM api_key AS k JOIN account_lookup AS l ON l.account_id = k.account_id AND l.found_by = k.digest',
    );
    assert.deepEqual(rows, [{ name: 'name', expires_at: '2' }]);
    const lookups = await client.query('SELECT found_by FROM account_lookup ORDER BY found_by');
    assert.deepEqual(lookups.rows, [{ found_by: 'digest' }, { found_by: 'other' }]);
  } finally {
    await client.end();
  }
});
