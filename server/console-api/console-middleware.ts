import type { FastifyRequest } from 'fastify';
import { ACCOUNT_HEADER } from '../../contract/console-headers.ts';
import { sessionCaller } from '../auth/callers.ts';
import { rejectSession } from '../auth/session-errors.ts';
import { hashSessionToken, isUseWorthNoting, sessionRejection } from '../auth/sessions.ts';
import type { Middleware } from '../http/api-middleware.ts';
import type { JsonBodyReader } from '../http/json-body.ts';
import { SAME_ORIGIN_RESOURCE } from '../http/page-headers.ts';
import type { ConsoleRoute } from '../routes/route-table.ts';
import type { SessionStatus } from '../store/console-records.ts';
import type { Store } from '../store/store.ts';
import { checkBodyText } from './body-checks.ts';
import { parsePrecondition } from './conditional-requests.ts';
import type { ConsoleLimits } from './console-limits.ts';
import type { ConsoleSite } from './console-site.ts';
import { requireSameOrigin } from './same-origin.ts';
import { readSessionCookie } from './session-cookie.ts';

/** Sent with each student of an operation on many: an identifier of the page's own. */
const OPERATION_HEADER = 'bulk-operation';
const OPERATION_ID = /^[\w-]{1,64}$/;

/** As for the API, with a session for the key: origin, session and what it may do, limit, body. */
export function createConsoleMiddleware(
  store: Store,
  countRequest: ConsoleLimits['countRequest'],
  site: () => ConsoleSite,
  callerAddress: (request: FastifyRequest['raw']) => string,
  readBody: JsonBodyReader,
  now: () => number,
): Middleware<ConsoleRoute> {
  return async (route, request, reply) => {
    request.operation = route.operation;
    reply.headers(SAME_ORIGIN_RESOURCE);
    if (route.permission === 'write') requireSameOrigin(request.headers, site().origin);
    const found = await requireSession(route, request);
    const session = sessionRejection(found, 'any', now()) === undefined ? found : undefined;
    if (session !== undefined) {
      request.session = session;
      request.caller = sessionCaller(session);
      if (isUseWorthNoting(session, now())) noteUse(session);
    }
    const address = callerAddress(request.raw);
    const { headers, error } = await countRequest(route, {
      session,
      address,
      operation: readOperation(request),
    });
    reply.headers(headers);
    if (error) throw error;
    if (route.permission === 'write') request.precondition = parsePrecondition(request);
    if (route.hasBody) {
      await route.beforeBody?.(request);
      const owner = session?.accountId ?? `address ${address}`;
      request.body = await readBody(request.raw, reply.raw, owner, checkBodyText);
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
    const { [ACCOUNT_HEADER]: expected } = request.headers;
    if (route.session !== 'none' && expected !== undefined && expected !== found?.accountId)
      throw rejectSession('other-account');
    return found;
  }

  async function findSession({ headers }: FastifyRequest): Promise<SessionStatus | undefined> {
    const token = readSessionCookie(headers, site());
    return token === undefined ? undefined : store.console.findSession(hashSessionToken(token));
  }
}

function readOperation({ headers }: FastifyRequest): string | undefined {
  const id = headers[OPERATION_HEADER];
  return typeof id === 'string' && OPERATION_ID.test(id) ? id : undefined;
}
