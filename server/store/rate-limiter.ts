/**
 * Counts the requests of each subject, usually an account, in fixed windows that the first of them starts
 * (`RATE_LIMITS` in contract/limits.ts).
 */
export interface RateLimiter {
  /**
   * Counts one request unless the window is full. A `part` of the subject, such as one session of an account, has a
   * window of its own, which is where the subject's is.
   */
  consume(subject: string, part?: string): Promise<RateLimitResult>;
  /** How much of the window is left, without counting a request. */
  peek(subject: string): Promise<RateLimitResult>;
}

export interface RateLimitRule {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
  /** Counting fails once a locked window has been waited for so long: the requests can be counted elsewhere. */
  readonly maxLockWaitMs?: number;
}

export interface RateLimitResult {
  allowed: boolean;
  remaining: number;
  /** Time until the window ends; 0 if none is open, which only `peek` returns. */
  resetMs: number;
}
