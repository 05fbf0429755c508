import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { addAccount } from '../../test/add-account.ts';
import { newDatabase } from '../../test/database.ts';
import { sqlitePath } from '../config.ts';
import { openStore } from '../store/open-store.ts';
import { backupBeforeMigration } from './backup-before-migration.ts';

test('a migration that is tried again makes no other backup of an unchanged database', async (t) => {
  const { address, remove } = await newDatabase('sqlite');
  const { store } = await openStore(address, { create: true, migrate: true });
  t.after(async () => {
    await store.close();
    await remove();
  });
  await addAccount(store, 'a');
  const database = sqlitePath(address);
  const backUp = async () => {
    const made = await backupBeforeMigration({ backups: '', database: address })?.(database, () => true);
    assert.ok(made);
    made.release();
    return made;
  };
  const files = () => readdirSync(join(dirname(database), 'backups')).length;

  const { backup } = await backUp();
  // A try that is killed neither discards its backup nor changes the database.
  const again = await backUp();
  assert.deepEqual([again.backup, files()], [backup, 1]);
  again.discard();
  assert.equal(files(), 1, 'the backup of the first try is gone');
  await addAccount(store, 'b');
  const changed = await backUp();
  assert.equal(files(), 2);
  changed.discard();
  assert.deepEqual([(await backUp()).backup === backup, files()], [false, 2]);
});
