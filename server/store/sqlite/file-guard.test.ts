import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, renameSync, rmSync, truncateSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { FileGuard, identifyDatabaseFiles } from './file-guard.ts';

/** A database of many pages with an open connection. */
function openGuarded(t: TestContext): { file: string; database: DatabaseSync; guard: FileGuard } {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-guard-'));
  const file = join(folder, 'rollbook.db');
  const database = new DatabaseSync(file);
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  database.exec(`PRAGMA journal_mode = WAL; CREATE TABLE filler (bytes BLOB);
    INSERT INTO filler VALUES (zeroblob(1000000)); PRAGMA wal_checkpoint(TRUNCATE)`);
  const guard = new FileGuard(identifyDatabaseFiles(file));
  assert.equal(guard.check(), undefined);
  return { file, database, guard };
}

for (const name of ['', '-wal', '-shm'])
  test(`reports the removal of rollbook.db${name}`, (t) => {
    const { file, guard } = openGuarded(t);
    unlinkSync(file + name);
    assert.match(guard.check() ?? '', /was removed under the running server/);
  });

test('reports a replaced database file until the original is back', (t) => {
  const { file, guard } = openGuarded(t);
  renameSync(file, `${file}.aside`);
  copyFileSync(`${file}.aside`, file);
  assert.match(guard.check() ?? '', /was replaced under the running server/);
  renameSync(`${file}.aside`, file);
  assert.equal(guard.check(), undefined);
});

for (const length of [0, 4096, 500_000])
  test(`reports a database file truncated to ${length} bytes at every check`, (t) => {
    const { file, guard } = openGuarded(t);
    truncateSync(file, length);
    for (let check = 0; check < 3; check += 1)
      assert.match(guard.check() ?? '', /was truncated under the running server/);
  });

test('accepts a file that VACUUM has shortened or that is behind its write-ahead log', (t) => {
  const { database, guard } = openGuarded(t);
  database.exec('DELETE FROM filler; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  database.exec('INSERT INTO filler VALUES (zeroblob(2000000))');
  assert.equal(guard.check(), undefined);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  assert.equal(guard.check(), undefined);
});
