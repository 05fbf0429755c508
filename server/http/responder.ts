import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';
import { serializeError, toApiError } from '../errors/api-error.ts';
import type { Log, RequestLogEntry } from '../observability/log.ts';
import type { Tracing } from '../observability/tracing.ts';
import type { Outcome } from '../request/outcome.ts';
import type { AddressedRequest } from './caller-address.ts';
import type { HttpRequest } from './http-request.ts';
import { overloadedError } from './load-shedding.ts';
import type { AbandonConnection } from './request-guards.ts';
import { createAnswerBudget, cutOffSlowReader, heldBytes, sendPieces } from './slow-readers.ts';

/** The status of nginx for a client that has gone before there was an answer: it is no failure of the server. */
const CLIENT_GONE = 499;

/** Answers without a body, which no Content-Length describes. */
const BODILESS = [204, 304];

/** Every response to a request whose head could be read leaves here. Neither function throws. */
export interface Responder {
  respond: (request: HttpRequest, outcome: Outcome) => void;
  respondError: (request: HttpRequest, error: unknown) => void;
  /** Logs and measures a response that was sent otherwise. */
  record: (entry: RequestLogEntry, request: AddressedRequest) => void;
}

interface ResponderOptions {
  log: Log;
  observe: ((operation: string, status: number, seconds: number) => void) | undefined;
  tracing: Pick<Tracing, 'endSpan'> | undefined;
  ticks: () => number;
  docsUrl: () => string;
  callerAddress: (request: AddressedRequest) => string;
  shutdown: { readonly isStopping: boolean };
  abandon: AbandonConnection;
}

export function createResponder({
  log,
  observe,
  tracing,
  ticks,
  docsUrl,
  callerAddress,
  shutdown,
  abandon,
}: ResponderOptions): Responder {
  const holdAnswer = createAnswerBudget();
  return { respond, respondError, record };

  function record(entry: RequestLogEntry, request: AddressedRequest): void {
    observe?.(entry.operation, entry.status, entry.ms / 1000);
    // Only a refusal without an account is told apart by its address, which takes time to find out.
    const hasAddress = entry.status >= 400 && entry.account === undefined;
    log.logRequest(entry, hasAddress ? callerAddress(request) : '');
  }

  /** The time that it took, without that for which it was held. */
  function workedMs({ startedAt, named }: HttpRequest): number {
    return ticks() - startedAt - (named.heldMs ?? 0);
  }

  function respond(request: HttpRequest, outcome: Outcome): void {
    try {
      holdAnswer(request, outcome);
      send(request, outcome);
    } catch (exception) {
      respondError(request, exception);
    }
  }

  function respondError(request: HttpRequest, error: unknown): void {
    try {
      const apiError = toApiError(error, request.method === 'GET');
      const { status } = apiError;
      const isGone = request.response.closed;
      // A defect is told of also where nobody waits for it any more.
      if (status === 500 || (status > 500 && error !== overloadedError && !isGone))
        log.logFailure(request.id, status, error);
      if (isGone) {
        const { id: requestId, named } = request;
        record({ requestId, ...named, status: CLIENT_GONE, ms: workedMs(request) }, request);
        tracing?.endSpan(request, CLIENT_GONE);
        return;
      }
      const headers = { ...apiError.headers, 'content-type': JSON_CONTENT_TYPE };
      send(request, { status, headers, body: serializeError(apiError, docsUrl()) });
    } catch (exception) {
      abandon(exception, request.response);
    }
  }

  function send(request: HttpRequest, outcome: Outcome): void {
    const { status, headers, body, pieces } = outcome;
    const { id: requestId, named, answerHeaders, response } = request;
    record({ requestId, ...named, status, ms: workedMs(request) }, request);
    tracing?.endSpan(request, status);
    Object.assign(answerHeaders, headers);
    // A client, or a proxy with its pool, sends its next request elsewhere.
    if (shutdown.isStopping) answerHeaders.connection = 'close';
    if (pieces === undefined && !BODILESS.includes(status))
      answerHeaders['content-length'] = String(Buffer.byteLength(body ?? ''));
    response.writeHead(status, answerHeaders);
    if (request.method === 'HEAD') {
      response.end();
      void pieces?.[Symbol.asyncIterator]().return?.();
    } else if (heldBytes(outcome) === 0) {
      response.end(body);
      void cutOffSlowReader(response);
    } else
      sendPieces(response, pieces ?? [body ?? '']).catch((error) => {
        // The client sees that the answer is cut off. Where it has gone, nothing is wrong.
        if (!response.destroyed) log.logger.error({ requestId, err: error });
        response.destroy();
      });
  }
}
