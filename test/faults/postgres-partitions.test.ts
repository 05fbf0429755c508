import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDatabase, query } from '../database.ts';
import { partition } from '../postgres/partition.ts';
import { startService } from '../service.ts';
import { startLoad } from './under-load.ts';

test('partition.sql partitions the database of a running service, which loses no acknowledged write', async (t) => {
  const database = await newDatabase('postgres', { isEmpty: true });
  t.after(() => database.remove());
  const service = await startService({ database: database.address });
  const load = await startLoad(service);
  await partition(database.address);
  await load.stopAndCheck();
  t.diagnostic(JSON.stringify(Object.fromEntries(load.statuses)));
  const [table] = await query(
    database.address,
    "SELECT relkind FROM pg_class WHERE relname = 'student_record'",
  );
  assert.equal(table?.relkind, 'p');
  assert.equal(await service.stop(), 0);
});
