import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnavailableError } from '../errors/unavailable-error.ts';
import type { Store } from '../store/store.ts';
import { setAccountStatus } from './operate-by-command.ts';

test('a suspension that is stored is reported, whatever becomes of the database after it', async () => {
  let isStored = false;
  const store = {
    database: {
      async read() {
        if (isStored) throw new UnavailableError('the connection is lost');
        return [{ accountId: 'acc_1', status: 'active' }];
      },
      async write() {
        isStored = true;
        return undefined;
      },
    },
  } as unknown as Store;
  assert.deepEqual(await setAccountStatus(store, 'acc_1', 'suspended', 0), {
    accountId: 'acc_1',
    status: 'suspended',
  });
});
