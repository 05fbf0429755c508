import type { FastifyReply, FastifyRequest } from 'fastify';
import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';
import { serializeError, toApiError } from '../errors/api-error.ts';
import type { Log, RequestLogEntry } from '../observability/log.ts';
import type { Tracing } from '../observability/tracing.ts';
import type { AbandonConnection } from './exception-guard.ts';
import { resetIfStalled } from './stalled-responses.ts';

/** Every response that the framework has a request for leaves through `send`; `sendError` renders every error. */
export interface Responder {
  send: (request: FastifyRequest, reply: FastifyReply, payload?: string | Buffer) => FastifyReply;
  sendError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  /** Logs and measures a response that was sent past the framework. */
  record: (entry: RequestLogEntry) => void;
}

interface ResponderOptions {
  log: Log;
  observe: ((operation: string, status: number, seconds: number) => void) | undefined;
  tracing: Pick<Tracing, 'endSpan'> | undefined;
  ticks: () => number;
  docsUrl: () => string;
  isStopping: () => boolean;
  abandon: AbandonConnection;
}

export function createResponder({
  log,
  observe,
  tracing,
  ticks,
  docsUrl,
  isStopping,
  abandon,
}: ResponderOptions): Responder {
  return { send, sendError, record };

  function record(entry: RequestLogEntry): void {
    observe?.(entry.operation, entry.status, entry.ms / 1000);
    log.logRequest(entry);
  }

  /** Called rather than hooked: an onResponse hook costs a read a twentieth, two listeners a sixth. */
  function send(request: FastifyRequest, reply: FastifyReply, payload?: string | Buffer): FastifyReply {
    const { id: requestId, operation = 'unrouted', startedAt, caller } = request;
    const status = reply.statusCode;
    record({ requestId, operation, status, ms: ticks() - startedAt, account: caller?.accountId });
    tracing?.endSpan(request, status);
    // A client, or a proxy with its pool, sends its next request elsewhere.
    if (isStopping()) reply.header('connection', 'close');
    reply.send(payload);
    resetIfStalled(reply.raw.socket);
    return reply;
  }

  /** Throws nothing: the framework would answer with the exception's text. */
  function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    try {
      return renderError(error, request, reply);
    } catch (exception) {
      abandon(exception, reply.hijack().raw);
      return reply;
    }
  }

  function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const apiError = toApiError(error, request.method === 'GET');
    const { status, headers } = apiError;
    if (status >= 500) log.logger[status === 500 ? 'error' : 'warn']({ requestId: request.id, err: error });
    reply.code(status).headers(headers).header('content-type', JSON_CONTENT_TYPE);
    return send(request, reply, serializeError(apiError, docsUrl()));
  }
}
