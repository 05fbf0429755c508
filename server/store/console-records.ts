/** What the store keeps for the console. All times are milliseconds since the Unix epoch. */

export interface StoredPasskey {
  /** Base64url, as WebAuthn sends it. */
  credentialId: string;
  accountId: string;
  name: string;
  /** The COSE key in base64url. */
  publicKey: string;
  signCount: number;
  /** As the browser reported them, separated by commas: a hint for later sign-ins. */
  transports: string;
  createdAt: number;
  lastUsedAt: number | null;
  /** 1 if it was copied to the player's other devices at its last use; null if it was not used since that is kept. */
  backedUp: 0 | 1 | null;
}

/** What a browser proved with a passkey. */
export interface PasskeyUse {
  /** The digest of the challenge that the passkey has signed. */
  challengeDigest: string;
  credentialId: string;
  /** The store accepts only one above the stored one, or 0 for a passkey that does not count. */
  signCount: number;
  backedUp: 0 | 1;
}

/** `passkey` sessions may do everything. `link` and `recovery` sessions may only register a passkey. */
export type SessionOrigin = 'passkey' | 'link' | 'recovery';

export interface StoredSession {
  /** SHA-256 of the cookie's value. */
  digest: string;
  accountId: string;
  origin: SessionOrigin;
  /** The passkey that it began with; null if it began with a link or recovery code. */
  credentialId: string | null;
  /** The name of the browser, for the player's list; empty if unknown. */
  browser: string;
  createdAt: number;
  /** Moved forward by use, at most once an hour. */
  usedAt: number;
  /** When a passkey was checked, which begins a session; null if none was. */
  verifiedAt: number | null;
}

/** A session in the player's list. */
export interface ListedSession extends StoredSession {
  /** Null if it did not begin with a passkey that is still there. */
  passkeyName: string | null;
}

/** A session with what each request needs to know about its account. */
export interface SessionStatus extends StoredSession {
  accountName: string;
  accountActive: boolean;
}

/** Names what a challenge was issued for; a response to it serves nothing else. */
export type ChallengePurpose = 'sign-in' | 'sign-up' | 'verify' | 'add-passkey';

export interface StoredChallenge {
  /** SHA-256 of the challenge. */
  digest: string;
  purpose: ChallengePurpose;
  /** For `sign-up` the ID that the new account will have; null for `sign-in`. */
  accountId: string | null;
  expiresAt: number;
}

export interface StoredInvite {
  inviteId: string;
  /** Sign-ups that it allowed in all, and that it still allows. */
  uses: number;
  usesLeft: number;
  createdAt: number;
  expiresAt: number;
  revokedAt: number | null;
}

/** A one-time link into an account; each account has one at most. */
export interface StoredLink {
  accountId: string;
  digest: string;
  expiresAt: number;
}

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
  | 'roster-imported';

export interface ActivityEntry {
  at: number;
  kind: ActivityKind;
  /** The name of the key or passkey, or the counts of an import; empty if there is nothing to say. */
  detail: string;
}
