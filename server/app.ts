import type { FastifyInstance } from 'fastify';
import { LastUsedTracker } from './auth/last-used.ts';
import type { LiveCatalogue } from './catalogue/live-catalogue.ts';
import type { Config } from './config.ts';
import { createConsole } from './console-api/console-app.ts';
import { docsRoutes } from './docs-site/docs-routes.ts';
import { createApiMiddleware } from './http/api-middleware.ts';
import { createCorsHeaders } from './http/cors.ts';
import { createExceptionGuard } from './http/exception-guard.ts';
import { createFastify } from './http/fastify.ts';
import { installRequestSteps } from './http/install-request-steps.ts';
import { createJsonBodyReader } from './http/json-body.ts';
import { createLoadShedder, createLoadSheddingStep } from './http/load-shedding.ts';
import { createPublicUrls } from './http/public-urls.ts';
import { createRawErrorSender, type ResponseHeaders } from './http/raw-response.ts';
import { createReadinessProbe } from './http/readiness.ts';
import { installRequestGuards, pipelineRequests } from './http/request-guards.ts';
import { createRequestIdGenerator } from './http/request-ids.ts';
import { createResponder } from './http/responder.ts';
import { installRoutingChecks } from './http/routing-checks.ts';
import { SECURITY_HEADERS } from './http/security-headers.ts';
import { createShutdown } from './http/shutdown.ts';
import { warnOfUntrustedProxy } from './http/untrusted-proxy.ts';
import { createMcp } from './mcp/mcp-routes.ts';
import type { Log } from './observability/log.ts';
import type { Tracing } from './observability/tracing.ts';
import { createRateLimiters } from './rate-limit/create-rate-limiters.ts';
import { apiRoutes } from './routes/api-routes.ts';
import { probeRoutes } from './routes/probe-routes.ts';
import { registerRoutes } from './routes/register-routes.ts';
import { RouteTable } from './routes/route-table.ts';
import { wellKnownRoutes } from './routes/well-known-routes.ts';
import type { Store } from './store/store.ts';

export interface AppDependencies {
  config: Config;
  store: Store;
  catalogue: Pick<LiveCatalogue, 'current' | 'refresh'>;
  /** The time of day, for keys. */
  now: () => number;
  /** Monotonic milliseconds, for windows and durations. */
  ticks: () => number;
  log: Log;
  /** Measures a response, where metrics are on. */
  observe?: ((operation: string, status: number, seconds: number) => void) | undefined;
  /** Puts requests into spans, where tracing is on. */
  tracing?: Omit<Tracing, 'watch'> | undefined;
}

export interface App {
  app: FastifyInstance;
  /** Accepts no more connections, and resolves when the requests on those that are open are finished. */
  stop: () => Promise<void>;
}

/** The one builder of tests, benchmarks and production. A request passes through what is installed here, in this order. */
export function build(dependencies: AppDependencies): App {
  const { config, store, catalogue, now, ticks, log, observe, tracing } = dependencies;
  const shutdown = createShutdown({ isBehindProxy: config.trustedProxies.length > 0 });
  const isStopping = () => shutdown.isStopping;
  const requestId = createRequestIdGenerator();
  const cors = createCorsHeaders(config.corsOrigins);
  const headers: ResponseHeaders = (origin, url) => ({ ...SECURITY_HEADERS, ...cors(origin, url) });
  const docsUrl = () => urls.docs();
  const abandon = createExceptionGuard(log.logger);
  const responder = createResponder({ log, observe, tracing, ticks, docsUrl, isStopping, abandon });
  const lastUsed = new LastUsedTracker(store);
  const limiters = createRateLimiters(config, store, ticks);
  const readBody = createJsonBodyReader();

  const app = createFastify(requestId, responder.sendError);
  const urls = createPublicUrls(app.server, config);
  const ready = createReadinessProbe(store, isStopping);
  const operations = apiRoutes(store, catalogue, urls, now);
  const console = createConsole({
    config,
    store,
    urls,
    responder,
    readBody,
    operations,
    apiLimiters: limiters,
    now,
    ticks,
  });
  const mcp = createMcp({
    config,
    store,
    catalogue: () => catalogue.current,
    urls,
    readBody,
    operations,
    limiters,
    lastUsed,
    now,
    ticks,
    logger: log.logger,
  });
  const table = new RouteTable([
    ...operations,
    ...console.routes,
    ...mcp.routes,
    ...docsRoutes({ urls, served: () => catalogue.current, config, ready, responder }),
    ...probeRoutes(ready, responder),
    ...wellKnownRoutes(urls, config, responder, now),
  ]);

  const rawResponses = { docsUrl, headers, requestId, record: responder.record };
  const shedder = createLoadShedder(store, ticks, log.logger);
  installRequestGuards(app.server, rawResponses, abandon);
  installRequestSteps(
    app.server,
    [pipelineRequests, createLoadSheddingStep(shedder, table, createRawErrorSender(rawResponses))],
    abandon,
  );
  if (config.trustedProxies.length === 0) warnOfUntrustedProxy(app.server, log.logger);
  installRoutingChecks(app, { table, responder, headers, ticks, isDrained: () => shutdown.isDrained });
  const api = createApiMiddleware(config, store, limiters, lastUsed, readBody, now);
  registerRoutes(app, table, { api, console: console.middleware, mcp: mcp.middleware }, responder, tracing);

  return { app, stop: () => shutdown.stop(app, lastUsed) };
}
