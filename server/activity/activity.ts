import { type Caller, requireCaller } from '../store/caller.ts';
import { type Database, defineStatements, type Step, step, succeeds } from '../store/database.ts';

export interface ActivityEntry {
  at: number;
  kind: ActivityKind;
  /** The name of the key, the passkey, the link or the operator, or the counts of an import; empty if there is nothing to say. */
  detail: string;
}

/**
 * Entries that are kept of each kind. What somebody does again and again, such as an app that is connected and
 * disconnected, pushes out its own kind and nothing else.
 */
export const MAX_ENTRIES_OF_KIND = {
  'account-created': 1,
  'signed-in': 50,
  'sign-in-failed': 20,
  verified: 50,
  'verification-failed': 20,
  'entered-by-link': 20,
  'entered-by-recovery-code': 20,
  'session-ended': 20,
  'signed-out-everywhere': 20,
  'intruder-evicted': 20,
  'account-renamed': 20,
  'passkey-added': 20,
  'passkey-renamed': 20,
  'passkey-removed': 20,
  'recovery-codes-replaced': 20,
  'key-issued': 20,
  'key-rotated': 20,
  'key-revoked': 20,
  'key-refused': 20,
  'app-connected': 20,
  'app-disconnected': 20,
  'app-writes': 20,
  'app-asks': 20,
  'proposal-applied': 20,
  'proposal-declined': 20,
  'share-created': 20,
  'share-changed': 20,
  'share-renewed': 20,
  'share-deleted': 20,
  'board-created': 20,
  'board-changed': 20,
  'board-deleted': 20,
  'board-joined': 20,
  'board-left': 20,
  'roster-imported': 50,
  'operator-given': 20,
  'operator-taken': 20,
  'link-by-operator': 20,
  'link-ended': 20,
  'suspended-by-operator': 20,
  'activated-by-operator': 20,
  'link-created': 20,
  'account-suspended': 20,
  'account-activated': 20,
  'invite-created': 20,
  'invite-revoked': 20,
  'catalogue-fetch-on': 20,
  'catalogue-fetch-off': 20,
  'portraits-fetch-on': 20,
  'portraits-fetch-off': 20,
} as const;

export type ActivityKind = keyof typeof MAX_ENTRIES_OF_KIND;

export const STATEMENTS = defineStatements({
  listActivity: `SELECT at, kind, detail FROM activity WHERE account_id = $1
    ORDER BY activity_id DESC`,
  insertActivity: 'INSERT INTO activity (account_id, at, kind, detail) VALUES ($1, $2, $3, $4)',
  /** Leaves the last $3 entries of the kind. */
  trimActivityKind: `DELETE FROM activity WHERE account_id = $1 AND kind = $2
    AND activity_id <= (SELECT activity_id FROM activity WHERE account_id = $1 AND kind = $2
      ORDER BY activity_id DESC LIMIT 1 OFFSET $3)`,
});

/** Newest first. */
export const listActivity = (database: Database, accountId: string): Promise<ActivityEntry[]> =>
  database.read(STATEMENTS.listActivity, accountId);

/** False if the caller may not write any more. */
export const addActivity = (
  database: Database,
  caller: Caller,
  accountId: string,
  entry: ActivityEntry,
): Promise<boolean> => succeeds(changeAccount(database, 'addActivity', caller, accountId, entry, []));

/** A change of an account, which is told in its activity. Its first step fails if the caller may not write any more. */
export const changeAccount = (
  database: Database,
  operation: string,
  caller: Caller,
  accountId: string,
  entry: ActivityEntry,
  steps: readonly Step[],
): Promise<Step | undefined> =>
  database.write(
    operation,
    [...requireCaller(caller, accountId, entry.at), ...steps, ...noteActivity(accountId, entry)],
    accountId,
  );

export const noteActivity = (accountId: string, { at, kind, detail }: ActivityEntry): Step[] => [
  step(STATEMENTS.insertActivity, accountId, at, kind, detail),
  step(STATEMENTS.trimActivityKind, accountId, kind, MAX_ENTRIES_OF_KIND[kind]),
];
