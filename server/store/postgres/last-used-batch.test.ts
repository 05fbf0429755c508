import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { startRelay } from '../../../test/postgres/relay.ts';
import { openStore } from '../../../test/postgres/test-store.ts';
import { openPostgres } from './open-postgres.ts';

const KEYS = 12_000;
const here = openStore(async ({ direct, store }) => {
  await store.createAccount({ accountId: 'a', name: '', status: 'active', createdAt: 0 });
  await direct(`INSERT INTO api_key SELECT 'key ' || n, 'a', '', 'read', 'digest ' || n, '', 0, 9
    FROM generate_series(1, ${KEYS}) AS n`);
});
const uses = (at: number, of = KEYS) =>
  new Map(Array.from({ length: of }, (_, i) => [`key ${i + 1}`, at + i]));
const written = async (at: number) =>
  (
    await here.direct(
      'SELECT count(*)::int AS count FROM api_key WHERE last_used_at = ? + substr(key_id, 5)::bigint - 1',
      String(at),
    )
  )[0]?.count;

test('the last uses of 12,000 keys are 24 statements', async (t) => {
  const relay = await startRelay(here.address);
  t.after(() => relay.stop());
  const { store } = await openPostgres(relay.url, { create: false, migrate: false });
  t.after(() => store.close());
  await store.noteKeyUse(uses(1_000_000));
  assert.equal(await written(1_000_000), KEYS);
  assert.equal(relay.statements().filter((name) => name === 'noteKeyUse').length, 24);
  await store.noteKeyUse(uses(1, 600));
  assert.equal(await written(1_000_000), KEYS, 'never an earlier one');
});

test('a key that somebody has locked keeps no other last use from being written', async (t) => {
  const holder = new pg.Client({ connectionString: here.address });
  await holder.connect();
  t.after(() => holder.end());
  await holder.query("BEGIN; SELECT 1 FROM api_key WHERE key_id IN ('key 1', 'key 3', 'key 501') FOR UPDATE");
  await here.store.noteKeyUse(uses(2_000_000, 1_000));
  assert.equal(await written(2_000_000), 997);
});

test('instances that note the same keys at once do not wait for each other', async (t) => {
  const { store } = await openPostgres(here.address, { create: false, migrate: false });
  t.after(() => store.close());
  for (let round = 0; round < 5; round += 1) {
    const at = 3_000_000 + round * 1_000_000;
    const backwards = new Map([...uses(at)].reverse());
    await Promise.all([here.store.noteKeyUse(uses(at)), store.noteKeyUse(backwards)]);
    assert.equal(await written(at), KEYS);
  }
});
