import { type ActivityEntry, changeAccount } from '../activity/activity.ts';
import { endSessionsOfPasskey } from '../session/session-records.ts';
import { findAccountOf, insertLookup, removeLookup } from '../store/account-lookups.ts';
import type { Caller } from '../store/caller.ts';
import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  step,
  succeeds,
} from '../store/database.ts';

export interface StoredPasskey {
  /** Base64url, as WebAuthn sends it. */
  credentialId: string;
  accountId: string;
  name: string;
  /** The COSE key in base64url. */
  publicKey: string;
  signCount: number;
  /** The transports as the browser reported them, separated by commas: a hint for later sign-ins. */
  transports: string;
  createdAt: number;
  lastUsedAt: number | null;
  /** 1 if it was copied to the player's other devices at its last use; null if it was not used since that is kept. */
  backedUp: 0 | 1 | null;
}

/** The proof that a browser gave with a passkey. */
export interface PasskeyUse {
  /** The digest of the challenge that the passkey has signed. */
  challengeDigest: string;
  credentialId: string;
  /** The store accepts only one above the stored one, or 0 for a passkey that does not count. */
  signCount: number;
  backedUp: 0 | 1;
}

const passkeyColumns = `credential_id AS "credentialId", account_id AS "accountId", name, public_key AS "publicKey",
  sign_count AS "signCount", transports, created_at AS "createdAt", last_used_at AS "lastUsedAt",
  backed_up AS "backedUp"`;

export const STATEMENTS = defineStatements({
  findPasskey: `SELECT ${passkeyColumns} FROM passkey WHERE account_id = $1 AND credential_id = $2`,
  listPasskeys: `SELECT ${passkeyColumns} FROM passkey WHERE account_id = $1 ORDER BY created_at, credential_id`,
  insertPasskey: `INSERT INTO passkey
      (credential_id, account_id, name, public_key, sign_count, transports, created_at, last_used_at, backed_up)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  /** Finds no row if the account has none, or more than $2. */
  requirePasskeys: `UPDATE passkey SET name = name WHERE account_id = $1
    AND (SELECT count(*) FROM passkey WHERE account_id = $1) <= $2`,
  /** A passkey that counts must have counted on: of two sign-ins with one count, the second is a copy of the passkey. */
  notePasskeyUse: `UPDATE passkey SET sign_count = $2, last_used_at = $3, backed_up = $5
    WHERE credential_id = $1 AND account_id = $4 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0))`,
  renamePasskey: 'UPDATE passkey SET name = $3 WHERE account_id = $1 AND credential_id = $2',
  removePasskey: 'DELETE FROM passkey WHERE account_id = $1 AND credential_id = $2',
  /** $2 holds the credential IDs of those that stay, each between commas of its own. */
  removeOtherPasskeys: `DELETE FROM passkey
    WHERE account_id = $1 AND replace($2, ',' || credential_id || ',', '') = $2`,
});

export async function findPasskey(
  database: Database,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  // Both reads in any case, so that the time says no more of a passkey that is unknown.
  const accountId = (await findAccountOf(database, credentialId)) ?? '';
  return readOne(database, STATEMENTS.findPasskey, accountId, credentialId);
}

export const listPasskeys = (database: Database, accountId: string): Promise<StoredPasskey[]> =>
  database.read(STATEMENTS.listPasskeys, accountId);

export const renamePasskey = (
  database: Database,
  caller: Caller,
  accountId: string,
  credentialId: string,
  name: string,
  entry: ActivityEntry,
): Promise<boolean> =>
  succeeds(
    changeAccount(database, 'renamePasskey', caller, accountId, entry, [
      requiredStep(STATEMENTS.renamePasskey, accountId, credentialId, name),
    ]),
  );

/** Also ends the sessions that it began, but for the caller's. The last one stays, however many removals run at once. */
export async function removePasskey(
  database: Database,
  caller: Caller,
  accountId: string,
  credentialId: string,
  entry: ActivityEntry,
): Promise<'done' | 'no-passkey' | 'last-passkey' | 'caller-ended'> {
  const remove = requiredStep(STATEMENTS.removePasskey, accountId, credentialId);
  const keepOne = requirePasskeys(accountId);
  const steps = [
    remove,
    removeLookup(credentialId, accountId),
    endSessionsOfPasskey(accountId, credentialId, caller.id),
    keepOne,
  ];
  const failed = await changeAccount(database, 'removePasskey', caller, accountId, entry, steps);
  if (failed === undefined) return 'done';
  if (failed === remove) return 'no-passkey';
  return failed === keepOne ? 'last-passkey' : 'caller-ended';
}

/** Fails if the account is left without a passkey, or with more than `maxPasskeys`. */
export const requirePasskeys = (accountId: string, maxPasskeys = Number.MAX_SAFE_INTEGER): Step =>
  requiredStep(STATEMENTS.requirePasskeys, accountId, maxPasskeys);

/** Fails if the credential ID is registered already, for this or another account. */
export function insertPasskey(passkey: StoredPasskey): Step[] {
  const { credentialId, accountId, name, publicKey, signCount, transports, createdAt, lastUsedAt, backedUp } =
    passkey;
  return [
    insertLookup(credentialId, accountId),
    step(
      STATEMENTS.insertPasskey,
      credentialId,
      accountId,
      name,
      publicKey,
      signCount,
      transports,
      createdAt,
      lastUsedAt,
      backedUp,
    ),
  ];
}

/** Fails if the passkey is gone, another account's, or copied. */
export const notePasskeyUse = (
  { credentialId, signCount, backedUp }: PasskeyUse,
  accountId: string,
  at: number,
): Step => requiredStep(STATEMENTS.notePasskeyUse, credentialId, signCount, at, accountId, backedUp);

/** `passkeys` are those of the account. One that is added meanwhile is removed too; what leads to it then stays. */
export const removeOtherPasskeys = (
  accountId: string,
  keptCredentialIds: readonly string[],
  passkeys: readonly StoredPasskey[],
): Step[] => [
  step(STATEMENTS.removeOtherPasskeys, accountId, keptCredentialIds.map((id) => `,${id},`).join('')),
  ...passkeys
    .filter(({ credentialId }) => !keptCredentialIds.includes(credentialId))
    .map(({ credentialId }) => removeLookup(credentialId, accountId)),
];
