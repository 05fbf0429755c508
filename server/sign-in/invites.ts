import { MAX_INVITE_USES } from '../../contract/invite-limits.ts';
import { UserError } from '../errors/user-error.ts';
import { generateId } from '../secrets.ts';
import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  step,
  succeeds,
} from '../store/database.ts';
import { mayGrant, requireGrantor } from './granted-access.ts';
import { generateToken, hashToken } from './tokens.ts';

/** An expired invite stays in the operator's list for so long. */
const RETENTION_MS = 30 * 86_400_000;

export interface StoredInvite {
  inviteId: string;
  /** Sign-ups that it allowed in all, and that it still allows. */
  uses: number;
  usesLeft: number;
  createdAt: number;
  expiresAt: number;
  revokedAt: number | null;
  /** The account of the operator who made it; null: a command did. */
  madeBy: string | null;
}

/** An invite that can be used. */
export type FoundInvite = Pick<StoredInvite, 'inviteId' | 'madeBy'> & { digest: string };

export const STATEMENTS = defineStatements({
  createInvite: `INSERT INTO invite (invite_id, digest, uses, uses_left, created_at, expires_at, revoked_at, made_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  listInvites: `SELECT invite_id AS "inviteId", uses, uses_left AS "usesLeft", created_at AS "createdAt",
    expires_at AS "expiresAt", revoked_at AS "revokedAt", made_by AS "madeBy" FROM invite ORDER BY created_at, invite_id`,
  findInvite: `SELECT invite_id AS "inviteId", digest, made_by AS "madeBy" FROM invite
    WHERE digest = $1 AND uses_left > 0 AND revoked_at IS NULL AND expires_at > $2`,
  useInvite: `UPDATE invite SET uses_left = uses_left - 1
    WHERE digest = $1 AND uses_left > 0 AND revoked_at IS NULL AND expires_at > $2`,
  revokeInvite: 'UPDATE invite SET revoked_at = coalesce(revoked_at, $2) WHERE invite_id = $1',
  deleteExpiredInvites: 'DELETE FROM invite WHERE expires_at <= $1',
});

/** Returns the token in the clear; only its hash is stored. */
export async function createInvite(
  database: Database,
  { uses, expiresAt }: { uses: number; expiresAt: number },
  now: number,
): Promise<StoredInvite & { token: string }> {
  if (uses < 1 || uses > MAX_INVITE_USES)
    throw new UserError(`An invite is for 1 to ${MAX_INVITE_USES} sign-ups, not ${uses}.`);
  if (expiresAt <= now) throw new UserError('An invite cannot expire at once. Name a longer time.');
  const { token, ...invite } = newInvite(uses, expiresAt, null, now);
  await saveInvite(database, invite, hashToken(token));
  return { ...invite, token };
}

export const newInvite = (
  uses: number,
  expiresAt: number,
  madeBy: string | null,
  now: number,
): StoredInvite & { token: string } => ({
  inviteId: generateId('inv'),
  uses,
  usesLeft: uses,
  createdAt: now,
  expiresAt,
  revokedAt: null,
  madeBy,
  token: generateToken('invite'),
});

export async function saveInvite(database: Database, invite: StoredInvite, digest: string): Promise<void> {
  await database.write('createInvite', [insertInvite(invite, digest)]);
}

export function insertInvite(invite: StoredInvite, digest: string): Step {
  const { inviteId, uses, usesLeft, createdAt, expiresAt, revokedAt, madeBy } = invite;
  return step(
    STATEMENTS.createInvite,
    inviteId,
    digest,
    uses,
    usesLeft,
    createdAt,
    expiresAt,
    revokedAt,
    madeBy,
  );
}

/** Expired invites are listed for a month. */
export const listInvites = (database: Database): Promise<StoredInvite[]> =>
  database.read(STATEMENTS.listInvites);

/** Finds an invite that can be used. */
export async function findInvite(
  database: Database,
  digest: string,
  now: number,
): Promise<FoundInvite | undefined> {
  const invite = await readOne<FoundInvite>(database, STATEMENTS.findInvite, digest, now);
  return invite !== undefined && (await mayGrant(database, invite.madeBy)) ? invite : undefined;
}

/** False if there is none. */
export const revokeInvite = (database: Database, inviteId: string, at: number): Promise<boolean> =>
  succeeds(database.write('revokeInvite', [endInvite(inviteId, at)]));

/** Fails if there is none. One that was revoked before keeps its time. */
export const endInvite = (inviteId: string, at: number): Step =>
  requiredStep(STATEMENTS.revokeInvite, inviteId, at);

export const useInvite = ({ digest, madeBy }: Pick<FoundInvite, 'digest' | 'madeBy'>, at: number): Step[] => [
  ...requireGrantor(madeBy),
  requiredStep(STATEMENTS.useInvite, digest, at),
];

export const deleteExpiredInvites = (now: number): Step =>
  step(STATEMENTS.deleteExpiredInvites, now - RETENTION_MS);
