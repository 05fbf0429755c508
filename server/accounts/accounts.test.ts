import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDatabase, query } from '../../test/database.ts';
import { listAccounts } from '../store/find-accounts.ts';
import { openStore } from '../store/open-store.ts';
import { createAccount } from './accounts.ts';

test('an operator’s account is created with its right, or not at all', async (t) => {
  const { address, remove } = await newDatabase('sqlite');
  const { store } = await openStore(address, { create: true, migrate: true });
  t.after(async () => {
    await store.close();
    await remove();
  });
  const { accountId } = await createAccount(store, 'arona', 1, true);
  await query(
    address,
    `CREATE TRIGGER refuse BEFORE INSERT ON activity WHEN NEW.kind = 'operator-given'
      BEGIN SELECT RAISE(ABORT, 'refused'); END`,
  );
  await assert.rejects(createAccount(store, 'plana', 2, true), /refused/);
  const accounts = await listAccounts(store);
  assert.deepEqual(
    accounts.map((account) => [account.accountId, account.isOperator]),
    [[accountId, 1]],
  );
});
