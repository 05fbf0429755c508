import { type Access, RATE_LIMITS } from '../../contract/limits.ts';
import { ApiError } from '../http/api-error.ts';
import type { RateLimitResult } from './rate-limiter.ts';

/** Step 4, once the request is counted: the headers that tell its caller where they stand, or the refusal. */
export function createRateLimitReporter(work: Access, limit: number) {
  const policy = rateLimitPolicyHeader(work, limit);
  return ({ allowed, remaining, resetMs }: RateLimitResult): RateLimitReport => {
    const seconds = Math.max(1, Math.ceil(resetMs / 1000));
    const headers = { 'ratelimit-policy': policy, ratelimit: rateLimitHeader(work, remaining, seconds) };
    return { headers, error: allowed ? undefined : rateLimitedError(work, limit, seconds) };
  };
}

interface RateLimitReport {
  headers: Record<string, string>;
  error: ApiError | undefined;
}

export const rateLimitPolicyHeader = (work: Access, limit: number): string =>
  `"${work}";q=${limit};w=${RATE_LIMITS[work].windowSeconds}`;
export const rateLimitHeader = (work: Access, remaining: number, seconds: number): string =>
  `"${work}";r=${remaining};t=${seconds}`;

export function rateLimitedError(work: Access, limit: number, seconds: number): ApiError {
  const { windowSeconds } = RATE_LIMITS[work];
  const kind = work === 'read' ? '읽기' : '쓰기';
  return new ApiError(
    'rate_limited',
    `${kind} 요청은 ${windowSeconds / 60}분에 ${limit}번까지 보낼 수 있습니다. ${seconds}초 뒤에 다시 보내십시오.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}
