import type { Server } from 'node:http';
import { CAPABILITIES, TABLES } from './capabilities.ts';
import { createHttpServer } from './http/http-server.ts';
import { createShutdown } from './http/shutdown.ts';
import { operator } from './operator/capability.ts';
import type { OperatorNeeds } from './operator/operator-context.ts';
import { RouteTable } from './routes/route-table.ts';
import { type Observers, serveRoutes } from './routes/serve-routes.ts';
import { createRouteOf } from './rows.ts';
import { createServices, type ServiceOptions } from './services.ts';

export interface AppDependencies extends ServiceOptions, Observers {
  fetching?: OperatorNeeds['fetching'];
  backupProblem?: OperatorNeeds['backupProblem'];
  program?: OperatorNeeds['program'] | undefined;
}

export interface App {
  server: Server;
  /** Accepts no more connections, and resolves when the requests on those that are open are finished. */
  stop: () => Promise<void>;
}

/** The one builder of tests, benchmarks and production. Without `fetching`, there is no operator's page. */
export function build({
  fetching,
  backupProblem = () => null,
  program = 'npx rollbook',
  observe,
  tracing,
  ...options
}: AppDependencies): App {
  const server = createHttpServer();
  const shutdown = createShutdown({ isBehindProxy: options.config.trustedProxies.length > 0 });
  const { services, ...built } = createServices(
    options,
    server,
    () => shutdown.isStopping,
    TABLES,
    () => api,
  );
  const capabilities = [
    ...CAPABILITIES,
    ...(fetching === undefined ? [] : [operator({ fetching, backupProblem, program })]),
  ];
  const routeOf = createRouteOf(built.admitKey, built.admitSession);
  const routes = capabilities
    .flatMap(({ rows }) => rows(services))
    .map((row) => ({ isOfKey: 'operationId' in row, route: routeOf(row) }));
  const toTable = (some: typeof routes) => new RouteTable(some.map(({ route }) => route));
  const api = toTable(routes.filter(({ isOfKey }) => isOfKey));
  serveRoutes(server, toTable(routes), services, shutdown, { observe, tracing });
  const stop = () => {
    const stopped = shutdown.stop(server, built.lastUsed);
    services.changes.stop();
    return stopped;
  };
  return { server, stop };
}
