import { type Access, RATE_LIMITS } from '../../contract/limits.ts';
import { ApiError } from '../http/api-error.ts';
import type { RateLimitResult } from './rate-limiter.ts';

/** Turns the result of the rate limiter into response headers and, over the limit, a 429 error. */
export function createRateLimitReporter(
  access: Access,
  limit: number,
  windowSeconds: number = RATE_LIMITS[access].windowSeconds,
) {
  const policy = rateLimitPolicyHeader(access, limit, windowSeconds);
  return ({ allowed, remaining, resetMs }: RateLimitResult): RateLimitReport => {
    const seconds = Math.max(1, Math.ceil(resetMs / 1000));
    const headers = { 'ratelimit-policy': policy, ratelimit: rateLimitHeader(access, remaining, seconds) };
    return { headers, error: allowed ? undefined : rateLimitedError(access, limit, seconds, windowSeconds) };
  };
}

interface RateLimitReport {
  headers: Record<string, string>;
  error: ApiError | undefined;
}

export const rateLimitPolicyHeader = (
  access: Access,
  limit: number,
  windowSeconds: number = RATE_LIMITS[access].windowSeconds,
): string => `"${access}";q=${limit};w=${windowSeconds}`;
export const rateLimitHeader = (access: Access, remaining: number, seconds: number): string =>
  `"${access}";r=${remaining};t=${seconds}`;

export function rateLimitedError(
  access: Access,
  limit: number,
  seconds: number,
  windowSeconds: number = RATE_LIMITS[access].windowSeconds,
): ApiError {
  const kind = access === 'read' ? '읽기' : '쓰기';
  return new ApiError(
    'rate_limited',
    `${kind} 요청은 ${windowSeconds / 60}분에 ${limit}번까지 보낼 수 있습니다. ${seconds}초 뒤에 다시 보내십시오.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}
