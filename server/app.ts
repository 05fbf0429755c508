import type { Server } from 'node:http';
import { CAPABILITIES, TABLES } from './capabilities.ts';
import { createHouse, type HouseOptions } from './house.ts';
import { createHttpServer } from './http/http-server.ts';
import { createShutdown } from './http/shutdown.ts';
import { operator } from './operator/capability.ts';
import type { OperatorNeeds } from './operator/operator-context.ts';
import { RouteTable } from './routes/route-table.ts';
import { type Observers, serveRoutes } from './routes/serve-routes.ts';
import { toRoutes } from './rows.ts';

export interface AppDependencies extends HouseOptions, Observers {
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
  const { house, ...built } = createHouse(
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
  const rows = capabilities.flatMap((capability) => capability.rows(house));
  const toTable = (some: typeof rows) => new RouteTable(toRoutes(some, built.admitKey, built.admitSession));
  const api = toTable(rows.filter((row) => 'key' in row));
  serveRoutes(server, toTable(rows), house, shutdown, { observe, tracing });
  const stop = () => {
    const stopped = shutdown.stop(server, built.lastUsed);
    house.changes.stop();
    return stopped;
  };
  return { server, stop };
}
