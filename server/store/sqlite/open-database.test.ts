import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from './open-database.ts';

test('a schema from elsewhere is not trusted, and cannot be written to', () => {
  using database = openDatabase(':memory:');
  const read = (name: string) => database.prepare(`PRAGMA ${name}`).get()?.[name];
  assert.deepEqual([read('trusted_schema'), read('cell_size_check')], [0, 1]);
  database.exec('CREATE TABLE t (a); PRAGMA writable_schema = ON');
  assert.throws(() => database.exec("UPDATE sqlite_schema SET sql = ''"), /may not be modified/);
});
