import {
  CONSOLE_ACCOUNT_FACTOR,
  CONSOLE_LIMITS,
  type Permission,
  RATE_LIMITS,
  type RateLimit,
  RESERVE_LIMIT,
  SIGN_IN_LIMIT,
} from '../../contract/limits.ts';
import type { Config } from '../config.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import type { RateLimiter, RateLimitResult } from '../store/rate-limiter.ts';
import type { Store } from '../store/store.ts';
import { type AddressLimiter, createAddressLimiter, NETWORK_FACTOR } from './address-limiter.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';

/** Longer than a window is locked on a busy machine, and short enough to wait for. */
const MAX_READ_LOCK_WAIT_MS = 250;

/** Writes are counted in the state's database if it has counters (PostgreSQL), reads where ROLLBOOK_COUNTERS says. */
export function createRateLimiters(
  config: Config,
  store: Store,
  ticks: () => number,
): Record<Permission, RateLimiter> {
  const writeRule = {
    name: 'write',
    limit: config.writeLimit,
    windowMs: RATE_LIMITS.write.windowSeconds * 1000,
  };
  const readRule = {
    // All instances of a region share one read limit.
    name: `read:${config.region}`,
    limit: config.readLimit,
    windowMs: RATE_LIMITS.read.windowSeconds * 1000,
    maxLockWaitMs: MAX_READ_LOCK_WAIT_MS,
  };
  const localReads = createMemoryRateLimiter(readRule, ticks);
  const sharedReads = config.counters === 'postgres' ? store.rateLimiter?.(readRule) : undefined;
  return {
    // Fails closed: without the database the write itself would fail, so one that cannot be counted gets 503.
    write: store.rateLimiter?.(writeRule) ?? createMemoryRateLimiter(writeRule, ticks),
    read: sharedReads === undefined ? localReads : withFallback(sharedReads, localReads),
  };
}

export interface ConsoleRateLimiters {
  session: Record<Permission | 'reserve', RateLimiter>;
  /** Limiters of all sessions of an account. */
  account: Record<Permission, RateLimiter>;
  /** Limiters of requests without a session. */
  address: Record<'read' | 'sign-in', AddressLimiter>;
  /** Failed attempts with a passkey, or of an account with codes. */
  attempt: RateLimiter;
}

/** The console's requests are counted beside those of the API. */
export function createConsoleRateLimiters(store: Store, ticks: () => number): ConsoleRateLimiters {
  const create = (name: string, limit: RateLimit, factor?: number) =>
    createFixedRateLimiter(name, limit, store, ticks, factor);
  const byAddress = (name: string, limit: RateLimit) => createFixedAddressLimiter(name, limit, store, ticks);
  return {
    session: {
      read: create('console-read', CONSOLE_LIMITS.read),
      write: create('console-write', CONSOLE_LIMITS.write),
      reserve: create('console-reserve', RESERVE_LIMIT),
    },
    address: {
      read: byAddress('console-read', CONSOLE_LIMITS.read),
      'sign-in': byAddress('sign-in', SIGN_IN_LIMIT),
    },
    attempt: create('sign-in', SIGN_IN_LIMIT),
    account: {
      read: create('console-account-read', CONSOLE_LIMITS.read, CONSOLE_ACCOUNT_FACTOR),
      write: create('console-account-write', CONSOLE_LIMITS.write, CONSOLE_ACCOUNT_FACTOR),
    },
  };
}

/** For a limit of each address that no setting changes. */
export const createFixedAddressLimiter = (
  name: string,
  limit: RateLimit,
  store: Store,
  ticks: () => number,
): AddressLimiter =>
  createAddressLimiter(
    createFixedRateLimiter(name, limit, store, ticks),
    createFixedRateLimiter(`${name}-network`, limit, store, ticks, NETWORK_FACTOR),
  );

/** For a limit that no setting changes. Counts in the same place as writes. */
export function createFixedRateLimiter(
  name: string,
  { perWindow, windowSeconds }: RateLimit,
  store: Pick<Store, 'rateLimiter'>,
  ticks: () => number,
  factor = 1,
): RateLimiter {
  const rule = { name, limit: perWindow * factor, windowMs: windowSeconds * 1000 };
  return store.rateLimiter?.(rule) ?? createMemoryRateLimiter(rule, ticks);
}

/** Fails open: while the shared limiter is unavailable, each instance counts its own reads. */
export function withFallback(shared: RateLimiter, local: RateLimiter): RateLimiter {
  const countOrFallBack = async (count: () => Promise<RateLimitResult>, countHere: typeof count) => {
    try {
      return await count();
    } catch (error) {
      if (error instanceof UnavailableError) return countHere();
      throw error;
    }
  };
  return {
    consume: (subject, part) =>
      countOrFallBack(
        () => shared.consume(subject, part),
        () => local.consume(subject, part),
      ),
    peek: (subject) =>
      countOrFallBack(
        () => shared.peek(subject),
        () => local.peek(subject),
      ),
  };
}
