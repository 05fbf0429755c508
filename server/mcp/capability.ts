import type { RequiredAccess } from '../../contract/areas.ts';
import { MCP_LIMIT } from '../../contract/limits.ts';
import { MCP_PATH } from '../../contract/paths.ts';
import type { Capability } from '../capability.ts';
import { createFixedRateLimiter } from '../rate-limit/create-rate-limiters.ts';
import { createRateLimitReporter, takeReport } from '../rate-limit/rate-limit-headers.ts';
import { type IncomingRequest, readAdmittedBody } from '../request/incoming-request.ts';
import { defineRoute } from '../routes/define-route.ts';
import type { Route } from '../routes/route-table.ts';
import { AccountQueue } from '../scheduling/account-queue.ts';
import type { Services } from '../services.ts';
import type { KeyStatus } from '../store/stored-account.ts';
import { createInProcessFetch } from './in-process-fetch.ts';
import { checkMcpSite } from './mcp-site.ts';
import { checkMessages, checkMessageText } from './message-checks.ts';
import { TOOL_LIST, TOOL_NAMES, type ToolName } from './tool-titles.ts';

/**
 * POST /mcp: the tools for a player's API key. Each message is counted before its body; the requests that a tool makes
 * are counted besides, like those of /v1. The calls of an account run one after the other.
 */
export const mcp: Capability = { rows: mcpRows };

function mcpRows(services: Services): Route[] {
  const { store, urls, ticks, log, authenticate } = services;
  const limiter = createFixedRateLimiter('mcp', MCP_LIMIT, store, ticks);
  const reportLimit = createRateLimitReporter('mcp', MCP_LIMIT.perWindow);
  const fetchInProcess = createInProcessFetch(services);
  const queue = new AccountQueue();
  // The protocol is loaded at the first request: the start is quicker for it.
  const loadHandler = async () =>
    (await import('./mcp-handler.ts')).createHandler(fetchInProcess, log.logger);
  let loaded: ReturnType<typeof loadHandler> | undefined;
  const handler = (): ReturnType<typeof loadHandler> => {
    loaded ??= loadHandler().catch((error) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };

  const admit = async (request: IncomingRequest, required: RequiredAccess = ANY_KEY): Promise<KeyStatus> => {
    checkMcpSite(urls, request);
    return await authenticate(request, required);
  };

  /** A client may ask for a stream, or end a session. There are none, and the protocol's answer is 405. */
  const refusal = {
    admit: async (request: IncomingRequest) => ({ request, key: await admit(request) }),
    handle: async ({ request, key }: { request: IncomingRequest; key: KeyStatus }) =>
      (await handler())(request, key, undefined),
  };

  const ofPath = { path: MCP_PATH, operation: 'mcp', origins: 'none' } as const;
  /** `permission` is only for load shedding here; each tool needs that of its own request. */
  return [
    defineRoute({
      ...ofPath,
      methods: ['POST'],
      permission: 'write',
      async admit(request) {
        const key = await admit(request);
        takeReport(request, reportLimit(await limiter.consume(key.accountId)));
        return { request, key };
      },
      async readBody({ request, key }) {
        const body = await readAdmittedBody(request, key.accountId, () => admit(request), checkMessageText);
        const message = checkMessages(body);
        const tool = findCalledTool(message);
        if (tool !== undefined) request.named.operation = `mcp${toPascalCase(tool)}`;
        // Before any runs: an app then asks its player for more.
        if (key.app)
          for (const called of [message].flat().map(findCalledTool))
            if (called !== undefined) await admit(request, TOOL_LIST[called]);
        return message;
      },
      turns: { queue, accountOf: ({ key }) => key.accountId },
      handle: async ({ request, key }, message) => (await handler())(request, key, message),
    }),
    defineRoute({ ...ofPath, methods: ['GET'], permission: 'read', isUnsupported: true, ...refusal }),
    defineRoute({ ...ofPath, methods: ['DELETE'], permission: 'write', isUnsupported: true, ...refusal }),
  ];
}

/** Each tool says what it needs. */
const ANY_KEY = { permission: 'read', areas: [] } as const;

/** The tool that a message calls. */
function findCalledTool(body: unknown): ToolName | undefined {
  const { method, params } = Object(body) as { method?: unknown; params?: unknown };
  return method === 'tools/call' ? TOOL_NAMES.find((name) => name === Object(params).name) : undefined;
}

function toPascalCase(name: ToolName): string {
  return name.replace(/(?:^|_)(.)/g, (_match, letter: string) => letter.toUpperCase());
}
