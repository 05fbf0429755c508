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
import { generateToken, hashToken } from './tokens.ts';

export const SETUP_LINK_HOURS = 24;
const LIFETIME_MS = SETUP_LINK_HOURS * 60 * 60_000;
/** Not one that was made in the future, by a clock that was wrong: it would be open until then. */
const isOpen = (now: string) => `expires_at > ${now} AND NOT ${isFuture(`expires_at - ${LIFETIME_MS}`, now)}`;

/** The index tells it, however many accounts there are. */
const HAS_NO_ACCOUNT = '(SELECT min(account_id) FROM account) IS NULL';

export const STATEMENTS = defineStatements({
  saveSetupLink: `INSERT INTO setup_link (singleton, digest, expires_at)
    SELECT 1, $1, CAST($2 AS bigint) WHERE ${HAS_NO_ACCOUNT}
    ON CONFLICT (singleton) DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at`,
  findNoAccount: `SELECT 1 AS "found" WHERE ${HAS_NO_ACCOUNT}`,
  findSetupLink: `SELECT 1 AS "found" FROM setup_link
    WHERE singleton = 1 AND digest = $1 AND ${isOpen('$2')} AND ${HAS_NO_ACCOUNT}`,
  voidSetupLink: 'DELETE FROM setup_link WHERE singleton = 1',
  useSetupLink: `DELETE FROM setup_link
    WHERE singleton = 1 AND digest = $1 AND ${isOpen('$2')} AND ${HAS_NO_ACCOUNT}`,
});

/**
 * Returns the token of the link with which the first account is made, in the clear; only its hash is stored. Voids the
 * former link. Undefined if there is an account.
 */
export async function createSetupLink(database: Database, now: number): Promise<string | undefined> {
  const token = generateToken('setup');
  const expiresAt = now + LIFETIME_MS;
  const save = requiredStep(STATEMENTS.saveSetupLink, hashToken(token), expiresAt);
  return (await succeeds(database.write('saveSetupLink', [save]))) ? token : undefined;
}

export const hasAccounts = async (database: Database): Promise<boolean> =>
  (await readOne(database, STATEMENTS.findNoAccount)) === undefined;

/** True if the link is that of the last start, has not expired, and there is no account yet. */
export const isSetupLink = async (database: Database, digest: string, now: number): Promise<boolean> =>
  (await readOne(database, STATEMENTS.findSetupLink, digest, now)) !== undefined;

/** The second of two sign-ups at once finds it used. */
export const useSetupLink = (digest: string, at: number): Step =>
  requiredStep(STATEMENTS.useSetupLink, digest, at);

/**
 * A link is void while there is an account, whoever made it. The deletion of an account deletes the link, so that it does
 * not come back with the last one: a sign-up writes nothing on the node of these few rows.
 */
export const voidSetupLink: Step = step(STATEMENTS.voidSetupLink);
