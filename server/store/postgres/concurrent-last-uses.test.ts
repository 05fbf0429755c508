import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { openStore } from '../../../test/postgres/test-store.ts';
import { LastUsedTracker } from '../../auth/last-used.ts';
import { openPostgres } from './open-postgres.ts';
import type { PostgresStore } from './postgres-store.ts';

/** Each of an account of the same name. */
const KEYS = Array.from({ length: 300 }, (_, i) => `key ${i + 1}`);
const fixture = openStore(async ({ direct }) => {
  await direct(`INSERT INTO account (account_id, name, status, created_at)
    SELECT 'key ' || n, '', 'active', 0 FROM generate_series(1, ${KEYS.length}) AS n`);
  await direct(`INSERT INTO api_key (key_id, account_id, name, permission, digest, shown, issued_at, expires_at)
    SELECT 'key ' || n, 'key ' || n, '', 'read', 'digest ' || n, '', 0, 9 FROM generate_series(1, ${KEYS.length}) AS n`);
});

/** Notes a use of each key, in their order. */
function noteUses(store: PostgresStore, keys: readonly string[], at: number): Promise<void> {
  const tracker = new LastUsedTracker(store.database);
  for (const keyId of keys) tracker.record({ keyId, accountId: keyId, lastUsedAt: null }, at);
  return tracker.flush();
}

const countUsed = async (at: number) =>
  (await fixture.direct('SELECT count(*)::int AS count FROM api_key WHERE last_used_at = ?', String(at)))[0]
    ?.count;

test('a locked key keeps no other from its last use', async (t) => {
  const client = new pg.Client({ connectionString: fixture.address });
  await client.connect();
  t.after(() => client.end());
  await client.query("BEGIN; SELECT 1 FROM api_key WHERE key_id IN ('key 1', 'key 3', 'key 101') FOR UPDATE");
  await noteUses(fixture.store, KEYS, 2_000_000);
  assert.equal(await countUsed(2_000_000), KEYS.length - 3);
});

test('of two instances that write last uses of the same keys at once, the later uses stay', async (t) => {
  const { store } = await openPostgres(fixture.address, { create: false, migrate: false });
  t.after(() => store.close());
  for (const at of [3_000_000, 4_000_000, 5_000_000]) {
    const earlier = at - 1;
    await Promise.all([noteUses(fixture.store, KEYS, at), noteUses(store, KEYS.toReversed(), earlier)]);
    assert.equal(await countUsed(at), KEYS.length);
  }
});
