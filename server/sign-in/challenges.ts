import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Database, defineStatements, requiredStep, type Step, step } from '../store/database.ts';
import { createServerSecret } from '../store/server-secret.ts';

/** Names what a challenge was issued for; a response to it serves nothing else. */
export type ChallengePurpose = 'sign-in' | 'sign-up' | 'verify' | 'add-passkey';

/** The binding of a challenge. */
export interface ChallengeBinding {
  purpose: ChallengePurpose;
  /** For `sign-up` the ID that the new account will have; empty for `sign-in`. */
  accountId: string;
  /** Tells a browser without a session from others (`browser-cookie.ts`); empty where one is signed in. */
  browser: string;
}

export interface CheckedChallenge {
  /** SHA-256 of the challenge. */
  digest: string;
  accountId: string;
}

const LIFETIME_MS = 5 * 60_000;
/** The clocks of two instances may differ. One that is issued further ahead is of a clock that was wrong. */
const MAX_REMAINING_MS = 2 * LIFETIME_MS;
/** Longer than any instance takes the challenge for valid. */
const KEEP_USED_MS = 60 * 60_000;
const FORM = /^(\d{1,15})\.([\w-]{22})\.(\w{0,64})\.([\w-]{43})$/;

export const STATEMENTS = defineStatements({
  /** Changes no row for one that is used: of two at once, the second waits for the first. */
  useChallenge: `INSERT INTO used_challenge (digest, expires_at) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING`,
  deleteExpiredChallenges: 'DELETE FROM used_challenge WHERE expires_at <= $1',
});

/** Challenges are signed texts with their time: only their use is stored, so that strangers write nothing by asking. */
export function createChallenges(database: Database, now: () => number) {
  const readSecret = createServerSecret(database, 'challenge');

  async function sign({ purpose, accountId, browser }: ChallengeBinding, head: string): Promise<Buffer> {
    return createHmac('sha256', await readSecret())
      .update(JSON.stringify([purpose, accountId, browser, head]))
      .digest();
  }

  return {
    async issue(binding: ChallengeBinding): Promise<Uint8Array<ArrayBuffer>> {
      const head = `${now() + LIFETIME_MS}.${randomBytes(16).toString('base64url')}`;
      const signature = (await sign(binding, head)).toString('base64url');
      return Uint8Array.from(Buffer.from(`${head}.${binding.accountId}.${signature}`));
    },

    /** Undefined unless this service has issued it for this purpose and browser, and it has not expired. */
    async check(
      challenge: string,
      { purpose, browser }: Omit<ChallengeBinding, 'accountId'>,
    ): Promise<CheckedChallenge | undefined> {
      const text = Buffer.from(challenge, 'base64url').toString();
      const [, expiresAt = '', random = '', accountId = '', signature = ''] = FORM.exec(text) ?? [];
      const remaining = Number(expiresAt) - now();
      if (signature === '' || remaining <= 0 || remaining > MAX_REMAINING_MS) return undefined;
      const expected = await sign({ purpose, accountId, browser }, `${expiresAt}.${random}`);
      if (!timingSafeEqual(Buffer.from(signature, 'base64url'), expected)) return undefined;
      // The digest is of the decoded text: Base64 has several spellings of the same bytes.
      return { digest: hash('sha256', text, 'hex'), accountId };
    },
  };
}

/** The transaction that a response leads to uses its challenge up, and fails if that is used already. */
export const useChallenge = (digest: string, at: number): Step =>
  requiredStep(STATEMENTS.useChallenge, digest, at + KEEP_USED_MS);

export const deleteExpiredChallenges = (now: number): Step => step(STATEMENTS.deleteExpiredChallenges, now);
