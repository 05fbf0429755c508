import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { addAccount } from '../../../test/add-account.ts';
import { startRelay } from '../../../test/postgres/relay.ts';
import { openStore } from '../../../test/postgres/test-store.ts';
import { openPostgres } from './open-postgres.ts';

const KEYS = 12_000;
const fixture = openStore(async ({ direct, store }) => {
  await addAccount(store, 'a');
  await direct(`INSERT INTO api_key (key_id, account_id, name, permission, digest, shown, issued_at, expires_at)
    SELECT 'key ' || n, 'a', '', 'read', 'digest ' || n, '', 0, 9 FROM generate_series(1, ${KEYS}) AS n`);
});
const makeUses = (at: number, count = KEYS) =>
  new Map(Array.from({ length: count }, (_, i) => [`key ${i + 1}`, at + i]));
const countWritten = async (at: number) =>
  (
    await fixture.direct(
      'SELECT count(*)::int AS count FROM api_key WHERE last_used_at = ? + substr(key_id, 5)::bigint - 1',
      String(at),
    )
  )[0]?.count;

test('the last uses of 12,000 keys are written by 24 statements', async (t) => {
  const relay = await startRelay(fixture.address);
  t.after(() => relay.stop());
  const { store } = await openPostgres(relay.url, { create: false, migrate: false });
  t.after(() => store.close());
  await store.noteKeyUse(makeUses(1_000_000));
  assert.equal(await countWritten(1_000_000), KEYS);
  assert.equal(relay.statements().filter((name) => name === 'noteKeyUse').length, 24);
  await store.noteKeyUse(makeUses(1, 600));
  assert.equal(await countWritten(1_000_000), KEYS, 'an earlier use replaced a later one');
});

test('a locked key delays no other last use', async (t) => {
  const client = new pg.Client({ connectionString: fixture.address });
  await client.connect();
  t.after(() => client.end());
  await client.query("BEGIN; SELECT 1 FROM api_key WHERE key_id IN ('key 1', 'key 3', 'key 501') FOR UPDATE");
  await fixture.store.noteKeyUse(makeUses(2_000_000, 1_000));
  assert.equal(await countWritten(2_000_000), 997);
});

test('two instances that write last uses of the same keys at once both succeed', async (t) => {
  const { store } = await openPostgres(fixture.address, { create: false, migrate: false });
  t.after(() => store.close());
  for (let round = 0; round < 5; round += 1) {
    const at = 3_000_000 + round * 1_000_000;
    const reversed = new Map([...makeUses(at)].reverse());
    await Promise.all([fixture.store.noteKeyUse(makeUses(at)), store.noteKeyUse(reversed)]);
    assert.equal(await countWritten(at), KEYS);
  }
});
