import assert from 'node:assert/strict';
import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { addAccount } from '../../../test/add-account.ts';
import { newDatabase } from '../../../test/database.ts';
import { sqlitePath } from '../../config.ts';
import { openStore } from '../open-store.ts';
import { verifyBackup } from './verify-backup.ts';

test('a backup is counted if it can be restored, and refused with a sentence if a page of it is damaged', async (t) => {
  const database = await newDatabase('sqlite');
  t.after(() => database.remove());
  const { store } = await openStore(database.address, { create: true, migrate: true });
  const folder = dirname(sqlitePath(database.address));
  const backup = join(folder, 'backup.db');
  await addAccount(store, 'a', { name: 'arona' });
  await store.backup(backup);
  await store.close();
  const files = readdirSync(folder);
  assert.deepEqual(await verifyBackup(backup), { accounts: 1, students: 0 });
  assert.deepEqual(readdirSync(folder), files);

  const descriptor = openSync(backup, 'r+');
  writeSync(descriptor, Buffer.alloc(4_096, 0xee), 0, 4_096, statSync(backup).size - 4_096);
  closeSync(descriptor);
  await assert.rejects(verifyBackup(backup), /^Error: The backup \S+ is damaged/);
  await assert.rejects(verifyBackup(import.meta.filename), /is damaged, or is not a SQLite database\.$/);
  await assert.rejects(verifyBackup(join(folder, 'none.db')), /^Error: There is no backup at \S+none\.db/);
  await assert.rejects(verifyBackup(backup, AbortSignal.abort(new Error('stop'))), /^Error: stop$/);
});
