import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Permission } from '../../contract/limits.ts';
import type { AccountCaller } from '../auth/callers.ts';
import type { CheckedRoute } from '../routes/route-table.ts';
import type { SessionStatus } from '../store/console-records.ts';
import type { PrefetchedStudent, StoredStudent } from '../store/stored-student.ts';
import { normalizeUrl } from './normalize-url.ts';
import type { Responder } from './responder.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The name in logs, metrics and traces; undefined for pages and what has no route. */
    operation: CheckedRoute['operation'] | undefined;
    /** In milliseconds of the monotonic clock. */
    startedAt: number;
    caller: AccountCaller;
    /** Of MCP's requests, by their key. */
    permission: Permission;
    /** Of the console's requests. */
    session: SessionStatus | undefined;
    /** Throws unless the stored student is the one that `If-Match` names; undefined where the request names none. */
    precondition: ((stored: StoredStudent | undefined) => void) | undefined;
    prefetched: PrefetchedStudent | undefined;
    /** What PATCH found before it read the body. */
    student: StoredStudent;
  }
}

/** Fastify as router and hooks only: no logger, no responses of its own, no body parsing. */
export function createFastify(requestId: () => string, sendError: Responder['sendError']): FastifyInstance {
  const app = fastify({
    logger: false,
    genReqId: requestId,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // A slow or silent client has 10 s for a head, 30 s for a whole request and 75 s between two.
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
      maxHeaderSize: 16_384,
      // A stream for a body that is absent would cost a read a tenth.
      optimizeEmptyRequests: true,
    },
    routerOptions: {
      // The size of a head bounds a UID; the catalogue decides what is one.
      maxParamLength: 16_384,
      // Handlers parse the query where they use it.
      querystringParser: (text) => text as never,
    },
    rewriteUrl: ({ url }) => normalizeUrl(url ?? '/'),
    frameworkErrors: (error, request, reply) =>
      sendError(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: () => {},
  });
  app.server.maxHeadersCount = 0;
  // Bodies are read by json-body.ts, for the routes that have one.
  for (const method of app.supportedMethods)
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  app.decorateRequest('operation');
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('caller');
  app.decorateRequest('permission');
  app.decorateRequest('session');
  app.decorateRequest('precondition');
  app.decorateRequest('prefetched');
  app.decorateRequest('student');
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(() => {});
  return app;
}
