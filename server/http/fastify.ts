import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { OperationId } from '../../contract/operations.ts';
import type { AuthenticatedKey, PrefetchedStudent, StoredStudent } from '../store/types.ts';
import { normalizeUrl } from './not-found.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Which one this is, once it is known to be one. */
    operation: OperationId | undefined;
    /** By the clock of windows. */
    began: number;
    caller: AuthenticatedKey;
    /** What came along with the key or the count. */
    brought: PrefetchedStudent | undefined;
    /** What PATCH found before it read the body. */
    recorded: StoredStudent;
  }
}

type Fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Fastify without its own ways: no logger, no answers of its own, no body read that nobody asked for. */
export function createFastify(requestId: () => string, fail: Fail): FastifyInstance {
  const app = fastify({
    logger: false,
    genReqId: requestId,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // What a slow or silent client may take: 10 s for a head, 30 s for a whole request, 75 s between two.
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
      maxHeaderSize: 16_384,
      // No stream is made of a body that is not there: a tenth of a read.
      optimizeEmptyRequests: true,
    },
    routerOptions: {
      // As long as a head may be: how long a UID may be is the catalogue's business.
      maxParamLength: 16_384,
      // Taken apart where it is asked for: for most requests it need not be.
      querystringParser: (text) => text as never,
    },
    rewriteUrl: ({ url }) => normalizeUrl(url ?? '/'),
    frameworkErrors: (error, request, reply) => fail(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: () => {},
  });
  app.server.maxHeadersCount = 0;
  // Bodies are the gate's (gate/bodies.ts), and DELETE ignores one (DECISIONS).
  for (const method of ['POST', 'PATCH', 'DELETE'])
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  app.decorateRequest('operation');
  app.decorateRequest('began', 0);
  app.decorateRequest('caller');
  app.decorateRequest('brought');
  app.decorateRequest('recorded');
  app.setErrorHandler(fail);
  app.setNotFoundHandler(() => {});
  return app;
}
