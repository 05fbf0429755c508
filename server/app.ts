import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE } from '../contract/headers.ts';
import type { Work } from '../contract/limits.ts';
import { OPERATIONS, type Operation, type OperationId, VERSION } from '../contract/operations.ts';
import { referenceRoutes } from '../docs-site/docs-routes.ts';
import { authenticate } from './auth/authenticate.ts';
import { KeyUse } from './auth/last-used.ts';
import type { ServedCatalogue } from './catalogue/live-catalogue.ts';
import { searchRoute } from './catalogue/search-handler.ts';
import type { Config } from './config.ts';
import { asDenial, Denial, errorBody, unavailable } from './http/api-error.ts';
import { corsHeaders } from './http/cors.ts';
import { framework } from './http/fastify.ts';
import { jsonBodies } from './http/json-body.ts';
import { overload, standBefore } from './http/load-shedding.ts';
import { unroutedIn } from './http/not-found.ts';
import { addressesOf } from './http/public-urls.ts';
import { refuseOutside } from './http/raw-response.ts';
import { readinessOf } from './http/readiness.ts';
import { endLine, groundFault, standOn } from './http/request-guards.ts';
import { requestIds } from './http/request-ids.ts';
import { cutIfStalled } from './http/stalled-responses.ts';
import type { Answered, Log } from './observability/log.ts';
import type { Tracing } from './observability/tracing.ts';
import { windowsFor } from './rate-limit/create-rate-limiters.ts';
import { allowance } from './rate-limit/rate-limit-headers.ts';
import type { Windows } from './rate-limit/rate-limiter.ts';
import { type Answer, after, settle } from './store/maybe-promise.ts';
import type { Met, Store } from './store/types.ts';
import { rosterRoutes } from './students/student-handlers.ts';

export interface House {
  config: Config;
  store: Store;
  catalogue: Pick<ServedCatalogue, 'now' | 'refresh'>;
  /** Where a region counts its reads, if that is apart from the state. */
  counters?: Windows | undefined;
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

export interface Built {
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
}: House): Built {
  const use = new KeyUse(store);
  const cors = corsHeaders(config.corsOrigins);
  const requestId = requestIds();
  const bodyOf = jsonBodies();
  let stopping = false;

  const app = framework(requestId, fail);
  const unrouted = unroutedIn(app);
  const addresses = addressesOf(app.server, config);
  const outside = {
    docsUrl: addresses.docs,
    headers: (origin: string | undefined) => ({ ...EVERY_ANSWER, ...cors(origin) }),
    requestId,
    answered,
  };
  standBefore(app.server, overload(store, ticks, log.events), refuseOutside(outside));
  standOn(app.server, outside);

  app.addHook('onRequest', (request, reply, done) => {
    request.began = ticks();
    reply.headers(EVERY_ANSWER).headers(cors(request.headers.origin)).header('request-id', request.id);
    const broken = groundFault(request.raw);
    if (broken) {
      if (broken.headers.connection === 'close') endLine(request.raw);
      done(broken);
    } else if (request.is404) {
      const preflight = unrouted(request, reply);
      if (preflight instanceof Denial) done(preflight);
      else answer(request, reply.headers(preflight).code(204));
    } else done(stopping ? unavailable('서버가 종료되는 중입니다.') : undefined);
  });

  const roster = rosterRoutes(store, catalogue, () => new URL(addresses.base()).pathname);
  const handlers: Record<
    OperationId,
    (request: FastifyRequest, reply: FastifyReply) => Answer<string | Buffer>
  > = {
    findStudents: searchRoute(() => catalogue.now.catalogue),
    ...roster,
  };
  const within: Tracing['within'] = tracing?.within ?? ((_request, _operation, step) => step());
  const identify = authenticate(store, use, now);
  const windows = windowsFor(config, store, counters, ticks);
  const allow: Record<Work, ReturnType<typeof allowance>> = {
    read: allowance('read', config.readLimit),
    write: allowance('write', config.writeLimit),
  };
  for (const [operation, { method, path, needs }] of Object.entries(OPERATIONS) as [
    OperationId,
    Operation,
  ][]) {
    app.route({
      method,
      url: VERSION + path.replace(/\{(\w+)\}/g, ':$1([\\s\\S]+)'),
      onRequest: (request, reply, done) =>
        settle(
          () =>
            within(request, operation, () => {
              request.operation = operation;
              const studentUid = roster.wanted[operation]?.(request);
              return after(identify(request, needs, { studentUid, count: windows[needs].beside }), (caller) =>
                admit(request, reply, caller, studentUid),
              );
            }),
          () => done(),
          done,
        ),
      handler: (request, reply) =>
        settle(
          () => within(request, operation, () => handlers[operation](request, reply)),
          (text) => answer(request, reply.header('content-type', JSON_TYPE), text),
          (error) => reply.send(error),
        ),
    });

    /** Steps 4 and, where a body follows, what comes before it. */
    function admit(
      request: FastifyRequest,
      reply: FastifyReply,
      caller: Met,
      wanted: string | undefined,
    ): Answer<void> {
      request.caller = caller;
      return after(caller.taken ?? windows[needs].take(caller.accountId, wanted), (taken) => {
        const { headers, denial } = allow[needs](taken);
        reply.headers(headers);
        if (denial) throw denial;
        request.brought = taken.brought ?? caller.brought;
        if (method === 'POST') return takeBody(request, reply);
        if (method === 'PATCH') return after(roster.beforePatchBody(request), () => takeBody(request, reply));
      });
    }
  }
  const ready = readinessOf(store);
  referenceRoutes(app, { addresses, served: () => catalogue.now, config, ready, answer });
  const probe = (url: string, status: string, look: () => Answer<void>) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) =>
        settle(
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
    tracing?.ended(request, reply.statusCode);
    reply.send(payload);
    cutIfStalled(reply.raw.socket);
    return reply;
  }

  function answered(line: Answered): void {
    observe?.(line.operation, line.status, line.ms / 1000);
    log.answered(line);
  }

  async function takeBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.body = await bodyOf(request.raw, reply.raw);
  }

  function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const denial = asDenial(error, request.method === 'GET');
    if (denial.status >= 500)
      log.events[denial.status === 500 ? 'error' : 'warn']({ requestId: request.id, err: error });
    // What of a refused body is still to come is not waited for.
    if (stopping) reply.header('connection', 'close');
    reply.code(denial.status).headers(denial.headers).header('content-type', JSON_TYPE);
    return answer(request, reply, errorBody(denial, addresses.docs()));
  }
}
