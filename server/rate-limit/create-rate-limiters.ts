import { WINDOWS, type Work } from '../../contract/limits.ts';
import { type Config, isValkey } from '../config.ts';
import type { Log } from '../observability/log.ts';
import { type Store, Unavailable } from '../store/types.ts';
import { countedHere } from './memory-rate-limiter.ts';
import type { Counted, Windows } from './rate-limiter.ts';
import type { SharedCounters } from './valkey-rate-limiter.ts';

/** The windows of a region's reads, whoever keeps them. */
const regionsReads = ({ region, readLimit }: Config): Counted => ({
  of: `read:${region}`,
  limit: readLimit,
  windowMs: WINDOWS.read.windowSeconds * 1000,
});

/** The store of counters apart from the state, if ROLLBOOK_COUNTERS names one. Only then its driver is loaded. */
export async function openCounters(
  config: Config,
  events: Log['events'],
): Promise<SharedCounters | undefined> {
  if (!isValkey(config.counters)) return undefined;
  const { openValkey } = await import('./valkey-rate-limiter.ts');
  return openValkey(config.counters, regionsReads(config), events);
}

/** Who counts what: writes beside the state where the engine has windows, reads where ROLLBOOK_COUNTERS says. */
export function windowsFor(
  config: Config,
  store: Store,
  counters: Windows | undefined,
  ticks: () => number,
): Record<Work, Windows> {
  const writes = {
    of: 'write',
    limit: config.writeLimit,
    windowMs: WINDOWS.write.windowSeconds * 1000,
  };
  const reads = regionsReads(config);
  const ownReads = countedHere(reads, ticks);
  const sharedReads = counters ?? (config.counters === 'postgres' ? store.windows?.(reads) : undefined);
  return {
    // Without its database a write cannot be made either, so one that cannot be counted is refused (503).
    write: store.windows?.(writes) ?? countedHere(writes, ticks),
    read: sharedReads === undefined ? ownReads : orElse(sharedReads, ownReads),
  };
}

/** Reads go on when they cannot be counted together: until they can be again, each instance counts its own. */
function orElse(shared: Windows, own: Windows): Windows {
  return {
    async take(accountId, wanted) {
      try {
        return await shared.take(accountId, wanted);
      } catch (error) {
        if (error instanceof Unavailable) return own.take(accountId);
        throw error;
      }
    },
  };
}
