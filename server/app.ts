import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE } from '../contract/headers.ts';
import type { Access } from '../contract/limits.ts';
import { API_PREFIX, OPERATIONS, type Operation, type OperationId } from '../contract/operations.ts';
import { referenceRoutes } from '../docs-site/docs-routes.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { LastUsedTracker } from './auth/last-used.ts';
import type { LiveCatalogue } from './catalogue/live-catalogue.ts';
import { createSearchHandler } from './catalogue/search-handler.ts';
import type { Config } from './config.ts';
import { ApiError, serializeError, toApiError, unavailableError } from './http/api-error.ts';
import { corsHeaders } from './http/cors.ts';
import { createFastify } from './http/fastify.ts';
import { createJsonBodyReader } from './http/json-body.ts';
import { createLoadShedder, installLoadShedding } from './http/load-shedding.ts';
import { createNotFoundHandler } from './http/not-found.ts';
import { createPublicUrls } from './http/public-urls.ts';
import { createRawErrorSender } from './http/raw-response.ts';
import { createReadinessProbe } from './http/readiness.ts';
import { checkRequestHead, endPipeline, installRequestGuards } from './http/request-guards.ts';
import { createRequestIdGenerator } from './http/request-ids.ts';
import { resetIfStalled } from './http/stalled-responses.ts';
import type { Log, RequestLogEntry } from './observability/log.ts';
import type { Tracing } from './observability/tracing.ts';
import { createRateLimiters } from './rate-limit/create-rate-limiters.ts';
import { createRateLimitReporter } from './rate-limit/rate-limit-headers.ts';
import type { RateLimiter } from './rate-limit/rate-limiter.ts';
import { type MaybePromise, mapMaybe, settleMaybe } from './store/maybe-promise.ts';
import type { AuthenticatedKey, Store } from './store/types.ts';
import { createStudentHandlers } from './students/student-handlers.ts';

export interface AppDependencies {
  config: Config;
  store: Store;
  catalogue: Pick<LiveCatalogue, 'now' | 'refresh'>;
  /** Where a region counts its reads, if that is apart from the state. */
  counters?: RateLimiter | undefined;
  /** The time of day, for keys. */
  now: () => number;
  /** Milliseconds that never go back, for windows and durations. */
  ticks: () => number;
  log: Log;
  /** Told of every answer, where somebody measures. */
  observe?: ((operation: string, status: number, seconds: number) => void) | undefined;
  /** Where somebody follows requests: what they do is done in their spans. */
  tracing?: Omit<Tracing, 'watch'> | undefined;
}

export interface App {
  app: FastifyInstance;
  /** Refuses what comes from now on, and ends when what is under way is done. */
  stop: () => Promise<void>;
}

/** What is still under way this long after a stop will not end by itself. */
const LAST_CALL_MS = 7_000;
/** Then the last uses of keys are written, if the store takes no longer than this. */
const LAST_USES_MS = 1_000;
const EVERY_ANSWER = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** The one builder of tests, benchmarks and production: hooks and routes, in the order in which they run. */
export function build({
  config,
  store,
  catalogue,
  counters,
  now,
  ticks,
  log,
  observe,
  tracing,
}: AppDependencies): App {
  const use = new LastUsedTracker(store);
  const cors = corsHeaders(config.corsOrigins);
  const requestId = createRequestIdGenerator();
  const bodyOf = createJsonBodyReader();
  let stopping = false;

  const app = createFastify(requestId, fail);
  const unrouted = createNotFoundHandler(app);
  const addresses = createPublicUrls(app.server, config);
  const outside = {
    docsUrl: addresses.docs,
    headers: (origin: string | undefined) => ({ ...EVERY_ANSWER, ...cors(origin) }),
    requestId,
    answered,
  };
  installLoadShedding(app.server, createLoadShedder(store, ticks, log.events), createRawErrorSender(outside));
  installRequestGuards(app.server, outside);

  app.addHook('onRequest', (request, reply, done) => {
    request.began = ticks();
    reply.headers(EVERY_ANSWER).headers(cors(request.headers.origin)).header('request-id', request.id);
    const broken = checkRequestHead(request.raw);
    if (broken) {
      if (broken.headers.connection === 'close') endPipeline(request.raw);
      done(broken);
    } else if (request.is404) {
      const preflight = unrouted(request, reply);
      if (preflight instanceof ApiError) done(preflight);
      else answer(request, reply.headers(preflight).code(204));
    } else done(stopping ? unavailableError('서버가 종료되는 중입니다.') : undefined);
  });

  const roster = createStudentHandlers(store, catalogue, () => new URL(addresses.base()).pathname);
  const handlers: Record<
    OperationId,
    (request: FastifyRequest, reply: FastifyReply) => MaybePromise<string | Buffer>
  > = {
    findStudents: createSearchHandler(() => catalogue.now.catalogue),
    ...roster,
  };
  const within: Tracing['runInSpan'] = tracing?.runInSpan ?? ((_request, _operation, step) => step());
  const identify = createAuthenticator(store, use, now);
  const windows = createRateLimiters(config, store, counters, ticks);
  const allow: Record<Access, ReturnType<typeof createRateLimitReporter>> = {
    read: createRateLimitReporter('read', config.readLimit),
    write: createRateLimitReporter('write', config.writeLimit),
  };
  for (const [operation, { method, path, access }] of Object.entries(OPERATIONS) as [
    OperationId,
    Operation,
  ][]) {
    app.route({
      method,
      url: API_PREFIX + path.replace(/\{(\w+)\}/g, ':$1([\\s\\S]+)'),
      onRequest: (request, reply, done) =>
        settleMaybe(
          () =>
            within(request, operation, () => {
              request.operation = operation;
              const studentUid = roster.wanted[operation]?.(request);
              return mapMaybe(
                identify(request, access, { studentUid, rateLimitRule: windows[access].storeRule }),
                (caller) => admit(request, reply, caller, studentUid),
              );
            }),
          () => done(),
          done,
        ),
      handler: (request, reply) =>
        settleMaybe(
          () => within(request, operation, () => handlers[operation](request, reply)),
          (text) => answer(request, reply.header('content-type', JSON_TYPE), text),
          (error) => reply.send(error),
        ),
    });

    /** Steps 4 and, where a body follows, what comes before it. */
    function admit(
      request: FastifyRequest,
      reply: FastifyReply,
      caller: AuthenticatedKey,
      wanted: string | undefined,
    ): MaybePromise<void> {
      request.caller = caller;
      return mapMaybe(
        caller.rateLimitResult ?? windows[access].consume(caller.accountId, wanted),
        (taken) => {
          const { headers, error } = allow[access](taken);
          reply.headers(headers);
          if (error) throw error;
          request.brought = taken.prefetched ?? caller.prefetched;
          if (method === 'POST') return takeBody(request, reply);
          if (method === 'PATCH')
            return mapMaybe(roster.beforePatchBody(request), () => takeBody(request, reply));
        },
      );
    }
  }
  const ready = createReadinessProbe(store);
  referenceRoutes(app, { addresses, served: () => catalogue.now, config, ready, answer });
  const probe = (url: string, status: string, look: () => MaybePromise<void>) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) =>
        settleMaybe(
          look,
          () => answer(request, reply.header('content-type', JSON_TYPE), JSON.stringify({ status })),
          (error) => reply.send(error),
        ),
    });
  probe('/healthz', 'ok', () => {});
  probe('/readyz', 'ready', ready);

  return {
    app,
    async stop() {
      stopping = true;
      // A connection is kept by its client until the answer under way is there, and ended then.
      const reap = setInterval(() => app.server.closeIdleConnections(), 20);
      const cut = setTimeout(() => app.server.closeAllConnections(), LAST_CALL_MS);
      await app.close();
      clearInterval(reap);
      clearTimeout(cut);
      await use.close(LAST_USES_MS);
    },
  };

  /** Every answer leaves here and is told of: a hook of Fastify's for it would cost a read a twentieth, two listeners a sixth. */
  function answer(request: FastifyRequest, reply: FastifyReply, payload?: string | Buffer): FastifyReply {
    const { id: requestId, operation = 'unrouted', began, caller } = request;
    answered({
      requestId,
      operation,
      status: reply.statusCode,
      ms: ticks() - began,
      account: caller?.accountId,
    });
    tracing?.endSpan(request, reply.statusCode);
    reply.send(payload);
    resetIfStalled(reply.raw.socket);
    return reply;
  }

  function answered(line: RequestLogEntry): void {
    observe?.(line.operation, line.status, line.ms / 1000);
    log.request(line);
  }

  async function takeBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.body = await bodyOf(request.raw, reply.raw);
  }

  function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const denial = toApiError(error, request.method === 'GET');
    if (denial.status >= 500)
      log.events[denial.status === 500 ? 'error' : 'warn']({ requestId: request.id, err: error });
    // What of a refused body is still to come is not waited for.
    if (stopping) reply.header('connection', 'close');
    reply.code(denial.status).headers(denial.headers).header('content-type', JSON_TYPE);
    return answer(request, reply, serializeError(denial, addresses.docs()));
  }
}
