import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { openSqlite } from './open-sqlite.ts';
import { restoreDatabase } from './restore-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'rollbook-restore-'));
const file = join(folder, 'rollbook.db');
const backup = join(folder, 'backup.db');
const { signal } = new AbortController();

before(async () => {
  const { store } = await openSqlite(file, { create: true, migrate: true });
  await store.backup(backup);
  await store.close();
});
after(() => rmSync(folder, { recursive: true }));

test('refuses to restore while an idle connection holds a lock', async (t) => {
  // Restore skips its own process when it lists open files, so it can only notice the lock.
  const { store } = await openSqlite(file, { create: false, migrate: false });
  using idle = new DatabaseSync(file);
  t.after(() => store.close());
  idle.prepare('SELECT count(*) FROM account').get();
  await assert.rejects(restoreDatabase(file, backup, signal), /Another process has the database .* open/);
  const names = readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name));
  assert.deepEqual(names.sort(), ['backup.db', 'rollbook.db']);
});

test('refuses to serve a database that is replaced while it is being opened', async (t) => {
  const copy = join(folder, 'copy.db');
  copyFileSync(backup, copy);
  const opening = openSqlite(file, { create: false, migrate: false });
  t.after(() =>
    opening.then(
      ({ store }) => store.close(),
      () => {},
    ),
  );
  // The reader has opened the old file, and the writer is about to open the new one.
  renameSync(copy, file);
  await assert.rejects(opening, /was replaced while it was being opened\. Start again\./);
});
