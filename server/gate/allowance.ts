import { WINDOWS, type Work } from '../../contract/limits.ts';
import { Denial } from './fail.ts';

export interface Taken {
  allowed: boolean;
  remaining: number;
  /** Until the window ends and the next request starts another. */
  resetMs: number;
}

/** Counts the requests of each account in fixed windows that the first of them starts (SPEC 8). */
export class FixedWindows {
  readonly #limit: number;
  readonly #windowMs: number;
  /** In the order in which they end, because every window is equally long. */
  readonly #open = new Map<string, { ends: number; count: number }>();

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  take(accountId: string, now: number): Taken {
    this.#dropEnded(now);
    let window = this.#open.get(accountId);
    if (window === undefined || window.ends <= now) {
      this.#open.delete(accountId);
      window = { ends: now + this.#windowMs, count: 0 };
      this.#open.set(accountId, window);
    }
    const allowed = window.count < this.#limit;
    if (allowed) window.count += 1;
    return { allowed, remaining: this.#limit - window.count, resetMs: window.ends - now };
  }

  /** A few at a time, so that no request pays for many accounts. */
  #dropEnded(now: number): void {
    let most = 4;
    for (const [accountId, { ends }] of this.#open) {
      if (ends > now || most-- === 0) return;
      this.#open.delete(accountId);
    }
  }
}

/** Step 4: counts the request, gives the headers that tell its caller where they stand, or refuses it. */
export function allowance(work: Work, limit: number) {
  const { windowSeconds } = WINDOWS[work];
  const windows = new FixedWindows(limit, windowSeconds * 1000);
  const policy = policyOf(work, limit);
  return (
    accountId: string,
    now: number,
  ): { headers: Record<string, string>; denial: Denial | undefined } => {
    // Whole milliseconds: of fractions a window of 60 s can have 60.000000000001 left, which would be told as 61.
    const { allowed, remaining, resetMs } = windows.take(accountId, Math.floor(now));
    const seconds = Math.max(1, Math.ceil(resetMs / 1000));
    const headers = { 'ratelimit-policy': policy, ratelimit: leftOf(work, remaining, seconds) };
    return { headers, denial: allowed ? undefined : exceeded(work, limit, seconds) };
  };
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
