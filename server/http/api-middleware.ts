import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Permission } from '../../contract/limits.ts';
import { createAuthenticator } from '../auth/authenticate.ts';
import type { LastUsedTracker } from '../auth/last-used.ts';
import type { Config } from '../config.ts';
import { createRateLimitReporter } from '../rate-limit/rate-limit-headers.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { ApiRoute, Route } from '../routes/route-table.ts';
import { type MaybePromise, mapMaybe } from '../store/maybe-promise.ts';
import type { Store } from '../store/types.ts';
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
    return mapMaybe(authenticate(request, route.permission, hints), (caller) => {
      request.caller = caller;
      const counted = caller.rateLimitResult ?? limiter.consume(caller.accountId, studentUid);
      return mapMaybe(counted, (result) => {
        const { headers, error } = reportLimit[route.permission](result);
        reply.headers(headers);
        if (error) throw error;
        request.prefetched = result.prefetched ?? caller.prefetched;
        if (route.hasBody)
          return mapMaybe(route.beforeBody?.(request), async () => {
            request.body = await readBody(request.raw, reply.raw);
          });
      });
    });
  };
}
