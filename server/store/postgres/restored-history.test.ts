import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { addAccount } from '../../../test/add-account.ts';
import { openStore } from '../../../test/postgres/test-store.ts';

const PAGE = join(import.meta.dirname, '../../../docs/operations.md');

const fixture = openStore();

test('after pg_restore, the documented statement continues the numbers of each account a million higher', async () => {
  for (const accountId of ['recorded', 'unrecorded']) await addAccount(fixture.store, accountId);
  await fixture.direct(
    "INSERT INTO history (account_id, last_number, next_number) VALUES ('recorded', 7, 8)",
  );
  const [, statement = ''] = /```sql\n(INSERT INTO history .*?)```/s.exec(await readFile(PAGE, 'utf8')) ?? [];
  await fixture.direct(statement);
  assert.deepEqual(await fixture.direct('SELECT * FROM history ORDER BY account_id'), [
    { account_id: 'recorded', last_number: 7, next_number: 1_000_007 },
    { account_id: 'unrecorded', last_number: 0, next_number: 1_000_000 },
  ]);
});
