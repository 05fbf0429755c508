import type { RateLimiter, RateLimitResult, RateLimitRule } from './rate-limiter.ts';

/** Counts in the memory of this process. */
export class FixedWindowCounter {
  readonly #limit: number;
  readonly #windowMs: number;
  /** In order of their end, because all windows have the same length. */
  readonly #windows = new Map<string, { endsAt: number; count: number }>();

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  consume(accountId: string, now: number): RateLimitResult {
    this.#dropExpired(now);
    let window = this.#windows.get(accountId);
    if (window === undefined || window.endsAt <= now) {
      this.#windows.delete(accountId);
      window = { endsAt: now + this.#windowMs, count: 0 };
      this.#windows.set(accountId, window);
    }
    const allowed = window.count < this.#limit;
    if (allowed) window.count += 1;
    return { allowed, remaining: this.#limit - window.count, resetMs: window.endsAt - now };
  }

  /** Bounded, so that no request pays for the windows of many accounts. */
  #dropExpired(now: number): void {
    let remaining = 4;
    for (const [accountId, { endsAt }] of this.#windows) {
      if (endsAt > now || remaining-- === 0) return;
      this.#windows.delete(accountId);
    }
  }
}

/**
 * `ticks` is a monotonic clock in milliseconds. They are truncated because `(t + 60_000) - t` is not always 60,000 in
 * floating point.
 */
export function createMemoryRateLimiter(
  { limit, windowMs }: Omit<RateLimitRule, 'name'>,
  ticks: () => number,
): RateLimiter {
  const counter = new FixedWindowCounter(limit, windowMs);
  return { consume: (accountId) => counter.consume(accountId, Math.trunc(ticks())) };
}
