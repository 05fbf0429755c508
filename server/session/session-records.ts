import { MAX_SESSIONS } from '../account-limits.ts';
import { isFuture } from '../store/clock-jump.ts';
import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  step,
  succeeds,
} from '../store/database.ts';
import { ENTRY_SESSION_LIFETIME_MS, SESSION_IDLE_MS, SESSION_LIFETIME_MS } from './session-lifetimes.ts';

/** `passkey` sessions may do everything. `link` and `recovery` sessions may only register a passkey. */
export type SessionOrigin = 'passkey' | 'link' | 'recovery';

/** All times are milliseconds since the Unix epoch. */
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
  isOperator: boolean;
}

const sessionColumns = `s.digest, s.account_id AS "accountId", s.origin, s.credential_id AS "credentialId", s.browser,
  s.created_at AS "createdAt", s.used_at AS "usedAt", s.verified_at AS "verifiedAt"`;

export const STATEMENTS = defineStatements({
  findSession: `SELECT ${sessionColumns}, a.name AS "accountName", a.status AS "accountStatus",
      a.is_operator AS "operator"
    FROM console_session AS s JOIN account AS a ON a.account_id = s.account_id
    WHERE s.account_id = $1 AND s.digest = $2`,
  listSessions: `SELECT ${sessionColumns}, p.name AS "passkeyName" FROM console_session AS s
    LEFT JOIN passkey AS p ON p.credential_id = s.credential_id AND p.account_id = s.account_id
    WHERE s.account_id = $1 ORDER BY s.used_at DESC, s.digest`,
  /** Changes nothing if the account is not active. */
  insertSession: `INSERT INTO console_session
      (digest, account_id, origin, credential_id, browser, created_at, used_at, verified_at)
    SELECT $1, account_id, $3, $4, $5, CAST($6 AS bigint), CAST($7 AS bigint), CAST($8 AS bigint) FROM account
    WHERE account_id = $2 AND status = 'active'`,
  noteSessionUse: `UPDATE console_session SET used_at = $3
    WHERE account_id = $1 AND digest = $2 AND (used_at < $3 OR ${isFuture('used_at', '$3')})`,
  trimSessions: `DELETE FROM console_session WHERE account_id = $1 AND created_at < (SELECT created_at
    FROM console_session WHERE account_id = $1 ORDER BY created_at DESC LIMIT 1 OFFSET ${MAX_SESSIONS - 1})`,
  endSession: 'DELETE FROM console_session WHERE account_id = $1 AND digest = $2',
  /** $2 is the beginning of the digest, $3 its length: what the player's list calls the session. */
  endListedSession: 'DELETE FROM console_session WHERE account_id = $1 AND substr(digest, 1, $3) = $2',
  endSessions: 'DELETE FROM console_session WHERE account_id = $1',
  endOtherSessions: 'DELETE FROM console_session WHERE account_id = $1 AND digest <> $2',
  endSessionsOfPasskey: `DELETE FROM console_session
    WHERE account_id = $1 AND credential_id = $2 AND digest <> $3`,
  endRecoverySessions: "DELETE FROM console_session WHERE account_id = $1 AND origin = 'recovery'",
  /** Not used since $1, or begun before $2, or begun with a link or code before $3. */
  deleteExpiredSessions: `DELETE FROM console_session
    WHERE used_at <= $1 OR created_at <= $2 OR (origin <> 'passkey' AND created_at <= $3)`,
});

/** A change by any process, such as a suspension or a sign-out, is visible to the next call. */
export async function findSession(
  database: Database,
  accountId: string,
  digest: string,
): Promise<SessionStatus | undefined> {
  type Row = Omit<SessionStatus, 'accountActive' | 'isOperator'> & { accountStatus: string; operator: 0 | 1 };
  const found = await readOne<Row>(database, STATEMENTS.findSession, accountId, digest);
  if (found === undefined) return undefined;
  const { accountStatus, operator, ...session } = found;
  return { ...session, accountActive: accountStatus === 'active', isOperator: operator === 1 };
}

/** Last used first. */
export const listSessions = (database: Database, accountId: string): Promise<ListedSession[]> =>
  database.read(STATEMENTS.listSessions, accountId);

type SessionName = Pick<StoredSession, 'accountId' | 'digest'>;

export async function noteSessionUse(
  database: Database,
  { accountId, digest }: SessionName,
  at: number,
): Promise<void> {
  await database.write('noteSessionUse', [step(STATEMENTS.noteSessionUse, accountId, digest, at)]);
}

export const endSession = (database: Database, session: SessionName): Promise<boolean> =>
  succeeds(database.write('endSession', [endThisSession(session)]));

export function insertSession(session: StoredSession): Step {
  const { digest, accountId, origin, credentialId, browser, createdAt, usedAt, verifiedAt } = session;
  return requiredStep(
    STATEMENTS.insertSession,
    digest,
    accountId,
    origin,
    credentialId,
    browser,
    createdAt,
    usedAt,
    verifiedAt,
  );
}

export const trimSessions = (accountId: string): Step => step(STATEMENTS.trimSessions, accountId);

export const endThisSession = ({ accountId, digest }: SessionName): Step =>
  requiredStep(STATEMENTS.endSession, accountId, digest);

/** The session whose digest begins so. */
export const endSessionNamed = (accountId: string, digestPrefix: string): Step =>
  requiredStep(STATEMENTS.endListedSession, accountId, digestPrefix, digestPrefix.length);

export const endAllSessions = (accountId: string): Step => step(STATEMENTS.endSessions, accountId);

export const endOtherSessions = (accountId: string, keptDigest: string): Step =>
  step(STATEMENTS.endOtherSessions, accountId, keptDigest);

export const endSessionsOfPasskey = (accountId: string, credentialId: string, keptDigest: string): Step =>
  step(STATEMENTS.endSessionsOfPasskey, accountId, credentialId, keptDigest);

export const endRecoverySessions = (accountId: string): Step =>
  step(STATEMENTS.endRecoverySessions, accountId);

export const deleteExpiredSessions = (now: number): Step =>
  step(
    STATEMENTS.deleteExpiredSessions,
    now - SESSION_IDLE_MS,
    now - SESSION_LIFETIME_MS,
    now - ENTRY_SESSION_LIFETIME_MS,
  );
