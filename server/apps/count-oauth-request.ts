import type { RateLimiter } from '../store/rate-limiter.ts';
import { OAuthError } from './oauth-error.ts';

/** Throws 429 where the window of the subject is full. */
export async function countOAuthRequest(
  limiter: Pick<RateLimiter, 'consume'>,
  subject: string,
  description: string,
): Promise<void> {
  const { allowed, resetMs } = await limiter.consume(subject);
  if (!allowed)
    throw new OAuthError('temporarily_unavailable', description, Math.max(1, Math.ceil(resetMs / 1000)));
}
