import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { openSqlite } from './open-sqlite.ts';

/** In a thread of its own, because the one that opens waits without its event loop. */
const HOLD_WRITE_LOCK = `
  const { parentPort, workerData } = require('node:worker_threads');
  const database = new (require('node:sqlite').DatabaseSync)(workerData);
  database.exec('BEGIN IMMEDIATE');
  parentPort.postMessage('locked');
  setTimeout(() => database.close(), 300);`;

test('waits for another process that is about to migrate the same new database', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-open-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'rollbook.db');
  const other = new Worker(HOLD_WRITE_LOCK, { eval: true, workerData: file });
  t.after(() => other.terminate());
  await once(other, 'message');
  const { store, migrated } = await openSqlite(file, { create: true, migrate: true });
  t.after(() => store.close());
  assert.ok(migrated.length > 0);
});
