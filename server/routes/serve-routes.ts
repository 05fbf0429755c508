import type { Server } from 'node:http';
import type { AppContext } from '../app-context.ts';
import { connectsApps } from '../config.ts';
import { createCallerAddress } from '../http/caller-address.ts';
import { createRequestIdGenerator } from '../http/http-request.ts';
import { warnOfUntrustedProxy } from '../http/http-server.ts';
import { createLoadShedder } from '../http/load-shedding.ts';
import { createBodyReaders } from '../http/request-body.ts';
import { createExceptionGuard, installRequestGuards } from '../http/request-guards.ts';
import { createResponder } from '../http/responder.ts';
import { createResponseHeaders } from '../http/response-headers.ts';
import type { Shutdown } from '../http/shutdown.ts';
import type { Tracing } from '../observability/tracing.ts';
import { createRequestListener } from './answer-requests.ts';
import type { RouteTable } from './route-table.ts';

/** Observers of requests, where measuring is on. */
export interface Observers {
  observe?: ((operation: string, status: number, seconds: number) => void) | undefined;
  /** Puts requests into spans. */
  tracing?: Pick<Tracing, 'runInSpan' | 'endSpan'> | undefined;
}

/** Answers what the server gets with the routes of the table. A request passes through what is installed here, in this order. */
export function serveRoutes(
  server: Server,
  table: RouteTable,
  { config, store, urls, ticks, log }: AppContext,
  shutdown: Shutdown,
  { observe, tracing }: Observers,
): void {
  const headers = createResponseHeaders(config.corsOrigins, connectsApps(config));
  const requestId = createRequestIdGenerator();
  const abandon = createExceptionGuard(log.logger);
  const responder = createResponder({
    log,
    observe,
    tracing,
    ticks,
    docsUrl: urls.docs,
    callerAddress: createCallerAddress(config.trustedProxies),
    shutdown,
    abandon,
  });
  if (config.trustedProxies.length === 0) warnOfUntrustedProxy(server, log.logger);
  installRequestGuards(server, { docsUrl: urls.docs, headers, requestId, record: responder.record }, abandon);
  server.on(
    'request',
    createRequestListener({
      table,
      shedder: createLoadShedder(store, ticks, log.logger),
      responder,
      headers,
      requestId,
      readers: createBodyReaders(),
      ticks,
      shutdown,
      tracing,
      abandon,
    }),
  );
}
