import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Database, defineStatements, requiredStep, type Step, step } from '../store/database.ts';
import { generateReachable } from '../store/reachable-key.ts';
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

  return {
    async issue(binding: ChallengeBinding): Promise<Uint8Array<ArrayBuffer>> {
      const secret = await readSecret();
      const generate = () => {
        const head = `${now() + LIFETIME_MS}.${randomBytes(16).toString('base64url')}`;
        const signature = sign(secret, binding, head).toString('base64url');
        return `${head}.${binding.accountId}.${signature}`;
      };
      return Uint8Array.from(Buffer.from(await generateReachable({ database }, generate, digestOf)));
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
      const binding = { purpose, accountId, browser };
      const expected = sign(await readSecret(), binding, `${expiresAt}.${random}`);
      if (!timingSafeEqual(Buffer.from(signature, 'base64url'), expected)) return undefined;
      // The digest is of the decoded text: Base64 has several spellings of the same bytes.
      return { digest: digestOf(text), accountId };
    },
  };
}

const sign = (secret: string, { purpose, accountId, browser }: ChallengeBinding, head: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([purpose, accountId, browser, head]))
    .digest();

/** Under which the use of a challenge is stored. */
const digestOf = (challenge: string): string => hash('sha256', challenge, 'hex');

/** The transaction that a response leads to uses its challenge up, and fails if that is used already. */
export const useChallenge = (digest: string, at: number): Step =>
  requiredStep(STATEMENTS.useChallenge, digest, at + KEEP_USED_MS);

export const deleteExpiredChallenges = (now: number): Step => step(STATEMENTS.deleteExpiredChallenges, now);
