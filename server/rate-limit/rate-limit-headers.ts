import { type Permission, RATE_LIMITS } from '../../contract/limits.ts';
import { ApiError } from '../http/api-error.ts';
import type { RateLimitResult } from './rate-limiter.ts';

/** Turns the result of the rate limiter into response headers and, over the limit, a 429 error. */
export function createRateLimitReporter(
  permission: Permission,
  limit: number,
  windowSeconds: number = RATE_LIMITS[permission].windowSeconds,
) {
  const policy = rateLimitPolicyHeader(permission, limit, windowSeconds);
  return ({ allowed, remaining, resetMs }: RateLimitResult): RateLimitReport => {
    const seconds = Math.max(1, Math.ceil(resetMs / 1000));
    const headers = {
      'ratelimit-policy': policy,
      ratelimit: rateLimitHeader(permission, remaining, seconds),
    };
    return {
      headers,
      error: allowed ? undefined : rateLimitedError(permission, limit, seconds, windowSeconds),
    };
  };
}

interface RateLimitReport {
  headers: Record<string, string>;
  error: ApiError | undefined;
}

export const rateLimitPolicyHeader = (
  permission: Permission,
  limit: number,
  windowSeconds: number = RATE_LIMITS[permission].windowSeconds,
): string => `"${permission}";q=${limit};w=${windowSeconds}`;
export const rateLimitHeader = (permission: Permission, remaining: number, seconds: number): string =>
  `"${permission}";r=${remaining};t=${seconds}`;

export function rateLimitedError(
  permission: Permission,
  limit: number,
  seconds: number,
  windowSeconds: number = RATE_LIMITS[permission].windowSeconds,
): ApiError {
  const kind = permission === 'read' ? '읽기' : '쓰기';
  return new ApiError(
    'rate_limited',
    `${kind} 요청은 ${windowSeconds / 60}분에 ${limit}번까지 보낼 수 있습니다. ${seconds}초 뒤에 다시 보내십시오.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}
