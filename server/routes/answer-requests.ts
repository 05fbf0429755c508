import type { RequestListener } from 'node:http';
import { unavailableError } from '../errors/api-error.ts';
import { type BodyReaders, checkRequestHead, HttpRequest } from '../http/http-request.ts';
import { runInOrder } from '../http/http-server.ts';
import { type LoadShedder, overloadedError } from '../http/load-shedding.ts';
import type { AbandonConnection } from '../http/request-guards.ts';
import type { Responder } from '../http/responder.ts';
import type { ResponseHeaders } from '../http/response-headers.ts';
import type { Tracing } from '../observability/tracing.ts';
import type { Outcome } from '../request/outcome.ts';
import type { Match, RouteTable } from './route-table.ts';
import { answerUnrouted } from './unrouted.ts';

interface AnswerOptions {
  table: RouteTable;
  shedder: LoadShedder;
  responder: Responder;
  headers: ResponseHeaders;
  requestId: () => string;
  readers: BodyReaders;
  ticks: () => number;
  shutdown: { readonly isDrained: boolean };
  tracing: Pick<Tracing, 'runInSpan'> | undefined;
  abandon: AbandonConnection;
}

/** Every request passes here, and its outcome or error leaves through the responder. */
export function createRequestListener({
  table,
  shedder,
  responder,
  headers,
  requestId,
  readers,
  ticks,
  shutdown,
  tracing,
  abandon,
}: AnswerOptions): RequestListener {
  const run: RequestListener = (raw, response) => {
    try {
      const startedAt = ticks();
      const request = new HttpRequest(raw, response, { id: requestId(), startedAt, readers });
      const match = table.match(request.url);
      request.params = match.params;
      Object.assign(request.answerHeaders, headers(raw.headers.origin, match.origins));
      answer(request, match).then(
        (outcome) => responder.respond(request, outcome),
        (error) => responder.respondError(request, error),
      );
    } catch (exception) {
      // In a listener of the server it would end the process, and with it the requests of everybody else.
      abandon(exception, raw.socket);
    }
  };
  return (raw, response) => {
    // The preface of HTTP/2. Node would close the connection without an answer.
    if (raw.method === 'PRI') raw.method = 'GET';
    runInOrder(raw, response, run);
  };

  /** The checks from HTTP to overload (ARCHITECTURE.md, "The order of checks"); the rest is the route's. */
  async function answer(request: HttpRequest, { routes }: Match): Promise<Outcome> {
    const headError = checkRequestHead(request.raw);
    if (headError) throw headError;
    const route = routes.find(({ methods }) => methods.includes(request.method));
    if (route === undefined) return answerUnrouted(request, routes, table);
    const { operation, permission } = route;
    if (operation !== undefined) request.named.operation = operation;
    if (permission !== undefined && shedder.shouldRefuse(permission, request.socket)) throw overloadedError;
    if (shutdown.isDrained) throw unavailableError('서버가 종료되는 중입니다.');
    if (operation === undefined || tracing === undefined) return route.answer(request);
    return tracing.runInSpan(request, { operation, path: route.path }, () => route.answer(request));
  }
}
