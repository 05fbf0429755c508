import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Permission } from '../../contract/limits.ts';
import { createAuthenticator } from '../auth/authenticate.ts';
import { keyCaller } from '../auth/callers.ts';
import type { LastUsedTracker } from '../auth/last-used.ts';
import type { Config } from '../config.ts';
import { type MaybePromise, mapMaybe } from '../maybe-promise.ts';
import { createRateLimitReporter } from '../rate-limit/rate-limit-headers.ts';
import type { ApiRoute, Route } from '../routes/route-table.ts';
import type { RateLimiter } from '../store/rate-limiter.ts';
import type { Store } from '../store/store.ts';
import type { JsonBodyReader } from './json-body.ts';

/** What a request must pass before its handler; throws an ApiError otherwise. */
export type Middleware<Row extends Route> = (
  route: Row,
  request: FastifyRequest,
  reply: FastifyReply,
) => MaybePromise<void>;

/**
 * The checks from the key to the rate limit (ARCHITECTURE.md, "The order of checks"). Where a body follows, it is read,
 * which is the first part of the shape check.
 */
export function createApiMiddleware(
  config: Config,
  store: Store,
  limiters: Record<Permission, RateLimiter>,
  lastUsed: LastUsedTracker,
  readBody: JsonBodyReader,
  now: () => number,
): Middleware<ApiRoute> {
  const authenticate = createAuthenticator(store, lastUsed, now);
  const reportLimit: Record<Permission, ReturnType<typeof createRateLimitReporter>> = {
    read: createRateLimitReporter('read', config.readLimit),
    write: createRateLimitReporter('write', config.writeLimit),
  };

  return (route, request, reply) => {
    request.operation = route.operation;
    const limiter = limiters[route.permission];
    const studentUid = route.prefetchedUid?.(request);
    const hints = { studentUid, rateLimitRule: limiter.storeRule };
    return mapMaybe(authenticate(request, route.permission, hints), (key) => {
      request.caller = keyCaller(key);
      const counted = key.rateLimitResult ?? limiter.consume(key.accountId, studentUid);
      return mapMaybe(counted, (result) => {
        const { headers, error } = reportLimit[route.permission](result);
        reply.headers(headers);
        if (error) throw error;
        request.prefetched = result.prefetched ?? key.prefetched;
        if (route.hasBody)
          return mapMaybe(route.beforeBody?.(request), async () => {
            const isUnderWay = request.raw.complete === false;
            request.body = await readBody(request.raw, reply.raw, key.accountId);
            // It may take 30 s, in which the key may be revoked. A write checks again, but a refusal tells of the state too.
            if (isUnderWay) await authenticate(request, route.permission, {});
          });
      });
    });
  };
}
