import type { RequestListener } from 'node:http';
import { unavailableError } from '../errors/api-error.ts';
import { allowAnyOrigin } from '../http/cors.ts';
import { HttpRequest } from '../http/http-request.ts';
import type { JsonBodyReader } from '../http/json-body.ts';
import { normalizeUrl } from '../http/normalize-url.ts';
import { endPipeline } from '../http/pipelining.ts';
import type { ResponseHeaders } from '../http/raw-response.ts';
import { checkRequestHead } from '../http/request-guards.ts';
import type { Responder } from '../http/responder.ts';
import type { Tracing } from '../observability/tracing.ts';
import type { Outcome } from '../request/outcome.ts';
import type { RouteTable } from './route-table.ts';
import { answerUnrouted } from './unrouted.ts';

interface AnswerOptions {
  table: RouteTable;
  responder: Responder;
  headers: ResponseHeaders;
  requestId: () => string;
  readBody: JsonBodyReader;
  ticks: () => number;
  isDrained: () => boolean;
  tracing: Pick<Tracing, 'runInSpan'> | undefined;
}

/** The last step of every request: its route answers it. */
export function createRequestListener({
  table,
  responder,
  headers,
  requestId,
  readBody,
  ticks,
  isDrained,
  tracing,
}: AnswerOptions): RequestListener {
  return (raw, response) => {
    const startedAt = ticks();
    const id = requestId();
    const url = normalizeUrl(raw.url ?? '/');
    const answerHeaders = { ...headers(raw.headers.origin, url), 'request-id': id };
    const request = new HttpRequest(raw, response, { id, url, startedAt, answerHeaders, readBody });
    answer(request).then(
      (outcome) => responder.respond(request, outcome),
      (error) => responder.respondError(request, error),
    );
  };

  /** The HTTP check of the head and the route check (ARCHITECTURE.md, "The order of checks"); the rest is the route's. */
  async function answer(request: HttpRequest): Promise<Outcome> {
    const headError = checkRequestHead(request.raw);
    if (headError) {
      if (headError.headers.connection === 'close') endPipeline(request.raw);
      throw headError;
    }
    const { routes, params } = table.match(request.url);
    if (routes.some(({ anyOrigin }) => anyOrigin)) allowAnyOrigin(request.answerHeaders);
    const route = routes.find(({ methods }) => methods.includes(request.method));
    if (route === undefined) return answerUnrouted(request, routes);
    if (isDrained()) throw unavailableError('서버가 종료되는 중입니다.');
    request.params = params;
    const { operation } = route;
    if (operation === undefined) return route.answer(request);
    request.named.operation = operation;
    if (tracing === undefined) return route.answer(request);
    return tracing.runInSpan(request, { operation, path: route.path }, () => route.answer(request));
  }
}
