import type { Permission } from '../../contract/limits.ts';
import { unavailableError } from '../errors/api-error.ts';
import type { Log } from '../observability/log.ts';
import { MAX_BURST_MS, MAX_ROUND_MS, RECOVERY_MS } from '../overload-thresholds.ts';
import type { Store } from '../store/store.ts';

/** Told of by the beginning and the end of an overload in the log, and not one by one. */
export const overloadedError = unavailableError('지금은 요청이 너무 많아 받을 수 없습니다.');

export interface LoadShedder {
  /** Also counts the refusal. */
  shouldRefuse: (permission: Permission, connection: object) => boolean;
}

/**
 * Decides whether a request is refused at once rather than served late.
 *
 * Requests queue in kernel sockets, where we cannot count them. We estimate the queueing delay by how long a round
 * takes: until the turn of the event loop ends, or, where clients send again within the turn, until every active
 * connection has been served once. One long round is a burst, and what kept the loop busy before its first request, such
 * as a module that was loaded, is no queue. After a second without a short round, each serves only what it can serve
 * within MAX_ROUND_MS. Nobody is refused while rounds are short, because a refusal is not much cheaper than a read. The
 * store knows its own queues, for the disk and the database.
 */
export function createLoadShedder(
  store: Pick<Store, 'isOverloaded'>,
  ticks: () => number,
  logger: Log['logger'],
): LoadShedder {
  /** The connections that sent a request in this round, and in this second; most that are open are idle. */
  const inRound = new Set<object>();
  const inSecond = new Set<object>();
  /** How many did in the second before, if it was counted. */
  let activeConnections = Number.POSITIVE_INFINITY;
  let isMeasuring = false;
  let startedInTurn = false;
  let roundStartedAt = 0;
  let secondStartedAt = 0;
  /** Whether the last whole round was short, and since when requests have met none that was. */
  let wasShort = true;
  let longSince = 0;
  let refused = 0;
  let lastRefusedAt = 0;

  function endRound(now: number, isWhole: boolean): void {
    if (isWhole) wasShort = now - roundStartedAt < MAX_ROUND_MS;
    roundStartedAt = now;
    inRound.clear();
  }

  /** Runs at the end of every turn while there are requests. */
  function endTurn(): void {
    isMeasuring = inRound.size > 0;
    // The rest of a turn in which a round has ended is not a whole round.
    endRound(ticks(), !startedInTurn);
    startedInTurn = false;
    if (isMeasuring) setImmediate(endTurn);
    else inSecond.clear();
  }

  function recordRefusal(): void {
    lastRefusedAt = ticks();
    if (refused++ > 0) return;
    logger.warn('overloaded: requests are refused');
    setTimeout(reportRecovery, RECOVERY_MS).unref();
  }

  function reportRecovery(): void {
    const remainingMs = lastRefusedAt + RECOVERY_MS - ticks();
    if (remainingMs > 0) setTimeout(reportRecovery, remainingMs).unref();
    else {
      logger.warn({ refused }, 'no longer overloaded');
      refused = 0;
    }
  }

  return {
    shouldRefuse(permission: Permission, connection: object): boolean {
      const now = ticks();
      if (!isMeasuring) {
        isMeasuring = true;
        roundStartedAt = secondStartedAt = now;
        wasShort = true;
        activeConnections = Number.POSITIVE_INFINITY;
        setImmediate(endTurn);
      } else if (inRound.size >= activeConnections) {
        endRound(now, true);
        startedInTurn = true;
      }
      if (now - secondStartedAt >= 1_000) {
        activeConnections = inSecond.size;
        secondStartedAt = now;
        inSecond.clear();
      }
      if (inRound.size === 0 && wasShort) longSince = now;
      inRound.add(connection);
      inSecond.add(connection);
      const isOverloaded = now - roundStartedAt > MAX_ROUND_MS && now - longSince > MAX_BURST_MS;
      if (!isOverloaded && !store.isOverloaded(permission)) return false;
      recordRefusal();
      return true;
    },
  };
}
