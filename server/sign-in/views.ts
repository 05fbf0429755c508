import type { GameServer } from '../../game/attributes.ts';
import type { PasskeyProblem } from '../console/passkey-problem.ts';
import type { HistoryAuthorView } from '../history/views.ts';
import type { KeyView } from '../keys/views.ts';

/** The JSON of the console API. Times are ISO 8601. A request whose body has other fields is answered 400. */

/** GET /session; also the answer to everything that begins or changes a session. */
export type SessionView = SignedOutView | SignedInView;

export interface SignedOutView {
  signedIn: false;
  /** ROLLBOOK_SIGNUP. */
  signup: 'closed' | 'invite' | 'open';
  /** Null where passkeys work; otherwise why they cannot at this address. */
  passkeyProblem: PasskeyProblem | null;
}

export interface SignedInView {
  signedIn: true;
  account: {
    accountId: string;
    name: string;
    createdAt: string;
    /** The build of the game that the player plays. */
    gameServer: GameServer;
    /** True if the console shows it the server: `operator-views.ts`. */
    isOperator: boolean;
  };
  /** The session began with a link or a recovery code: it may only register a passkey, until `endsAt`. */
  mustAddPasskey: boolean;
  endsAt: string;
  /** Until when keys, passkeys, recovery codes and the account may be changed without another passkey check; null: check first. */
  verifiedUntil: string | null;
  passkeys: number;
  recoveryCodesLeft: number;
  /** True if GET /kept-rows has any. */
  keepsRows: boolean;
  /** ROLLBOOK_PORTRAITS is set: GET /portraits lists those that there are. */
  hasPortraits: boolean;
  /** True if apps can be connected: ROLLBOOK_OAUTH. */
  connectsApps: boolean;
}

/** POST /token { token }: what a link or invite is, without using it up. 404 if it is neither. `setup`: the setup link. */
export type TokenView =
  | { kind: 'invite' | 'setup' }
  | { kind: 'link'; account: { accountId: string; name: string } };

export interface PasskeyView {
  passkeyId: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** Copied to the player's other devices; null if not known yet. */
  isBackedUp: boolean | null;
}

/** GET /sessions: who is signed in, and who else could come in now. */
export interface SessionsView {
  sessions: ListedSessionView[];
  /** The one-time link into the account that is open. DELETE /link ends it; 404 if it has ended or was used. */
  link: OpenLinkView | null;
}

export interface OpenLinkView {
  /** The name of the operator's account that made it; null: a command where the server runs. */
  madeBy: string | null;
  expiresAt: string;
}

/** A browser that is signed in. */
export interface ListedSessionView {
  sessionId: string;
  /** The beginning of the session. */
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

/** GET /sessions */
export interface SessionsView {
  sessions: ListedSessionView[];
  /** Apps that a listed session may have let in, newest first. POST /sign-out-everywhere { apps } ends some. */
  recentApps: KeyView[];
}

/** POST /eviction { keptPasskeys }: what "somebody else was here" has done. */
export interface EvictionView {
  recoveryCodes: string[];
  /** Whose changes of the roster the player may want to take back: the sessions and keys that this has ended. */
  authors: HistoryAuthorView[];
}
