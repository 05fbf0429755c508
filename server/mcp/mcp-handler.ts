import { createMcpHandler } from '@modelcontextprotocol/server';
import { Rollbook } from '../../client/index.ts';
import type { Log } from '../observability/log.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import type { Outcome } from '../request/outcome.ts';
import { IN_PROCESS_URL } from './in-process-fetch.ts';
import { type CallerAccess, createMcpServer } from './mcp-server.ts';

/** A call that writes all students takes seconds. */
const CALL_TIMEOUT_MS = 60_000;
/** Headers that the protocol defines. */
const REQUEST_HEADERS = /^(accept|content-type|mcp-.*)$/;
const RESPONSE_HEADERS = ['content-type', 'allow'];

/** Answers requests by the protocol. Each has a server of its own, and no state outlives it. */
export function createHandler(
  fetchInProcess: (requestId: string) => typeof fetch,
  logger: Log['logger'],
): (request: IncomingRequest, access: CallerAccess, body: unknown) => Promise<Outcome> {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const { token, clientId: requestId, extra } = authInfo as NonNullable<typeof authInfo>;
      return createMcpServer({
        // A call that meets a limit ends with the time to wait, rather than holding the request.
        rollbook: new Rollbook({
          baseUrl: IN_PROCESS_URL,
          apiKey: token,
          fetch: fetchInProcess(requestId),
          maxWaitMs: 0,
        }),
        access: () => extra?.access as CallerAccess,
        tellsGroups: true,
        reportDefect: (err) => logger.error({ requestId, err }),
      });
    },
    // The tools never change, so there is nothing to subscribe to, and no response lasts.
    { maxSubscriptions: 0, keepAliveMs: 0 },
  );

  return async (request, access, body) => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
    const response = await handler.fetch(toWebRequest(request, signal), {
      parsedBody: body,
      authInfo: {
        token: request.headers.authorization?.replace(/^bearer +/i, '') ?? '',
        clientId: request.id,
        scopes: [],
        extra: { access },
      },
    });
    const headers = RESPONSE_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    // Whole, because nothing is sent before the result.
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(headers), body: text };
  };
}

/** Without the body, which is parsed already. */
function toWebRequest({ method, headers }: IncomingRequest, signal: AbortSignal): Request {
  const forwarded = Object.entries(headers).filter(([name]) => REQUEST_HEADERS.test(name));
  return new Request('http://rollbook.invalid/mcp', {
    method,
    headers: forwarded as [string, string][],
    signal,
  });
}
