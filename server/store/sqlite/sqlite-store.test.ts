import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { until } from '../../../test/until.ts';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { toStoredStudent } from '../stored-student.ts';
import { openSqlite } from './open-sqlite.ts';
import type { SqliteStore } from './sqlite-store.ts';
import { WriteQueue } from './write-queue.ts';
import { MAX_LOG_BYTES, openWriter } from './writer-thread.ts';

/** Longer than a busy machine may stall. */
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

test('the writing connection syncs every commit to disk', () => {
  const writer = openWriter(file, 1000);
  assert.equal(writer.prepare('PRAGMA synchronous').get()?.synchronous, 2);
  assert.equal(writer.prepare('PRAGMA journal_mode').get()?.journal_mode, 'wal');
  writer.close();
});

test('truncates the write-ahead log after a long read transaction ends', (t) => {
  const longLog = join(folder, 'long-log.db');
  const logBytes = () => statSync(`${longLog}-wal`).size;
  const reader = new DatabaseSync(longLog);
  t.after(() => reader.close());
  reader.exec('PRAGMA journal_mode = WAL; CREATE TABLE filler (bytes BLOB)');
  const writer = openWriter(longLog, 1000);
  t.after(() => writer.close());
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM filler').get();
  for (let i = 0; i < 80; i += 1) writer.exec('INSERT INTO filler VALUES (zeroblob(1000000))');
  assert.ok(logBytes() > MAX_LOG_BYTES + 1_000_000, 'the reader prevents a checkpoint');
  reader.exec('COMMIT');
  for (let i = 0; i < 3; i += 1) writer.exec('INSERT INTO filler VALUES (0)');
  assert.ok(logBytes() <= MAX_LOG_BYTES);
});

test('makes a readiness probe durable while the write queue is full', async (t) => {
  const queue = new WriteQueue(file, 1000);
  t.after(() => queue.close());
  await queue.start();
  const logBytes = statSync(`${file}-wal`).size;
  const flood = Promise.allSettled(Array.from({ length: 11_000 }, () => queue.run(['probe'])));
  await queue.probe();
  assert.ok(
    (await flood).some(({ status }) => status === 'rejected'),
    'the queue was full',
  );
  await queue.probe();
  assert.ok(statSync(`${file}-wal`).size > logBytes, 'the probe is in the log');
});

test('the write queue sends 500 writes without waiting for the end of the event loop iteration', async (t) => {
  const queue = new WriteQueue(file, LOCK_WAIT_MS);
  t.after(() => queue.close());
  await queue.start();
  const written = Array.from({ length: 501 }, () => queue.run(['probe']));
  assert.deepEqual(queue.load(), { connections: 1, inFlight: 500, queued: 1 });
  assert.equal((await Promise.all(written)).length, 501);
});

test('a transaction that waits for the lock for too long is not written, and the writer goes on', async (t) => {
  const queue = new WriteQueue(file, 50);
  t.after(() => queue.close());
  await queue.start();
  direct.exec(
    "INSERT INTO account (account_id, name, status, created_at) VALUES ('locked', '', 'active', 0)",
  );
  direct.exec('BEGIN IMMEDIATE');
  await assert.rejects(
    queue.run([
      'insertRecord',
      'locked',
      '10000',
      'operator',
      '',
      0,
      null,
      null,
      toStoredStudent('10000', { bond: 5 }).json,
    ]),
    UnavailableError,
  );
  direct.exec('COMMIT');
  await until('the writer has given the transaction up', () =>
    queue.run(['probe']).then(
      () => true,
      () => false,
    ),
  );
  const records = direct.prepare("SELECT count(*) AS count FROM student_record WHERE account_id = 'locked'");
  assert.equal(records.get()?.count, 0);
});

test('a writer that ends in a transaction leaves its outcome unknown, refuses what waits, and is restarted', async (t) => {
  const queue = new WriteQueue(file, LOCK_WAIT_MS);
  t.after(() => queue.close());
  const created = new Promise<Worker>((resolve) => process.once('worker', resolve));
  await queue.start();
  const writer = await created;
  direct.exec('BEGIN IMMEDIATE');
  const inFlight = queue.run(['probe']);
  await until('the write is sent', () => queue.load().inFlight === 1);
  const queued = queue.run(['probe']);
  const outcomes = Promise.allSettled([inFlight, queued]);
  const ended = writer.terminate();
  // The thread ends once it has the lock.
  direct.exec('COMMIT');
  await ended;
  const [unknown, refused] = (await outcomes).map((one) => (one as PromiseRejectedResult).reason);
  assert.ok(unknown instanceof Error && !(unknown instanceof UnavailableError));
  assert.ok(refused instanceof UnavailableError);
  await assert.rejects(queue.run(['probe']), UnavailableError);
  await until('the writer is restarted', () => queue.load().connections === 1);
  assert.equal(await queue.run(['probe']), 0);
});

test('does not restart the writer after close', async () => {
  const queue = new WriteQueue(file, LOCK_WAIT_MS);
  await queue.start();
  await queue.close();
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(queue.load().connections, 0);
});
