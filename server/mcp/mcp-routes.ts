import type { FastifyReply, FastifyRequest } from 'fastify';
import { MCP_LIMIT, type Permission } from '../../contract/limits.ts';
import { MCP_PATH } from '../../contract/paths.ts';
import { createAuthenticator } from '../auth/authenticate.ts';
import { keyCaller } from '../auth/callers.ts';
import type { LastUsedTracker } from '../auth/last-used.ts';
import type { CatalogueSnapshot } from '../catalogue/live-catalogue.ts';
import type { Config } from '../config.ts';
import { createApiMiddleware, type Middleware } from '../http/api-middleware.ts';
import type { JsonBodyReader } from '../http/json-body.ts';
import type { PublicUrls } from '../http/public-urls.ts';
import type { Log } from '../observability/log.ts';
import { createMcpRateLimiter } from '../rate-limit/create-rate-limiters.ts';
import { createRateLimitReporter } from '../rate-limit/rate-limit-headers.ts';
import type { ApiRoute, McpRoute } from '../routes/route-table.ts';
import type { RateLimiter } from '../store/rate-limiter.ts';
import type { Store } from '../store/store.ts';
import { createInProcessFetch, readInProcessBody } from './in-process-fetch.ts';
import { checkMcpSite } from './mcp-site.ts';
import { checkMessages, checkMessageText } from './message-checks.ts';
import { TOOL_NAMES, type ToolName } from './tool-list.ts';

interface McpDependencies {
  config: Config;
  store: Store;
  catalogue: () => CatalogueSnapshot;
  urls: PublicUrls;
  readBody: JsonBodyReader;
  operations: readonly ApiRoute[];
  limiters: Record<Permission, RateLimiter>;
  lastUsed: LastUsedTracker;
  now: () => number;
  ticks: () => number;
  logger: Log['logger'];
}

/** POST /mcp: the tools for a player's API key. */
export function createMcp(dependencies: McpDependencies): {
  routes: McpRoute[];
  middleware: Middleware<McpRoute>;
} {
  const { config, store, catalogue, urls, readBody, operations, limiters, lastUsed, now, ticks, logger } =
    dependencies;
  const authenticate = createAuthenticator(store, lastUsed, now);
  const limiter = createMcpRateLimiter(store, ticks);
  const reportLimit = createRateLimitReporter('mcp', MCP_LIMIT.perWindow);
  const fetchInProcess = createInProcessFetch({
    operations,
    api: createApiMiddleware(config, store, limiters, lastUsed, readInProcessBody, now),
    store,
    catalogue,
    docsUrl: urls.docs,
    logger,
  });
  // The protocol is loaded at the first request: the start is quicker for it.
  const loadHandler = async () => (await import('./mcp-handler.ts')).createHandler(fetchInProcess, logger);
  let handler: ReturnType<typeof loadHandler> | undefined;

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    handler ??= loadHandler().catch((error) => {
      handler = undefined;
      throw error;
    });
    return (await handler)(request, reply);
  };
  /** `permission` is only for load shedding here; each tool needs that of its own request. */
  const route = (method: string, permission: Permission): McpRoute => ({
    methods: [method],
    path: MCP_PATH,
    operation: 'mcp',
    isMcp: true,
    permission,
    hasBody: method === 'POST',
    isUnsupported: method !== 'POST',
    handle,
  });

  return {
    // A client may ask for a stream, or end a session. There are none, and the protocol's answer is 405.
    routes: [route('POST', 'write'), route('GET', 'read'), route('DELETE', 'write')],
    /** Counts each message before its body. The requests that a tool makes are counted besides, like those of /v1. */
    async middleware(route, request, reply) {
      request.operation = route.operation;
      checkMcpSite(urls, request);
      const rateLimitRule = route.hasBody ? limiter.storeRule : undefined;
      const key = await authenticate(request, 'read', { rateLimitRule });
      request.caller = keyCaller(key);
      request.permission = key.permission;
      if (!route.hasBody) return;
      const { headers, error } = reportLimit(key.rateLimitResult ?? (await limiter.consume(key.accountId)));
      reply.headers(headers);
      if (error) throw error;
      const body = await readBody(request.raw, reply.raw, key.accountId, checkMessageText);
      // A body may take 30 s, in which the key may be revoked.
      await authenticate(request, 'read', {});
      request.body = checkMessages(body);
      request.operation = nameOperation(request.body) ?? route.operation;
    },
  };
}

const TOOL_OPERATIONS: ReadonlyMap<unknown, McpRoute['operation']> = new Map(
  TOOL_NAMES.map((name) => [name, `mcp${toPascalCase(name)}`]),
);

/** Names a tool call in logs and metrics, by a name of ours. */
function nameOperation(body: unknown): McpRoute['operation'] | undefined {
  const { method, params } = Object(body) as { method?: unknown; params?: unknown };
  return method === 'tools/call' ? TOOL_OPERATIONS.get(Object(params).name) : undefined;
}

function toPascalCase(name: ToolName): string {
  return name.replace(/(?:^|_)(.)/g, (_match, letter: string) => letter.toUpperCase());
}
