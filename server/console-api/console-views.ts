import type { Permission } from '../../contract/limits.ts';

/**
 * The JSON of the console API, below /console/api. Times are ISO 8601. The console imports these types; a request whose
 * body has other fields is answered 400.
 */

/** GET /session; also the answer to everything that begins or changes a session. */
export type SessionView = SignedOutView | SignedInView;

export interface SignedOutView {
  signedIn: false;
  /** ROLLBOOK_SIGNUP. */
  signup: 'closed' | 'invite' | 'open';
  /** Null where passkeys work; otherwise why they cannot at this address. */
  passkeyProblem: PasskeyProblem | null;
}

/** `ip-address`: WebAuthn knows no IP addresses. `insecure`: http works on localhost only. */
export type PasskeyProblem = 'ip-address' | 'insecure';

export interface SignedInView {
  signedIn: true;
  account: { accountId: string; name: string; createdAt: string };
  /** The session began with a link or a recovery code: it may only register a passkey, until `endsAt`. */
  mustAddPasskey: boolean;
  endsAt: string;
  /** Until when keys, passkeys, recovery codes and the account may be changed without another passkey check; null: check first. */
  verifiedUntil: string | null;
  passkeys: number;
  recoveryCodesLeft: number;
}

/** POST /token { token }: what a link or invite is, without using it up. 404 if it is neither. */
export type TokenView = { kind: 'invite' } | { kind: 'link'; account: { accountId: string; name: string } };

export interface PasskeyView {
  passkeyId: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** Copied to the player's other devices; null if not known yet. */
  isBackedUp: boolean | null;
}

/** A browser that is signed in. */
export interface ListedSessionView {
  sessionId: string;
  /** What it began with. */
  origin: 'passkey' | 'link' | 'recovery';
  /** The name of that passkey, while it exists. */
  passkeyName: string | null;
  /** Such as `Chrome, Android`; empty if unknown. */
  browser: string;
  createdAt: string;
  /** To the hour. */
  usedAt: string;
  /** The session that asks. */
  isCurrent: boolean;
}

/** POST /eviction { keptPasskeys }: what "somebody else was here" has done. */
export interface EvictionView {
  recoveryCodes: string[];
}

export interface KeyView {
  keyId: string;
  name: string;
  permission: Permission;
  /** The first characters of the key. */
  shown: string;
  issuedAt: string;
  expiresAt: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
}

/** The key itself is in this answer only. */
export interface IssuedKeyView {
  key: KeyView;
  apiKey: string;
}

export interface ActivityView {
  at: string;
  kind: string;
  detail: string;
}

/** Of the limits of /v1, which the account's tools share. */
export interface LimitView {
  limit: number;
  remaining: number;
  /** Until the window ends; 0 if no request was counted in one. */
  resetSeconds: number;
}
