import type { InviteView } from '../../../../server/operator/views.ts';

const SOON_MS = 24 * 60 * 60 * 1000;

export type InviteState = 'open' | 'expires-soon' | 'used' | 'expired' | 'revoked';

export function stateOfInvite(
  { usesLeft, expiresAt, revokedAt }: Pick<InviteView, 'usesLeft' | 'expiresAt' | 'revokedAt'>,
  now = Date.now(),
): { state: InviteState; isEnded: boolean } {
  const remaining = Date.parse(expiresAt) - now;
  if (revokedAt !== null) return { state: 'revoked', isEnded: true };
  if (usesLeft === 0) return { state: 'used', isEnded: true };
  if (remaining <= 0) return { state: 'expired', isEnded: true };
  return { state: remaining < SOON_MS ? 'expires-soon' : 'open', isEnded: false };
}
