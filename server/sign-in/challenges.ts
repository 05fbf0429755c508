import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  step,
} from '../store/database.ts';

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

export const STATEMENTS = defineStatements({
  findChallenge: `SELECT digest, purpose, account_id AS "accountId", expires_at AS "expiresAt" FROM challenge
    WHERE digest = $1 AND purpose = $2 AND expires_at > $3`,
  saveChallenge: 'INSERT INTO challenge (digest, purpose, account_id, expires_at) VALUES ($1, $2, $3, $4)',
  useChallenge: 'DELETE FROM challenge WHERE digest = $1',
  deleteExpiredChallenges: 'DELETE FROM challenge WHERE expires_at <= $1',
});

export async function saveChallenge(
  database: Database,
  { digest, purpose, accountId, expiresAt }: StoredChallenge,
): Promise<void> {
  await database.write('saveChallenge', [
    step(STATEMENTS.saveChallenge, digest, purpose, accountId, expiresAt),
  ]);
}

/** Finds a challenge of this purpose that is neither used nor expired. */
export const findChallenge = (
  database: Database,
  digest: string,
  purpose: ChallengePurpose,
  now: number,
): Promise<StoredChallenge | undefined> => readOne(database, STATEMENTS.findChallenge, digest, purpose, now);

/** What a response leads to uses its challenge up, and fails if that is used already. */
export const useChallenge = (digest: string): Step => requiredStep(STATEMENTS.useChallenge, digest);

export const deleteExpiredChallenges = (now: number): Step => step(STATEMENTS.deleteExpiredChallenges, now);
