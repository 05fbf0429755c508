import type { IncomingMessage, Server } from 'node:http';
import type { Access } from '../../contract/limits.ts';
import { API_PREFIX, OPERATIONS, type OperationId } from '../../contract/operations.ts';
import type { Log } from '../observability/log.ts';
import type { Store } from '../store/types.ts';
import { ActiveConnections } from './active-connections.ts';
import { unavailableError } from './api-error.ts';
import { prependRequestListener } from './prepend-listener.ts';
import type { SendRawError } from './raw-response.ts';
import { checkRequestHead } from './request-guards.ts';

/** How much of a round serves requests, once rounds have been longer for a while. */
const ROUND_MS = 500;
/** Rounds may be longer for so long: a burst ends by itself. */
const BURST_MS = 1_000;
/** After so long without a refusal it is over. */
const OVER_MS = 1_000;

const overloaded = unavailableError('지금은 요청이 너무 많아 받을 수 없습니다.');

/**
 * Whether a request comes on top of more than can be done, and is better refused at once than served late.
 *
 * What waits for this process waits unseen, in sockets, and is read in rounds: a round ends with the turn of the event
 * loop, which reads whatever is there, or, where clients ask again within the turn, when as many connections have asked
 * as asked in the last second. So a request has waited about as long as a round takes. One long round is a burst; when
 * there was no short one for a while, more comes than goes, and each round serves only what it can serve soon. As long
 * as the rounds are short, nobody is refused however many ask: a refusal costs more than half of what a read costs, and
 * who refuses most of them has no time left to serve. What waits behind the event loop, for the disk or the database,
 * the store knows itself.
 */
export function createLoadShedder(
  store: Pick<Store, 'isOverloaded'>,
  ticks: () => number,
  events: Log['events'],
) {
  const askers = new ActiveConnections();
  let watching = false;
  let again = false;
  let began = 0;
  let shortAt = 0;
  let refused = 0;
  let refusedAt = 0;

  function ended(now: number, whole: boolean): void {
    if (whole && now - began < ROUND_MS) shortAt = now;
    began = now;
    askers.nextRound();
  }

  /** At the end of every turn, as long as there are requests; each waits for nothing while another is to come. */
  function turned(): void {
    watching = askers.any;
    // After a round of all that ask, the rest of a turn is none.
    ended(ticks(), !again);
    again = false;
    if (watching) setImmediate(turned);
  }

  function over(): void {
    const left = refusedAt + OVER_MS - ticks();
    if (left > 0) setTimeout(over, left).unref();
    else {
      events.warn({ refused }, 'no longer overloaded');
      refused = 0;
    }
  }

  return {
    tooMuch(work: Access, connection: object): boolean {
      const now = ticks();
      if (!watching) {
        watching = true;
        began = shortAt = now;
        askers.begin(now);
        setImmediate(turned);
      } else if (askers.all) {
        ended(now, true);
        again = true;
      }
      askers.asked(connection, now);
      return (now - began > ROUND_MS && now - shortAt > BURST_MS) || store.isOverloaded(work);
    },
    refused(): void {
      refusedAt = ticks();
      if (refused++ > 0) return;
      events.warn('overloaded: requests are refused');
      setTimeout(over, OVER_MS).unref();
    },
  };
}

/** Before the framework has begun anything, so that to refuse costs less than to serve. */
export function installLoadShedding(
  server: Server,
  crowd: ReturnType<typeof createLoadShedder>,
  refuse: SendRawError,
): void {
  prependRequestListener(server, (request, response, serve) => {
    const work = WORKS.get(request.method);
    const operation =
      work !== undefined && crowd.tooMuch(work, request.socket) ? operationOf(request) : undefined;
    if (operation === undefined || checkRequestHead(request) !== undefined) serve();
    else {
      crowd.refused();
      refuse(request, response, overloaded, operation);
    }
  });
}

/** So soon only the method is looked at. */
export const WORKS = new Map<string | undefined, Access>(
  Object.values(OPERATIONS).map(({ method, access }) => [method, access]),
);
const PATHS = (Object.keys(OPERATIONS) as OperationId[]).map((operation) => {
  const { method, path } = OPERATIONS[operation];
  const pattern = new RegExp(`^${API_PREFIX}${path.replace(/\{\w+\}/g, '[^?]+')}(\\?|$)`);
  return { operation, method, pattern };
});

/** Which operation a plain path and its method name; what is written otherwise is left to the router. */
const operationOf = ({ method, url = '' }: IncomingMessage): OperationId | undefined =>
  PATHS.find((one) => one.method === method && one.pattern.test(url))?.operation;
