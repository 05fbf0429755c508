import { WINDOWS, type Work } from '../../contract/limits.ts';
import { Denial } from '../http/api-error.ts';
import type { Taken } from './rate-limiter.ts';

/** Step 4, once the request is counted: the headers that tell its caller where they stand, or the refusal. */
export function allowance(work: Work, limit: number) {
  const policy = policyOf(work, limit);
  return ({ allowed, remaining, resetMs }: Taken): Allowance => {
    const seconds = Math.max(1, Math.ceil(resetMs / 1000));
    const headers = { 'ratelimit-policy': policy, ratelimit: leftOf(work, remaining, seconds) };
    return { headers, denial: allowed ? undefined : exceeded(work, limit, seconds) };
  };
}

interface Allowance {
  headers: Record<string, string>;
  denial: Denial | undefined;
}

export const policyOf = (work: Work, limit: number): string =>
  `"${work}";q=${limit};w=${WINDOWS[work].windowSeconds}`;
export const leftOf = (work: Work, remaining: number, seconds: number): string =>
  `"${work}";r=${remaining};t=${seconds}`;

export function exceeded(work: Work, limit: number, seconds: number): Denial {
  const { windowSeconds } = WINDOWS[work];
  const kind = work === 'read' ? '읽기' : '쓰기';
  return new Denial(
    'rate_limited',
    `${kind} 요청은 ${windowSeconds / 60}분에 ${limit}번까지 보낼 수 있습니다. ${seconds}초 뒤에 다시 보내십시오.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}
