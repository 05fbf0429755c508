import { CONSOLE_LIMITS, type Permission, RATE_LIMITS, SIGN_IN_LIMIT } from '../../contract/limits.ts';
import type { Config } from '../config.ts';
import type { Log } from '../observability/log.ts';
import type { MaybePromise } from '../store/maybe-promise.ts';
import { type Store, UnavailableError } from '../store/types.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import type { RateLimiter, RateLimitResult, RateLimitRule } from './rate-limiter.ts';
import { isValkeyAddress } from './valkey-address.ts';
import type { SharedRateLimiter } from './valkey-rate-limiter.ts';

/** All instances of a region share one read limit. */
const regionReadRule = ({ region, readLimit }: Config): RateLimitRule => ({
  name: `read:${region}`,
  limit: readLimit,
  windowMs: RATE_LIMITS.read.windowSeconds * 1000,
  hasFallback: true,
});

/** Connects to Valkey if ROLLBOOK_COUNTERS names it; its driver is loaded only then. */
export async function connectSharedRateLimiter(
  config: Config,
  logger: Log['logger'],
): Promise<SharedRateLimiter | undefined> {
  if (!isValkeyAddress(config.counters)) return undefined;
  const { createValkeyRateLimiter } = await import('./valkey-rate-limiter.ts');
  return createValkeyRateLimiter(config.counters, regionReadRule(config), logger);
}

/** Writes are counted in the state's database if it has counters (PostgreSQL), reads where ROLLBOOK_COUNTERS says. */
export function createRateLimiters(
  config: Config,
  store: Store,
  sharedLimiter: RateLimiter | undefined,
  ticks: () => number,
): Record<Permission, RateLimiter> {
  const writeRule = {
    name: 'write',
    limit: config.writeLimit,
    windowMs: RATE_LIMITS.write.windowSeconds * 1000,
  };
  const readRule = regionReadRule(config);
  const localReads = createMemoryRateLimiter(readRule, ticks);
  const sharedReads =
    sharedLimiter ?? (config.counters === 'postgres' ? store.rateLimiter?.(readRule) : undefined);
  return {
    // Fails closed: without the database the write itself would fail, so one that cannot be counted gets 503.
    write: store.rateLimiter?.(writeRule) ?? createMemoryRateLimiter(writeRule, ticks),
    read: sharedReads === undefined ? localReads : withFallback(sharedReads, localReads),
  };
}

export type ConsoleRateLimiters = Record<Permission | 'signIn', RateLimiter>;

/** The console's requests are counted beside those of the API, in the same place as writes. */
export function createConsoleRateLimiters(store: Store, ticks: () => number): ConsoleRateLimiters {
  const create = (name: string, { perWindow, windowSeconds }: typeof SIGN_IN_LIMIT): RateLimiter => {
    const rule = { name, limit: perWindow, windowMs: windowSeconds * 1000 };
    return store.rateLimiter?.(rule) ?? createMemoryRateLimiter(rule, ticks);
  };
  return {
    read: create('console-read', CONSOLE_LIMITS.read),
    write: create('console-write', CONSOLE_LIMITS.write),
    signIn: create('sign-in', SIGN_IN_LIMIT),
  };
}

/** Fails open: while the shared limiter is unavailable, each instance counts its own reads. */
export function withFallback(shared: RateLimiter, local: RateLimiter): RateLimiter {
  const countOrFallBack = async (count: () => MaybePromise<RateLimitResult>, countHere: typeof count) => {
    try {
      return await count();
    } catch (error) {
      if (error instanceof UnavailableError) return countHere();
      throw error;
    }
  };
  return {
    consume: (subject, studentUid) =>
      countOrFallBack(
        () => shared.consume(subject, studentUid),
        () => local.consume(subject),
      ),
    peek: (subject) =>
      countOrFallBack(
        () => shared.peek(subject),
        () => local.peek(subject),
      ),
  };
}
