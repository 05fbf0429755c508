import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { openSqlite } from './open-sqlite.ts';
import { restore } from './restore.ts';

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

test('an idle connection keeps restore from the database by the lock that it holds', async (t) => {
  // Of its own process restore sees no open files, so only the lock is left to tell.
  const { store } = await openSqlite(file, { create: false, migrate: false });
  using idle = new DatabaseSync(file);
  t.after(() => store.close());
  idle.prepare('SELECT count(*) FROM account').get();
  await assert.rejects(restore(file, backup, signal), /Another process has the database .* open/);
  const left = readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name));
  assert.deepEqual(left.sort(), ['backup.db', 'rollbook.db']);
});

test('a database that is replaced while it is being opened is not served', async (t) => {
  const copy = join(folder, 'copy.db');
  copyFileSync(backup, copy);
  const opening = openSqlite(file, { create: false, migrate: false });
  t.after(() =>
    opening.then(
      ({ store }) => store.close(),
      () => {},
    ),
  );
  // The reader has opened the file of before, and the writer is about to open the next one.
  renameSync(copy, file);
  await assert.rejects(opening, /was replaced while it was being opened\. Start again\./);
});
