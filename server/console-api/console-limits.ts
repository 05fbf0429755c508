import { CONSOLE_LIMITS, SIGN_IN_LIMIT } from '../../contract/limits.ts';
import { type ConsoleRateLimiters, createConsoleRateLimiters } from '../rate-limit/create-rate-limiters.ts';
import { createRateLimitReporter, type RateLimitReport } from '../rate-limit/rate-limit-headers.ts';
import type { Store } from '../store/types.ts';

/** Counts a request for an account, an address or a passkey. */
export type CountRequest = (limit: keyof ConsoleRateLimiters, subject: string) => Promise<RateLimitReport>;

export function createConsoleLimits(store: Store, ticks: () => number): CountRequest {
  const limiters = createConsoleRateLimiters(store, ticks);
  const { read, write } = CONSOLE_LIMITS;
  const reports = {
    read: createRateLimitReporter('read', read.perWindow, read.windowSeconds),
    write: createRateLimitReporter('write', write.perWindow, write.windowSeconds),
    signIn: createRateLimitReporter('sign-in', SIGN_IN_LIMIT.perWindow),
  };
  return async (limit, subject) => reports[limit](await limiters[limit].consume(subject));
}
