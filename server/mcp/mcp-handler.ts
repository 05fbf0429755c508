import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rollbook } from '../../client/index.ts';
import type { Permission } from '../../contract/limits.ts';
import type { Log } from '../observability/log.ts';
import { IN_PROCESS_URL } from './in-process-fetch.ts';
import { createMcpServer } from './mcp-server.ts';

/** A call that writes all students takes seconds. */
const CALL_TIMEOUT_MS = 60_000;
/** Headers that the protocol defines. */
const REQUEST_HEADERS = /^(accept|content-type|mcp-.*)$/;
const RESPONSE_HEADERS = ['content-type', 'allow'];

/** Answers requests by the protocol. Each has a server of its own, and no state outlives it. */
export function createHandler(
  fetchInProcess: (requestId: string) => typeof fetch,
  logger: Log['logger'],
): (request: FastifyRequest, reply: FastifyReply) => Promise<string> {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const { token, clientId: requestId, scopes } = authInfo as NonNullable<typeof authInfo>;
      return createMcpServer({
        // A call that meets a limit ends with the time to wait, rather than holding the request.
        rollbook: new Rollbook({
          baseUrl: IN_PROCESS_URL,
          apiKey: token,
          fetch: fetchInProcess(requestId),
          maxWaitMs: 0,
        }),
        permission: () => scopes[0] as Permission,
        reportDefect: (err) => logger.error({ requestId, err }),
      });
    },
    // The tools never change, so there is nothing to subscribe to, and no response lasts.
    { maxSubscriptions: 0, keepAliveMs: 0 },
  );

  return async (request, reply) => {
    const controller = new AbortController();
    const abort = () => controller.abort();
    const timer = setTimeout(abort, CALL_TIMEOUT_MS);
    reply.raw.once('close', abort);
    try {
      const response = await handler.fetch(toWebRequest(request, controller.signal), {
        parsedBody: request.body,
        authInfo: {
          token: request.headers.authorization?.replace(/^bearer +/i, '') ?? '',
          clientId: request.id,
          scopes: [request.permission],
        },
      });
      for (const name of RESPONSE_HEADERS) {
        const value = response.headers.get(name);
        if (value !== null) reply.header(name, value);
      }
      reply.code(response.status);
      // Whole, because nothing is sent before the result.
      return await response.text();
    } finally {
      clearTimeout(timer);
      reply.raw.off('close', abort);
    }
  };
}

/** Without the body, which is parsed already. */
function toWebRequest({ method, headers }: FastifyRequest, signal: AbortSignal): Request {
  const forwarded = Object.entries(headers).filter(([name]) => REQUEST_HEADERS.test(name));
  return new Request('http://rollbook.invalid/mcp', {
    method,
    headers: forwarded as [string, string][],
    signal,
  });
}
