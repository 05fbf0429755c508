import assert from 'node:assert/strict';
import type { Permission } from '../contract/limits.ts';
import { createAccount } from '../server/accounts/accounts.ts';
import { issueKey } from '../server/keys/keys.ts';
import { OPERATOR } from '../server/store/caller.ts';
import { doorTo } from './database-door.ts';
import type { Account } from './service.ts';

/** What `rollbook account create tester --keys write,read` does, in this process: a command takes a hundred times as long. */
export async function newAccount(databaseAddress: string): Promise<Account> {
  const store = { database: doorTo(databaseAddress) };
  const now = Date.now();
  const { accountId } = await createAccount(store, 'tester', now);
  const issue = async (permission: Permission): Promise<string> => {
    const issued = await issueKey(
      store,
      OPERATOR,
      { accountId, name: '', permission, expiresAt: undefined },
      now,
    );
    assert.ok(typeof issued !== 'string', `${issued}`);
    return issued.apiKey;
  };
  return { id: accountId, write: await issue('write'), read: await issue('read') };
}
