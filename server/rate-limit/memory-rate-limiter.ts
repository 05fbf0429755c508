import type { RateLimiter, RateLimitResult, RateLimitRule } from '../store/rate-limiter.ts';

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

  consume(subject: string, now: number): RateLimitResult {
    this.#dropExpired(now);
    let window = this.#windows.get(subject);
    if (window === undefined || window.endsAt <= now) {
      this.#windows.delete(subject);
      window = { endsAt: now + this.#windowMs, count: 0 };
      this.#windows.set(subject, window);
    }
    const allowed = window.count < this.#limit;
    if (allowed) window.count += 1;
    return { allowed, remaining: this.#limit - window.count, resetMs: window.endsAt - now };
  }

  peek(subject: string, now: number): RateLimitResult {
    const window = this.#windows.get(subject);
    if (window === undefined || window.endsAt <= now)
      return { allowed: true, remaining: this.#limit, resetMs: 0 };
    const remaining = this.#limit - window.count;
    return { allowed: remaining > 0, remaining, resetMs: window.endsAt - now };
  }

  /** Bounded, so that no request pays for the windows of many subjects. */
  #dropExpired(now: number): void {
    let remaining = 4;
    for (const [subject, { endsAt }] of this.#windows) {
      if (endsAt > now || remaining-- === 0) return;
      this.#windows.delete(subject);
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
  return {
    consume: async (subject, part) =>
      counter.consume(part === undefined ? subject : `${subject} ${part}`, Math.trunc(ticks())),
    peek: async (subject) => counter.peek(subject, Math.trunc(ticks())),
  };
}
