import { UserError } from '../errors/user-error.ts';
import type { StoredInvite } from '../store/console-records.ts';
import type { Store } from '../store/store.ts';
import { generateId } from './api-key.ts';
import { generateToken, hashToken } from './tokens.ts';

const MAX_USES = 10_000;

/** Returns the token in the clear; only its hash is stored. */
export async function createInvite(
  store: Store,
  { uses, expiresAt }: { uses: number; expiresAt: number },
  now: number,
): Promise<StoredInvite & { token: string }> {
  if (uses < 1 || uses > MAX_USES)
    throw new UserError(`An invite is for 1 to ${MAX_USES} sign-ups, not ${uses}.`);
  if (expiresAt <= now) throw new UserError('An invite cannot expire at once. Name a longer time.');
  const token = generateToken('invite');
  const invite: StoredInvite = {
    inviteId: generateId('inv'),
    uses,
    usesLeft: uses,
    createdAt: now,
    expiresAt,
    revokedAt: null,
  };
  await store.console.createInvite(invite, hashToken(token));
  return { ...invite, token };
}

/** Expired invites are listed for a month. */
export async function listInvites(store: Store): Promise<StoredInvite[]> {
  return store.console.listInvites();
}

export async function revokeInvite(store: Store, inviteId: string, now: number): Promise<void> {
  if (!(await store.console.revokeInvite(inviteId, now)))
    throw new UserError(`There is no invite ${inviteId}. \`rollbook invite list\` shows them.`);
}
