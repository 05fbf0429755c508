import type { FastifyRequest } from 'fastify';
import { hashSessionToken, isUseWorthNoting, sessionRejection } from '../auth/sessions.ts';
import type { Middleware } from '../http/api-middleware.ts';
import type { JsonBodyReader } from '../http/json-body.ts';
import type { ConsoleRoute } from '../routes/route-table.ts';
import type { SessionStatus } from '../store/console-records.ts';
import type { Store } from '../store/types.ts';
import { parsePrecondition } from './conditional-requests.ts';
import type { CountRequest } from './console-limits.ts';
import type { ConsoleSite } from './console-site.ts';
import { requireSameOrigin } from './same-origin.ts';
import { readSessionCookie } from './session-cookie.ts';
import { rejectSession } from './session-errors.ts';

/** As for the API, with a session for the key: origin, session and what it may do, limit, body. */
export function createConsoleMiddleware(
  store: Store,
  countRequest: CountRequest,
  site: () => ConsoleSite,
  callerAddress: (request: FastifyRequest['raw']) => string,
  readBody: JsonBodyReader,
  now: () => number,
): Middleware<ConsoleRoute> {
  return async (route, request, reply) => {
    request.operation = route.operation;
    if (route.permission === 'write') requireSameOrigin(request.headers, site().origin);
    const found = await requireSession(route, request);
    const session = sessionRejection(found, 'any', now()) === undefined ? found : undefined;
    if (session !== undefined) {
      request.session = session;
      request.caller = session;
      if (isUseWorthNoting(session, now())) noteUse(session);
    }
    const limit = route.session === 'none' && route.permission === 'write' ? 'signIn' : route.permission;
    const subject =
      limit === 'signIn' || session === undefined
        ? `address ${callerAddress(request.raw)}`
        : session.accountId;
    const { headers, error } = await countRequest(limit, subject);
    reply.headers(headers);
    if (error) throw error;
    if (route.permission === 'write') request.precondition = parsePrecondition(request);
    if (route.hasBody) {
      await route.beforeBody?.(request);
      request.body = await readBody(request.raw, reply.raw);
      // A body may take 30 s, in which the session may end.
      if (route.session !== 'none') await requireSession(route, request);
    }
  };

  /** No request waits for the write or fails with it: reads go on while the disk is full or hangs. */
  function noteUse({ digest }: SessionStatus): void {
    store.console.noteSessionUse(digest, now()).catch(() => {});
  }

  async function requireSession(
    route: ConsoleRoute,
    request: FastifyRequest,
  ): Promise<SessionStatus | undefined> {
    const found = await findSession(request);
    const rejection = sessionRejection(found, route.session, now());
    if (rejection !== undefined) throw rejectSession(rejection);
    return found;
  }

  async function findSession({ headers }: FastifyRequest): Promise<SessionStatus | undefined> {
    const token = readSessionCookie(headers, site());
    return token === undefined ? undefined : store.console.findSession(hashSessionToken(token));
  }
}
