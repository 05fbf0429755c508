import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { bondInterval } from '../../../contract/bond.ts';
import { type Growth, STATE_FIELDS, STATE_NAMES } from '../../../contract/state-fields.ts';
import { openSqlite } from './open.ts';
import { recordTable } from './record-table.ts';
import type { SqliteStore } from './store.ts';
import { openWriter } from './writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'rollbook-store-'));
const file = join(folder, 'store.db');
let store: SqliteStore;
let direct: DatabaseSync;

before(async () => {
  ({ store } = await openSqlite(file, { create: true, migrate: true }));
  await store.createAccount({ accountId: 'a', name: 'a', status: 'active', createdAt: 0 });
  direct = new DatabaseSync(file);
});
after(async () => {
  direct.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const plain: Partial<Growth> = { tier: 5, weaponTier: 4 };

test('the migrated table is the one that the field table makes', () => {
  const row = direct.prepare("SELECT sql FROM sqlite_schema WHERE name = 'student_record'").get();
  assert.equal(
    row?.sql,
    recordTable(),
    'the field table has changed: add a migration that rebuilds student_record so',
  );
});

test('the text that the engine keeps is the one that is answered after a write', async () => {
  const growth = Object.fromEntries(STATE_NAMES.map((name) => [name, STATE_FIELDS[name].max])) as Growth;
  assert.ok(await store.writeStudent('a', '시"로\\코', growth, undefined));
  assert.equal(
    store.readStudent('a', '시"로\\코')?.text,
    JSON.stringify({ studentUid: '시"로\\코', ...growth }),
  );
});

// Each breaks one rule of SPEC 2.2 or 2.3, so code that lets it through is stopped by the database.
const invalid: [string, Partial<Growth>][] = [
  ...STATE_NAMES.flatMap((name): [string, Partial<Growth>][] => [
    [`${name} below its range`, { ...plain, [name]: STATE_FIELDS[name].min - 1 }],
    [`${name} above its range`, { ...plain, [name]: STATE_FIELDS[name].max + 1 }],
  ]),
  ['a weapon below tier 5', { tier: 4, weaponTier: 1 }],
  ...[0, 30, 40, 50].map((cap, weaponTier): [string, Partial<Growth>] => [
    `weaponLevel ${cap + 1} at weaponTier ${weaponTier}`,
    { tier: 5, weaponTier, weaponLevel: cap + 1 },
  ]),
  ['an ability without a weapon', { tier: 5, weaponTier: 0, abilityHeal: 1 }],
  ['an experience without a rank', { ...plain, bondExp: 0 }],
  ['an experience below its rank', { ...plain, bond: 50, bondExp: bondInterval(50).from - 1 }],
  ['an experience above its rank', { ...plain, bond: 50, bondExp: bondInterval(50).to + 1 }],
  ['a state without a tier', { weaponTier: 0, level: 1 }],
  ['a state without a weaponTier', { tier: 1 }],
  ['a level of one not recruited', { bond: 1, level: 1 }],
  ['nothing at all', {}],
];
for (const [name, growth] of invalid)
  test(`the database refuses ${name}`, async () => {
    await assert.rejects(store.writeStudent('a', 'refused', growth, undefined), /CHECK constraint failed/);
    assert.equal(store.readStudent('a', 'refused'), undefined);
  });

test('a failed member of a batch harms no other', async () => {
  const [good, bad, late] = await Promise.allSettled([
    store.writeStudent('a', 'batch-1', plain, undefined),
    store.writeStudent('a', 'batch-2', { tier: 9, weaponTier: 0 }, undefined),
    store.writeStudent('a', 'batch-3', plain, undefined),
  ]);
  assert.deepEqual([good.status, bad.status, late.status], ['fulfilled', 'rejected', 'fulfilled']);
  assert.ok(store.readStudent('a', 'batch-1') && store.readStudent('a', 'batch-3'));
});

test('of two writes on one record the second conflicts and writes nothing', async () => {
  await store.writeStudent('a', 'race', plain, undefined);
  const seen = store.readStudent('a', 'race');
  const [first, second] = await Promise.all([
    store.writeStudent('a', 'race', { ...plain, level: 1 }, seen),
    store.writeStudent('a', 'race', { ...plain, level: 2 }, seen),
  ]);
  assert.deepEqual([first, second], [true, false]);
  assert.match(store.readStudent('a', 'race')?.text ?? '', /"level":1,/);
  assert.equal(await store.writeStudent('a', 'race', plain, undefined), false);
});

test('another process ends a key, and it is ended from the next turn on', async () => {
  const key = {
    keyId: 'k',
    accountId: 'a',
    name: '',
    permission: 'read',
    shown: '',
    issuedAt: 0,
    expiresAt: 9,
    revokedAt: null,
    lastUsedAt: null,
  } as const;
  await store.issueKey(key, 'digest');
  assert.equal(store.findKey('digest')?.revoked, false);
  await new Promise((resolve) => setImmediate(resolve));
  direct.exec("UPDATE api_key SET revoked_at = 5 WHERE key_id = 'k'");
  assert.equal(store.findKey('digest')?.revoked, true);
  await new Promise((resolve) => setImmediate(resolve));
  direct.exec("UPDATE account SET status = 'suspended' WHERE account_id = 'a'");
  assert.equal(store.findKey('digest')?.accountActive, false);
  direct.exec("UPDATE account SET status = 'active' WHERE account_id = 'a'");
});

test('a write of an account that is gone keeps no other from being written', async () => {
  const [gone, other] = await Promise.allSettled([
    store.writeStudent('nobody', '1', plain, undefined),
    new Promise((resolve) => setImmediate(resolve)).then(() =>
      store.writeStudent('a', 'beside', plain, undefined),
    ),
  ]);
  assert.deepEqual([gone.status, other.status], ['rejected', 'fulfilled']);
});

test('deleting an account leaves nothing of it', async () => {
  await store.createAccount({ accountId: 'gone', name: '', status: 'active', createdAt: 0 });
  await store.writeStudent('gone', '1', plain, undefined);
  direct.exec(
    "INSERT INTO planner VALUES ('gone', 'p', '{}'); INSERT INTO growth_goal VALUES ('gone', '1', '{}')",
  );
  assert.equal(await store.deleteAccount('gone'), true);
  for (const table of ['student_record', 'planner', 'growth_goal', 'api_key', 'account'])
    assert.equal(
      direct.prepare(`SELECT count(*) AS n FROM ${table} WHERE account_id = 'gone'`).get()?.n,
      0,
      table,
    );
  await assert.rejects(store.writeStudent('gone', '1', plain, undefined), { name: 'Unavailable' });
});

test('the connection that writes syncs every commit to disk', () => {
  const writer = openWriter(file, 1000);
  assert.equal(writer.prepare('PRAGMA synchronous').get()?.synchronous, 2);
  assert.equal(writer.prepare('PRAGMA journal_mode').get()?.journal_mode, 'wal');
  writer.close();
});

test('a catalogue replaces just the one it was made from, and ends no recorded student', async () => {
  const next = (version: string) => ({ version, entries: '[]', importedAt: 0 });
  await store.writeStudent('a', 'recorded', plain, undefined);
  assert.equal(await store.replaceCatalogue(next('1'), undefined, ['recorded']), false);
  assert.equal(await store.replaceCatalogue(next('1'), undefined, ['nobody']), true);
  assert.equal(await store.replaceCatalogue(next('2'), undefined, []), false);
  assert.equal(store.catalogueVersion(), '1');
  assert.equal(
    await store.writeStudent('a', 'late', plain, undefined),
    false,
    'made under a catalogue of before',
  );
  assert.equal(await store.writeStudent('a', 'late', plain, undefined, '1'), true);
});
