import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { toColumnValues } from '../columns.ts';
import { openSqlite } from './open-sqlite.ts';
import type { SqliteStore } from './sqlite-store.ts';
import { sqliteStudentTable } from './sqlite-student-table.ts';
import { WriteQueue } from './write-queue.ts';
import { LOG_MAX_BYTES, openWriter } from './writer-thread.ts';

/** Longer than a busy machine stands still. */
const LOCK_WAIT_MS = 30_000;
const folder = mkdtempSync(join(tmpdir(), 'rollbook-store-'));
const file = join(folder, 'store.db');
let store: SqliteStore;
let direct: DatabaseSync;

before(async () => {
  ({ store } = await openSqlite(file, { create: true, migrate: true }));
  direct = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
});
after(async () => {
  direct.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

test('the migrated table is the one that the field table makes', () => {
  const row = direct.prepare("SELECT sql FROM sqlite_schema WHERE name = 'student_record'").get();
  assert.equal(
    row?.sql,
    sqliteStudentTable(),
    'the field table has changed: add a migration that rebuilds student_record so',
  );
});

test('the connection that writes syncs every commit to disk', () => {
  const writer = openWriter(file, 1000);
  assert.equal(writer.prepare('PRAGMA synchronous').get()?.synchronous, 2);
  assert.equal(writer.prepare('PRAGMA journal_mode').get()?.journal_mode, 'wal');
  writer.close();
});

test('the log is cut back when a long reader lets go of it', (t) => {
  const grown = join(folder, 'grown.db');
  const bytesOfLog = () => statSync(`${grown}-wal`).size;
  const reader = new DatabaseSync(grown);
  t.after(() => reader.close());
  reader.exec('PRAGMA journal_mode = WAL; CREATE TABLE filler (bytes BLOB)');
  const writer = openWriter(grown, 1000);
  t.after(() => writer.close());
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM filler').get();
  for (let i = 0; i < 80; i += 1) writer.exec('INSERT INTO filler VALUES (zeroblob(1000000))');
  assert.ok(bytesOfLog() > LOG_MAX_BYTES + 1_000_000, 'the reader kept the log from being copied');
  reader.exec('COMMIT');
  for (let i = 0; i < 3; i += 1) writer.exec('INSERT INTO filler VALUES (0)');
  assert.ok(bytesOfLog() <= LOG_MAX_BYTES);
});

test('a probe is made durable behind more writes than may wait', async (t) => {
  const queue = new WriteQueue(file, 1000, () => {});
  t.after(() => queue.close());
  await queue.start();
  const bytes = statSync(`${file}-wal`).size;
  const crowd = Promise.allSettled(Array.from({ length: 11_000 }, () => queue.run(['probe'])));
  await queue.probe();
  assert.ok(
    (await crowd).some(({ status }) => status === 'rejected'),
    'more than may wait',
  );
  await queue.probe();
  assert.ok(statSync(`${file}-wal`).size > bytes, 'a probe goes to the log');
});

test('the uses of thousands of keys are no crowd of writes', async () => {
  const keys = Array.from({ length: 5_000 }, (_, i) => `key ${i}`);
  direct.exec("INSERT INTO account VALUES ('busy', '', 'active', 0)");
  direct
    .prepare(
      "INSERT INTO api_key SELECT value, 'busy', '', 'read', value, '', 0, 0, NULL, NULL FROM json_each(?)",
    )
    .run(JSON.stringify(keys));
  const noted = store.noteKeyUse(new Map(keys.map((keyId, i) => [keyId, i + 1])));
  assert.equal(store.isOverloaded('write'), false);
  await noted;
  const { sum } = direct.prepare('SELECT sum(last_used_at) AS sum FROM api_key').get() as { sum: number };
  assert.equal(sum, (5_000 * 5_001) / 2);
});

test('whoever sees a commit in the file can know that it is ours before we are told', async (t) => {
  const told: unknown[] = [];
  const queue = new WriteQueue(file, LOCK_WAIT_MS, (changes, step) => told.push(changes, step));
  t.after(() => queue.close());
  await queue.start();
  direct.exec("INSERT INTO account VALUES ('noted', '', 'active', 0)");
  const epoch = direct.prepare('SELECT records FROM epoch');
  const before = epoch.get()?.records as number;
  const change = { accountId: 'noted', studentUid: '10000' };
  const written = queue.run(['insertRecord', 'noted', '10000', ...toColumnValues({ bond: 5 }), null], change);
  await turn();
  // Nothing is told to a thread that does not come to listen.
  const until = Date.now() + LOCK_WAIT_MS;
  while (epoch.get()?.records === before) assert.ok(Date.now() < until, 'it is written');
  const { changes = [], ...step } = queue.inFlight ?? {};
  assert.deepEqual(step, { before, after: before + 1 });
  assert.deepEqual([...changes], [{ ...change, recorded: undefined }]);
  assert.deepEqual(told, []);
  assert.equal(await written, 1);
  assert.deepEqual(told, [[change], step]);
  assert.equal(queue.inFlight, undefined);
});

test('writes that follow turn upon turn share a transaction, where transactions take long', async (t) => {
  const queue = new WriteQueue(file, LOCK_WAIT_MS, () => {});
  t.after(() => queue.close());
  await queue.start();
  async function threeInTurn(): Promise<number> {
    const first = queue.run(['probe']);
    await turn();
    const others = [queue.run(['probe'])];
    await turn();
    others.push(queue.run(['probe']));
    while (queue.load().underWay === 0) await turn();
    const { underWay } = queue.load();
    await Promise.all([first, ...others]);
    return underWay;
  }
  // A machine that stands still for a moment lets one of them go alone, but not every time.
  let most = 0;
  for (let attempt = 0; attempt < 20 && most < 3; attempt += 1) {
    direct.exec('BEGIN IMMEDIATE');
    const held = queue.run(['probe']);
    await new Promise((resolve) => setTimeout(resolve, 50));
    direct.exec('COMMIT');
    await held;
    most = Math.max(most, await threeInTurn());
  }
  assert.equal(most, 3);
});

test('many writes do not wait for the end of a turn that a crowd makes long', async (t) => {
  const queue = new WriteQueue(file, LOCK_WAIT_MS, () => {});
  t.after(() => queue.close());
  await queue.start();
  const written = Array.from({ length: 501 }, () => queue.run(['probe']));
  assert.deepEqual(queue.load(), { connections: 1, underWay: 500, waiting: 1 });
  assert.equal((await Promise.all(written)).length, 501);
});

test('a queue that was closed starts no other writer', async () => {
  const queue = new WriteQueue(file, LOCK_WAIT_MS, () => {});
  await queue.start();
  await queue.close();
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(queue.load().connections, 0);
});
