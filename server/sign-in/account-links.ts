import { accountOfSecret } from '../secrets.ts';
import { isFuture } from '../store/clock-jump.ts';
import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  step,
} from '../store/database.ts';
import { generateLinkToken, hashToken, isLinkToken } from './tokens.ts';

export const ACCOUNT_LINK_MINUTES = 30;
const LIFETIME_MS = ACCOUNT_LINK_MINUTES * 60_000;
/** Not one that was made in the future, by a clock that was wrong: it would be open until then. */
const isOpen = (now: string) => `expires_at > ${now} AND NOT ${isFuture(`expires_at - ${LIFETIME_MS}`, now)}`;

/** A one-time link into an account; each account has one at most. */
export interface StoredLink {
  accountId: string;
  digest: string;
  expiresAt: number;
}

export const STATEMENTS = defineStatements({
  findLink: `SELECT a.account_id AS "accountId", a.name AS "accountName"
    FROM account_link AS l JOIN account AS a ON a.account_id = l.account_id
    WHERE l.account_id = $1 AND l.digest = $2 AND ${isOpen('$3')}`,
  saveLink: `INSERT INTO account_link (account_id, digest, expires_at)
    SELECT account_id, $2, CAST($3 AS bigint) FROM account WHERE account_id = $1
    ON CONFLICT (account_id) DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at`,
  deleteLink: 'DELETE FROM account_link WHERE account_id = $1',
  useLink: `DELETE FROM account_link WHERE digest = $1 AND account_id = $2 AND ${isOpen('$3')}`,
  deleteExpiredLinks: 'DELETE FROM account_link WHERE expires_at <= $1',
});

export function newLink(accountId: string, now: number): StoredLink & { token: string } {
  const token = generateLinkToken(accountId);
  return { accountId, digest: hashToken(token), expiresAt: now + LIFETIME_MS, token };
}

/** Fails if the account does not exist. */
export const replaceLink = ({ accountId, digest, expiresAt }: StoredLink): Step =>
  requiredStep(STATEMENTS.saveLink, accountId, digest, expiresAt);

/** Finds a link that is neither used nor expired. */
export const findLink = (
  database: Database,
  accountId: string,
  digest: string,
  now: number,
): Promise<{ accountId: string; accountName: string } | undefined> =>
  readOne(database, STATEMENTS.findLink, accountId, digest, now);

export const findLinkOfToken = (database: Database, token: string, now: number) =>
  isLinkToken(token) ? findLink(database, accountOfSecret(token), hashToken(token), now) : undefined;

export const useLink = (digest: string, accountId: string, at: number): Step =>
  requiredStep(STATEMENTS.useLink, digest, accountId, at);

export const deleteLink = (accountId: string): Step => step(STATEMENTS.deleteLink, accountId);

export const deleteExpiredLinks = (now: number): Step => step(STATEMENTS.deleteExpiredLinks, now);
