import type { KeyView } from '../../../../server/keys/views.ts';

const SOON_MS = 14 * 24 * 60 * 60 * 1000;

export type KeyState = 'active' | 'expires-soon' | 'expired' | 'revoked';

export function stateOfKey(
  { revokedAt, expiresAt }: Pick<KeyView, 'revokedAt' | 'expiresAt'>,
  now = Date.now(),
): { state: KeyState; isEnded: boolean } {
  const remaining = Date.parse(expiresAt) - now;
  if (revokedAt !== null) return { state: 'revoked', isEnded: true };
  if (remaining <= 0) return { state: 'expired', isEnded: true };
  return { state: remaining < SOON_MS ? 'expires-soon' : 'active', isEnded: false };
}
