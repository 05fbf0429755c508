import { addActivity } from '../activity/activity.ts';
import { OPERATOR } from '../store/caller.ts';
import { findKeyOfAccount } from '../store/find-accounts.ts';
import type { Store } from '../store/store.ts';
import type { KeyStatus } from '../store/stored-account.ts';

/** A key that is refused again within this time is not noted again, and no request waits for the note. */
const INTERVAL_MS = 60 * 60_000;
/** All are forgotten when there are more. */
const MAX_NOTED_KEYS = 10_000;

/** Notes in the activity of an account that a key of it was used after its end: a tool that was forgotten, or a thief. */
export function createRefusedKeyNotes(store: Store): (key: KeyStatus, at: number) => void {
  const notedAt = new Map<string, number>();
  async function note(keyId: string, accountId: string, at: number): Promise<void> {
    const key = await findKeyOfAccount(store, accountId, keyId);
    if (key === undefined) return;
    const entry = { at, kind: 'key-refused', detail: key.name || `${key.shown}…` } as const;
    await addActivity(store.database, OPERATOR, accountId, entry);
  }
  return ({ keyId, accountId }, at) => {
    const last = notedAt.get(keyId);
    if (last !== undefined && at - last < INTERVAL_MS) return;
    if (notedAt.size >= MAX_NOTED_KEYS) notedAt.clear();
    notedAt.set(keyId, at);
    note(keyId, accountId, at).catch(() => {});
  };
}
