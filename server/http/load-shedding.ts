import type { Permission } from '../../contract/limits.ts';
import { unavailableError } from '../errors/api-error.ts';
import type { Log } from '../observability/log.ts';
import { MAX_BURST_MS, MAX_ROUND_MS, RECOVERY_MS } from '../overload-thresholds.ts';
import type { Store } from '../store/store.ts';
import { ActiveConnections } from './active-connections.ts';
import type { RequestStep } from './install-request-steps.ts';
import type { SendRawError } from './raw-response.ts';
import { checkRequestHead } from './request-guards.ts';

const overloadedError = unavailableError('지금은 요청이 너무 많아 받을 수 없습니다.');

/**
 * Decides whether a request is refused at once rather than served late.
 *
 * Requests queue in kernel sockets, where we cannot count them. We estimate the queueing delay by how long a round
 * takes: until the turn of the event loop ends, or, where clients send again within the turn, until every active
 * connection has been served once. One long round is a burst. After a second without a short one, each round serves
 * only what it can serve within MAX_ROUND_MS. Nobody is refused while rounds are short, because a refusal is not much
 * cheaper than a read. The store knows its own queues, for the disk and the database.
 */
export function createLoadShedder(
  store: Pick<Store, 'isOverloaded'>,
  ticks: () => number,
  logger: Log['logger'],
) {
  const connections = new ActiveConnections();
  let isMeasuring = false;
  let startedInTurn = false;
  let roundStartedAt = 0;
  let lastShortRoundAt = 0;
  let refused = 0;
  let lastRefusedAt = 0;

  function endRound(now: number, isWhole: boolean): void {
    if (isWhole && now - roundStartedAt < MAX_ROUND_MS) lastShortRoundAt = now;
    roundStartedAt = now;
    connections.startRound();
  }

  /** Runs at the end of every turn while there are requests. */
  function endTurn(): void {
    isMeasuring = connections.anyInRound;
    // The rest of a turn in which a round has ended is not a whole round.
    endRound(ticks(), !startedInTurn);
    startedInTurn = false;
    if (isMeasuring) setImmediate(endTurn);
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
        roundStartedAt = lastShortRoundAt = now;
        connections.reset(now);
        setImmediate(endTurn);
      } else if (connections.allInRound) {
        endRound(now, true);
        startedInTurn = true;
      }
      connections.recordRequest(connection, now);
      const isOverloaded = now - roundStartedAt > MAX_ROUND_MS && now - lastShortRoundAt > MAX_BURST_MS;
      return isOverloaded || store.isOverloaded(permission);
    },
    recordRefusal(): void {
      lastRefusedAt = ticks();
      if (refused++ > 0) return;
      logger.warn('overloaded: requests are refused');
      setTimeout(reportRecovery, RECOVERY_MS).unref();
    },
  };
}

/** The part of the route table that tells which requests may be refused. */
interface Refusable {
  readonly routes: readonly { readonly methods: readonly string[]; readonly permission?: Permission }[];
  find: (
    method: string | undefined,
    target: string | undefined,
  ) => { readonly operation?: string } | undefined;
}

/** Early, so that a refusal costs less than a response. */
export function createLoadSheddingStep(
  shedder: ReturnType<typeof createLoadShedder>,
  table: Refusable,
  sendError: SendRawError,
): RequestStep {
  // The path is parsed only for a request that may be refused.
  const permissionOf = new Map(
    table.routes.flatMap(({ methods, permission }) =>
      permission ? methods.map((method) => [method, permission]) : [],
    ),
  ) as ReadonlyMap<string | undefined, Permission>;
  return (request, response, next) => {
    const permission = permissionOf.get(request.method);
    const operation =
      permission !== undefined && shedder.shouldRefuse(permission, request.socket)
        ? table.find(request.method, request.url)?.operation
        : undefined;
    if (operation === undefined || checkRequestHead(request) !== undefined) next(request, response);
    else {
      shedder.recordRefusal();
      sendError(request, response, overloadedError, operation);
    }
  };
}
