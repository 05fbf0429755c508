import { type Access, RATE_LIMITS } from '../../contract/limits.ts';
import { type Config, isValkey } from '../config.ts';
import type { Log } from '../observability/log.ts';
import { type Store, UnavailableError } from '../store/types.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import type { RateLimiter, RateLimitRule } from './rate-limiter.ts';
import type { SharedRateLimiter } from './valkey-rate-limiter.ts';

/** The windows of a region's reads, whoever keeps them. */
const regionReadRule = ({ region, readLimit }: Config): RateLimitRule => ({
  name: `read:${region}`,
  limit: readLimit,
  windowMs: RATE_LIMITS.read.windowSeconds * 1000,
});

/** The store of counters apart from the state, if ROLLBOOK_COUNTERS names one. Only then its driver is loaded. */
export async function connectSharedRateLimiter(
  config: Config,
  events: Log['events'],
): Promise<SharedRateLimiter | undefined> {
  if (!isValkey(config.counters)) return undefined;
  const { createValkeyRateLimiter } = await import('./valkey-rate-limiter.ts');
  return createValkeyRateLimiter(config.counters, regionReadRule(config), events);
}

/** Who counts what: writes beside the state where the engine has windows, reads where ROLLBOOK_COUNTERS says. */
export function createRateLimiters(
  config: Config,
  store: Store,
  counters: RateLimiter | undefined,
  ticks: () => number,
): Record<Access, RateLimiter> {
  const writes = {
    name: 'write',
    limit: config.writeLimit,
    windowMs: RATE_LIMITS.write.windowSeconds * 1000,
  };
  const reads = regionReadRule(config);
  const ownReads = createMemoryRateLimiter(reads, ticks);
  const sharedReads = counters ?? (config.counters === 'postgres' ? store.rateLimiter?.(reads) : undefined);
  return {
    // Without its database a write cannot be made either, so one that cannot be counted is refused (503).
    write: store.rateLimiter?.(writes) ?? createMemoryRateLimiter(writes, ticks),
    read: sharedReads === undefined ? ownReads : withFallback(sharedReads, ownReads),
  };
}

/** Reads go on when they cannot be counted together: until they can be again, each instance counts its own. */
function withFallback(shared: RateLimiter, own: RateLimiter): RateLimiter {
  return {
    async consume(accountId, wanted) {
      try {
        return await shared.consume(accountId, wanted);
      } catch (error) {
        if (error instanceof UnavailableError) return own.consume(accountId);
        throw error;
      }
    },
  };
}
