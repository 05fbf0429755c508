import {
  MCP_LIMIT,
  type Permission,
  RATE_LIMITS,
  RESERVE_LIMIT,
  SHARE_LIMIT,
  SIGN_IN_LIMIT,
} from '../../contract/limits.ts';
import { ApiError } from '../errors/api-error.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import type { RateLimitResult } from '../store/rate-limiter.ts';

/** The subject of a limit. */
type LimitName = Permission | 'reserve' | 'sign-in' | 'mcp' | 'share';

const LIMITED_REQUESTS: Record<LimitName, string> = {
  read: '읽기 요청',
  write: '쓰기 요청',
  reserve: '로그아웃, 본인 확인, 폐기 요청',
  'sign-in': '로그인과 가입 요청',
  mcp: 'MCP 요청',
  share: '공유 링크를 여는 요청',
};
const LIMITS = {
  ...RATE_LIMITS,
  reserve: RESERVE_LIMIT,
  'sign-in': SIGN_IN_LIMIT,
  mcp: MCP_LIMIT,
  share: SHARE_LIMIT,
};
const windowOf = (name: LimitName): number => LIMITS[name].windowSeconds;

/** Turns the result of the rate limiter into response headers and, over the limit, a 429 error. */
export function createRateLimitReporter(
  name: LimitName,
  limit: number,
  windowSeconds: number = windowOf(name),
) {
  const policy = rateLimitPolicyHeader(name, limit, windowSeconds);
  return ({ allowed, remaining, resetMs }: RateLimitResult): RateLimitReport => {
    const seconds = Math.max(1, Math.ceil(resetMs / 1000));
    const headers = {
      'ratelimit-policy': policy,
      ratelimit: rateLimitHeader(name, remaining, seconds),
    };
    return {
      headers,
      error: allowed ? undefined : rateLimitedError(name, limit, seconds, windowSeconds),
    };
  };
}

/** Puts what a limit says into the answer. Throws over the limit. */
export function takeReport(
  { answerHeaders }: Pick<IncomingRequest, 'answerHeaders'>,
  { headers, error }: RateLimitReport,
): void {
  Object.assign(answerHeaders, headers);
  if (error) throw error;
}

export interface RateLimitReport {
  headers: Record<string, string>;
  error: ApiError | undefined;
}

export const rateLimitPolicyHeader = (
  name: LimitName,
  limit: number,
  windowSeconds: number = windowOf(name),
): string => `"${name}";q=${limit};w=${windowSeconds}`;
export const rateLimitHeader = (name: LimitName, remaining: number, seconds: number): string =>
  `"${name}";r=${remaining};t=${seconds}`;

export function rateLimitedError(
  name: LimitName,
  limit: number,
  seconds: number,
  windowSeconds: number = windowOf(name),
): ApiError {
  return new ApiError(
    'rate_limited',
    `${LIMITED_REQUESTS[name]}은 ${windowSeconds / 60}분에 ${limit}번까지 보낼 수 있습니다. ${seconds}초 뒤에 다시 보내십시오.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}
