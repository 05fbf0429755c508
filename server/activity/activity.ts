import { MAX_ACTIVITY_ENTRIES } from '../account-limits.ts';
import { type Caller, requireCaller } from '../store/caller.ts';
import { type Database, defineStatements, type Step, step, succeeds } from '../store/database.ts';

export type ActivityKind =
  | 'account-created'
  | 'signed-in'
  | 'sign-in-failed'
  | 'verified'
  | 'verification-failed'
  | 'entered-by-link'
  | 'entered-by-recovery-code'
  | 'session-ended'
  | 'signed-out-everywhere'
  | 'intruder-evicted'
  | 'account-renamed'
  | 'passkey-added'
  | 'passkey-renamed'
  | 'passkey-removed'
  | 'recovery-codes-replaced'
  | 'key-issued'
  | 'key-rotated'
  | 'key-revoked'
  | 'key-refused'
  | 'app-connected'
  | 'app-disconnected'
  | 'share-created'
  | 'share-changed'
  | 'share-renewed'
  | 'share-deleted'
  | 'roster-imported'
  | 'operator-given'
  | 'operator-taken'
  | 'link-by-operator'
  | 'suspended-by-operator'
  | 'activated-by-operator'
  | 'link-created'
  | 'account-suspended'
  | 'account-activated'
  | 'invite-created'
  | 'invite-revoked'
  | 'catalogue-fetch-on'
  | 'catalogue-fetch-off'
  | 'portraits-fetch-on'
  | 'portraits-fetch-off';

export interface ActivityEntry {
  at: number;
  kind: ActivityKind;
  /** The name of the key, the passkey or the link, or the counts of an import; empty if there is nothing to say. */
  detail: string;
}

/**
 * Entries that are kept of these kinds. They need no passkey check, so they must not push out the entries that tell of
 * an intruder.
 */
const MAX_ENTRIES_OF_KIND: Partial<Record<ActivityKind, number>> = {
  'roster-imported': 50,
  'sign-in-failed': 20,
  verified: 50,
  'verification-failed': 20,
  'session-ended': 20,
  'account-renamed': 20,
  'key-refused': 20,
  'share-created': 20,
  'share-changed': 20,
  'share-renewed': 20,
  'share-deleted': 20,
};

export const STATEMENTS = defineStatements({
  listActivity: `SELECT at, kind, detail FROM activity WHERE account_id = $1
    ORDER BY activity_id DESC LIMIT ${MAX_ACTIVITY_ENTRIES}`,
  insertActivity: 'INSERT INTO activity (account_id, at, kind, detail) VALUES ($1, $2, $3, $4)',
  /** Leaves the last $3 entries of the kind. */
  trimActivityKind: `DELETE FROM activity WHERE account_id = $1 AND kind = $2
    AND activity_id <= (SELECT activity_id FROM activity WHERE account_id = $1 AND kind = $2
      ORDER BY activity_id DESC LIMIT 1 OFFSET $3)`,
  trimActivity: `DELETE FROM activity WHERE account_id = $1 AND activity_id <= (SELECT activity_id FROM activity
    WHERE account_id = $1 ORDER BY activity_id DESC LIMIT 1 OFFSET ${MAX_ACTIVITY_ENTRIES})`,
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

export function noteActivity(accountId: string, { at, kind, detail }: ActivityEntry): Step[] {
  const maxOfKind = MAX_ENTRIES_OF_KIND[kind];
  return [
    step(STATEMENTS.insertActivity, accountId, at, kind, detail),
    ...(maxOfKind === undefined ? [] : [step(STATEMENTS.trimActivityKind, accountId, kind, maxOfKind)]),
    step(STATEMENTS.trimActivity, accountId),
  ];
}
