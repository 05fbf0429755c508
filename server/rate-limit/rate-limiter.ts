import type { MaybePromise } from '../store/maybe-promise.ts';
import type { PrefetchedStudent } from '../store/types.ts';

/** Counts the requests of each account in fixed windows that the first of them starts (SPEC 8). */
export interface RateLimiter {
  /** Counts one request unless the window is full. What counts beside the state may bring the wanted student along. */
  consume(accountId: string, wanted?: string): MaybePromise<RateLimitResult>;
  /** What it counts, if that is beside the state: then the look at a key can count along. */
  readonly storeRule?: RateLimitRule | undefined;
}

export interface RateLimitRule {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

export interface RateLimitResult {
  allowed: boolean;
  remaining: number;
  /** Until the window ends and the next request starts another. */
  resetMs: number;
  prefetched?: PrefetchedStudent | undefined;
}
