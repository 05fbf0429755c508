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
import { mayGrant, requireGrantor } from './granted-access.ts';
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
  /** The account of the operator who made it; null: a command did. */
  madeBy: string | null;
}

/** A link that can be used. */
export interface FoundLink extends Pick<StoredLink, 'accountId' | 'digest' | 'madeBy'> {
  accountName: string;
}

export const STATEMENTS = defineStatements({
  findLink: `SELECT a.account_id AS "accountId", a.name AS "accountName", l.digest, l.made_by AS "madeBy"
    FROM account_link AS l JOIN account AS a ON a.account_id = l.account_id
    WHERE l.account_id = $1 AND l.digest = $2 AND ${isOpen('$3')}`,
  findLinkOfAccount: `SELECT expires_at AS "expiresAt", made_by AS "madeBy" FROM account_link
    WHERE account_id = $1 AND ${isOpen('$2')}`,
  saveLink: `INSERT INTO account_link (account_id, digest, expires_at, made_by)
    SELECT account_id, $2, CAST($3 AS bigint), $4 FROM account WHERE account_id = $1
    ON CONFLICT (account_id) DO UPDATE
    SET digest = excluded.digest, expires_at = excluded.expires_at, made_by = excluded.made_by`,
  deleteLink: 'DELETE FROM account_link WHERE account_id = $1',
  useLink: `DELETE FROM account_link WHERE digest = $1 AND account_id = $2 AND ${isOpen('$3')}`,
  deleteExpiredLinks: 'DELETE FROM account_link WHERE expires_at <= $1',
});

export function newLink(
  accountId: string,
  madeBy: string | null,
  now: number,
): StoredLink & { token: string } {
  const token = generateLinkToken(accountId);
  const expiresAt = now + LIFETIME_MS;
  return { accountId, digest: hashToken(token), expiresAt, madeBy, token };
}

/** Fails if the account does not exist. */
export const replaceLink = ({ accountId, digest, expiresAt, madeBy }: StoredLink): Step =>
  requiredStep(STATEMENTS.saveLink, accountId, digest, expiresAt, madeBy);

/** Finds a link that can be used. */
export async function findLink(
  database: Database,
  accountId: string,
  digest: string,
  now: number,
): Promise<FoundLink | undefined> {
  const link = await readOne<FoundLink>(database, STATEMENTS.findLink, accountId, digest, now);
  return link !== undefined && (await mayGrant(database, link.madeBy)) ? link : undefined;
}

/** The link into the account that can be used, if there is one. */
export async function findLinkOfAccount(
  database: Database,
  accountId: string,
  now: number,
): Promise<Pick<StoredLink, 'expiresAt' | 'madeBy'> | undefined> {
  type Row = Pick<StoredLink, 'expiresAt' | 'madeBy'>;
  const link = await readOne<Row>(database, STATEMENTS.findLinkOfAccount, accountId, now);
  return link !== undefined && (await mayGrant(database, link.madeBy)) ? link : undefined;
}

export const findLinkOfToken = (database: Database, token: string, now: number) =>
  isLinkToken(token) ? findLink(database, accountOfSecret(token), hashToken(token), now) : undefined;

export const useLink = (
  { digest, madeBy }: Pick<FoundLink, 'digest' | 'madeBy'>,
  accountId: string,
  at: number,
): Step[] => [...requireGrantor(madeBy), requiredStep(STATEMENTS.useLink, digest, accountId, at)];

export const deleteLink = (accountId: string): Step => step(STATEMENTS.deleteLink, accountId);

/** Fails if the account has none. */
export const endLink = (accountId: string): Step => requiredStep(STATEMENTS.deleteLink, accountId);

export const deleteExpiredLinks = (now: number): Step => step(STATEMENTS.deleteExpiredLinks, now);
