import type { RateLimiter, RateLimitResult, RateLimitRule } from './rate-limiter.ts';

/** Windows of this process. */
export class FixedWindowCounter {
  readonly #limit: number;
  readonly #windowMs: number;
  /** In the order in which they end, because every window is equally long. */
  readonly #open = new Map<string, { ends: number; count: number }>();

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  consume(accountId: string, now: number): RateLimitResult {
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

/** `ticks` are milliseconds that never go back; whole ones, or 60 seconds more and less again would not be 60. */
export function createMemoryRateLimiter(
  { limit, windowMs }: Omit<RateLimitRule, 'name'>,
  ticks: () => number,
): RateLimiter {
  const windows = new FixedWindowCounter(limit, windowMs);
  return { consume: (accountId) => windows.consume(accountId, Math.trunc(ticks())) };
}
