import { KEY_LIFETIME_YEARS, type Permission } from '../../contract/limits.ts';
import type { KeyStatus } from '../store/account-records.ts';

export type KeyRejection = 'unknown' | 'revoked' | 'expired' | 'suspended' | 'read-only';

/** Returns why a key is rejected, or undefined if it is accepted. Reasons for 401 come before reasons for 403. */
export function keyRejection(
  key: KeyStatus | undefined,
  required: Permission,
  now: number,
): KeyRejection | undefined {
  if (key === undefined) return 'unknown';
  if (key.revoked) return 'revoked';
  if (now >= key.expiresAt) return 'expired';
  if (!key.accountActive) return 'suspended';
  if (required === 'write' && key.permission !== 'write') return 'read-only';
  return undefined;
}

/** The same UTC time one year later; 29 February becomes 28 February. */
export function latestExpiry(issuedAt: number): number {
  const date = new Date(issuedAt);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + KEY_LIFETIME_YEARS);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime();
}
