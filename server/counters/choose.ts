import { WINDOWS, type Work } from '../../contract/limits.ts';
import type { Config } from '../config.ts';
import { type Store, Unavailable } from '../store/port.ts';
import { countedHere } from './memory.ts';
import type { Windows } from './port.ts';

/** Who counts what: writes beside the state where the engine has windows, reads where ROLLBOOK_COUNTERS says. */
export function windowsFor(config: Config, store: Store, ticks: () => number): Record<Work, Windows> {
  const here = (work: Work, limit: number) => countedHere(limit, WINDOWS[work].windowSeconds * 1000, ticks);
  const shared = (work: Work, of: string, limit: number) =>
    store.windows?.({ of, limit, windowMs: WINDOWS[work].windowSeconds * 1000 });
  const { counters, region, readLimit, writeLimit } = config;
  const ownReads = here('read', readLimit);
  const sharedReads = counters === 'postgres' ? shared('read', `read ${region}`, readLimit) : undefined;
  return {
    // Without its database a write cannot be made either, so one that cannot be counted is refused (503).
    write: shared('write', 'write', writeLimit) ?? here('write', writeLimit),
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
