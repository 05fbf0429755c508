import { KEY_LIFETIME_YEARS } from '../../contract/limits.ts';
import type { KeyStatus, Permission } from '../store/account-records.ts';

export type KeyRejection = 'unknown' | 'revoked' | 'expired' | 'suspended' | 'read-only';

/** Whether a key may do this now, or why not. The key itself comes before what it may do (401 before 403). */
export function keyRejection(
  standing: KeyStatus | undefined,
  needs: Permission,
  now: number,
): KeyRejection | undefined {
  if (standing === undefined) return 'unknown';
  if (standing.revoked) return 'revoked';
  if (now >= standing.expiresAt) return 'expired';
  if (!standing.accountActive) return 'suspended';
  if (needs === 'write' && standing.permission !== 'write') return 'read-only';
  return undefined;
}

/** The same UTC time a year later; 29 February has 28 February as its day then. */
export function latestExpiry(issuedAt: number): number {
  const date = new Date(issuedAt);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + KEY_LIFETIME_YEARS);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime();
}
