import { defineStatements, readOne } from './database.ts';
import type { Store } from './store.ts';
import type { StoredAccount, StoredKey } from './stored-account.ts';

const accountColumns = `account_id AS "accountId", name, status, created_at AS "createdAt", game_server AS "gameServer",
  is_operator AS "isOperator"`;
const keyColumns = `key_id AS "keyId", account_id AS "accountId", name, permission, areas, shown, issued_at AS "issuedAt",
  expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt", app,
  renewable_until AS "renewableUntil"`;

export const STATEMENTS = defineStatements({
  findAccount: `SELECT ${accountColumns} FROM account WHERE account_id = $1`,
  listAccounts: `SELECT ${accountColumns} FROM account ORDER BY created_at, account_id`,
  findKeyOfAccount: `SELECT ${keyColumns} FROM api_key WHERE account_id = $1 AND key_id = $2`,
  findKeyById: `SELECT ${keyColumns} FROM api_key WHERE key_id = $1`,
  listKeys: `SELECT ${keyColumns} FROM api_key WHERE account_id = $1 ORDER BY issued_at, key_id`,
});

export const findAccount = (
  { database }: Pick<Store, 'database'>,
  accountId: string,
): Promise<StoredAccount | undefined> => readOne(database, STATEMENTS.findAccount, accountId);

export const listAccounts = ({ database }: Pick<Store, 'database'>): Promise<StoredAccount[]> =>
  database.read(STATEMENTS.listAccounts);

export const findKeyOfAccount = (
  { database }: Pick<Store, 'database'>,
  accountId: string,
  keyId: string,
): Promise<StoredKey | undefined> => readOne(database, STATEMENTS.findKeyOfAccount, accountId, keyId);

/** For a command: whoever makes a request knows the account. */
export const findKeyById = (
  { database }: Pick<Store, 'database'>,
  keyId: string,
): Promise<StoredKey | undefined> => readOne(database, STATEMENTS.findKeyById, keyId);

export const listKeys = ({ database }: Pick<Store, 'database'>, accountId: string): Promise<StoredKey[]> =>
  database.read(STATEMENTS.listKeys, accountId);
