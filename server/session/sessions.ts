import { hash, randomBytes } from 'node:crypto';
import { accountOfSecret, accountPart } from '../secrets.ts';
import { isInFuture } from '../store/clock-jump.ts';
import {
  ENTRY_SESSION_LIFETIME_MS,
  SESSION_IDLE_MS,
  SESSION_LIFETIME_MS,
  VERIFICATION_MS,
} from './session-lifetimes.ts';
import type { SessionStatus, StoredSession } from './session-records.ts';

/** The time of last use is written at most this often. */
const USE_RESOLUTION_MS = 60 * 60_000;

/** The cookie's value ends with the part of its account; only its digest is stored. */
export const hashSessionToken = (token: string): string => hash('sha256', token, 'hex');

/** The account that a token carries; undefined for one of before tokens did. */
export const accountOfSession = (token: string): string | undefined =>
  /^[\w-]{56}$/.test(token) ? accountOfSecret(token) : undefined;

/** How a session begins. */
export type SessionStart = Pick<StoredSession, 'origin' | 'credentialId'>;

export function createSession(
  accountId: string,
  { origin, credentialId }: SessionStart,
  browser: string,
  now: number,
): { token: string; session: StoredSession } {
  const token = randomBytes(32).toString('base64url') + accountPart(accountId);
  const verifiedAt = origin === 'passkey' ? now : null;
  const digest = hashSessionToken(token);
  return {
    token,
    session: { digest, accountId, origin, credentialId, browser, createdAt: now, usedAt: now, verifiedAt },
  };
}

/** The moment from which the session is no longer valid, unless it is used before. */
export const sessionExpiry = ({ origin, createdAt, usedAt }: StoredSession): number =>
  origin === 'passkey'
    ? Math.min(usedAt + SESSION_IDLE_MS, createdAt + SESSION_LIFETIME_MS)
    : createdAt + ENTRY_SESSION_LIFETIME_MS;

/** A session that began with a link or a recovery code may only register a passkey. */
export const mustAddPasskey = ({ origin }: StoredSession): boolean => origin !== 'passkey';

/**
 * Until when the session may change keys, passkeys, recovery codes and the account; null if it may not. A check in the
 * future, by a clock that was wrong, is none.
 */
export function verifiedUntil({ verifiedAt }: StoredSession, now: number): number | null {
  if (verifiedAt === null || isInFuture(verifiedAt, now)) return null;
  const until = verifiedAt + VERIFICATION_MS;
  return now < until ? until : null;
}

/** The ID of a session in the player's list. It tells no more of the token than the digest does. */
export const sessionIdOf = ({ digest }: Pick<StoredSession, 'digest'>): string =>
  digest.slice(0, SESSION_ID_LENGTH);
export const SESSION_ID_LENGTH = 16;

export const isUseWorthNoting = ({ usedAt }: StoredSession, now: number): boolean =>
  now - usedAt >= USE_RESOLUTION_MS || isInFuture(usedAt, now);

/**
 * The session that a route requires. `any` admits one that must add a passkey first, and `add-passkey` a verified one
 * too. `operator` is a full one of an operator's account.
 */
export type SessionRequirement =
  | 'none'
  | 'any'
  | 'full'
  | 'verified'
  | 'add-passkey'
  | 'operator'
  | 'verified-operator';
export type SessionRejection =
  | 'signed-out'
  | 'other-account'
  | 'suspended'
  | 'passkey-required'
  | 'not-operator'
  | 'verification-required';

/** Returns why a session is rejected, or undefined if it meets the requirement. */
export function sessionRejection(
  session: SessionStatus | undefined,
  required: SessionRequirement,
  now: number,
): SessionRejection | undefined {
  if (required === 'none') return undefined;
  if (session === undefined || now >= sessionExpiry(session)) return 'signed-out';
  if (!session.accountActive) return 'suspended';
  if (mustAddPasskey(session))
    return required === 'any' || required === 'add-passkey' ? undefined : 'passkey-required';
  const needsOperator = required === 'operator' || required === 'verified-operator';
  if (needsOperator && !session.isOperator) return 'not-operator';
  const needsVerification =
    required === 'verified' || required === 'add-passkey' || required === 'verified-operator';
  return needsVerification && verifiedUntil(session, now) === null ? 'verification-required' : undefined;
}
