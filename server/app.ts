import type { Server } from 'node:http';
import { accountRows } from './accounts/account-routes.ts';
import { createMeOperation } from './accounts/me-operation.ts';
import type { AppContext } from './app-context.ts';
import { appRows } from './apps/app-routes.ts';
import { challenge } from './apps/oauth-metadata.ts';
import { oauthRoutes } from './apps/oauth-routes.ts';
import { createOAuthSite } from './apps/oauth-site.ts';
import { createAuthenticator, createKeyAdmission } from './auth/admit-key.ts';
import { LastUsedTracker } from './auth/last-used.ts';
import type { LiveCatalogue } from './catalogue/live-catalogue.ts';
import { createSearchOperation } from './catalogue/search-operation.ts';
import { connectsApps } from './config.ts';
import { consoleRoutes } from './console/console.ts';
import type { ConsoleContext } from './console/console-context.ts';
import { docsRoutes } from './docs-site/docs-routes.ts';
import { createFeedOperations } from './history/feed-operations.ts';
import { historyRows } from './history/history-routes.ts';
import { createWaitForChanges } from './history/wait-for-changes.ts';
import { createCallerAddress, createForwardedForCheck } from './http/caller-address.ts';
import { createRequestIdGenerator } from './http/http-request.ts';
import { createHttpServer, warnOfUntrustedProxy } from './http/http-server.ts';
import { createLoadShedder } from './http/load-shedding.ts';
import { createPublicUrls } from './http/public-urls.ts';
import { createReadinessProbe } from './http/readiness.ts';
import { createBodyReaders } from './http/request-body.ts';
import { createExceptionGuard, installRequestGuards } from './http/request-guards.ts';
import { createResponder } from './http/responder.ts';
import { createResponseHeaders } from './http/response-headers.ts';
import { createShutdown } from './http/shutdown.ts';
import { createImportMemory } from './imports/import-memory-actions.ts';
import { importRows } from './imports/import-routes.ts';
import { keyRows } from './keys/key-routes.ts';
import { mcpRoutes } from './mcp/mcp-routes.ts';
import type { Tracing } from './observability/tracing.ts';
import type { OperatorContext } from './operator/operator-context.ts';
import { operatorRows } from './operator/operator-routes.ts';
import { createGoalCompletion } from './plans/goal-completion.ts';
import { createPresetActions } from './plans/goal-presets.ts';
import { createGoalActions } from './plans/goals.ts';
import { createPlanReader } from './plans/growth-plan.ts';
import { createPlanOperations } from './plans/plan-operations.ts';
import { planRows } from './plans/plan-routes.ts';
import { createSpending } from './plans/spending.ts';
import { createStockActions } from './plans/stock.ts';
import { openPortraitFolders, portraitRoutes } from './portraits/portrait-routes.ts';
import { createRateLimiters } from './rate-limit/create-rate-limiters.ts';
import { createRequestListener } from './routes/answer-requests.ts';
import { apiRoutes } from './routes/api-routes.ts';
import { probeRoutes } from './routes/probe-routes.ts';
import { RouteTable } from './routes/route-table.ts';
import { wellKnownRoutes } from './routes/well-known-routes.ts';
import { AccountQueue } from './scheduling/account-queue.ts';
import { createShares } from './shares/create-shares.ts';
import { signInRows } from './sign-in/sign-in-routes.ts';
import { AccountChanges } from './store/account-changes.ts';
import { studentRoutes } from './students/console-student-routes.ts';
import { createStudentOperations } from './students/student-operations.ts';
import { createStudentWriter } from './students/student-writer.ts';

export interface AppDependencies extends Omit<AppContext, 'urls' | 'changes'> {
  catalogue: Pick<LiveCatalogue, 'current' | 'refresh' | 'resolve'>;
  /** Without it, there is no operator's page. */
  fetching?: OperatorContext['fetching'];
  /** What keeps automatic backups from being made. */
  backupProblem?: OperatorContext['backupProblem'];
  program?: OperatorContext['program'] | undefined;
  /** Measures a response, where metrics are on. */
  observe?: ((operation: string, status: number, seconds: number) => void) | undefined;
  /** Puts requests into spans, where tracing is on. */
  tracing?: Pick<Tracing, 'runInSpan' | 'endSpan'> | undefined;
}

export interface App {
  server: Server;
  /** Accepts no more connections, and resolves when the requests on those that are open are finished. */
  stop: () => Promise<void>;
}

/** The one builder of tests, benchmarks and production. A request passes through what is installed here, in this order. */
export function build({
  catalogue,
  fetching,
  backupProblem = () => null,
  program = 'npx rollbook',
  observe,
  tracing,
  ...dependencies
}: AppDependencies): App {
  const { config, store, now, ticks, log } = dependencies;
  const server = createHttpServer();
  const urls = createPublicUrls(server, config);
  const changes = new AccountChanges(store.database, now);
  const app: AppContext = { ...dependencies, urls, changes };
  const shutdown = createShutdown({ isBehindProxy: config.trustedProxies.length > 0 });
  const requestId = createRequestIdGenerator();
  const hasApps = connectsApps(config);
  const headers = createResponseHeaders(config.corsOrigins, hasApps);
  const abandon = createExceptionGuard(log.logger);
  const responder = createResponder({
    log,
    observe,
    tracing,
    ticks,
    docsUrl: urls.docs,
    callerAddress: createCallerAddress(config.trustedProxies),
    shutdown,
    abandon,
  });
  const lastUsed = new LastUsedTracker(store.database);
  const ready = createReadinessProbe(store, () => shutdown.isStopping);

  const authenticate = createAuthenticator(store, lastUsed, now);
  const limiters = createRateLimiters(config, store, ticks);
  const { resolve } = catalogue;
  const isItem = (itemId: string) => catalogue.current.catalogue.hasItem(itemId);
  const stock = createStockActions(app, isItem);
  const spending = createSpending(app, stock, () => catalogue.current.catalogue);
  const writer = createStudentWriter(app, catalogue, spending.findSteps);
  const operations = {
    findStudents: createSearchOperation(() => catalogue.current.catalogue),
    ...createStudentOperations(app, catalogue, writer),
  };
  const goals = createGoalActions(app, resolve);
  const complete = createGoalCompletion(app, resolve, writer, spending, stock);
  const readPlan = createPlanReader(app, stock, () => catalogue.current.catalogue);
  const betaOperations = {
    getMe: createMeOperation(app, limiters),
    ...createFeedOperations(app),
    ...createPlanOperations(goals, complete, stock, readPlan),
  };
  const oauthSite = createOAuthSite(urls);
  const portraitFolders = openPortraitFolders(app, resolve, isItem);
  const shares = createShares(app, () => catalogue.current.catalogue, portraitFolders?.portraits);
  const admitKey = createKeyAdmission(authenticate, limiters, config);
  const readQueue = new AccountQueue();
  const api = apiRoutes({ ...operations, ...betaOperations }, admitKey, readQueue, {
    listChanges: createWaitForChanges(app),
  });
  const playerRows = (context: ConsoleContext) => [
    ...signInRows(context),
    ...keyRows(context),
    ...(hasApps ? appRows(context, oauthSite) : []),
    ...accountRows(context, limiters, (uid, language) => catalogue.current.catalogue.nameOf(uid, language)),
    ...historyRows(context, resolve),
    ...shares.rows(context),
    ...planRows(context, goals, complete, stock, createPresetActions(app)),
    ...importRows(createImportMemory(app)),
    ...(fetching === undefined
      ? []
      : operatorRows({
          ...context,
          catalogue,
          fetching,
          portraitFolders,
          log,
          backupProblem,
          ready,
          program,
        })),
  ];
  const table = new RouteTable([
    ...api,
    ...consoleRoutes(
      app,
      playerRows,
      (admit) => [...studentRoutes(operations, admit), shares.preview(admit)],
      readQueue,
    ),
    ...mcpRoutes(
      app,
      authenticate,
      api,
      () => catalogue.current,
      hasApps ? (request) => challenge(oauthSite.issuer(request)) : undefined,
    ),
    ...(hasApps ? oauthRoutes(app, oauthSite) : []),
    ...docsRoutes(app, () => catalogue.current, ready),
    ...portraitRoutes(portraitFolders, resolve),
    ...shares.routes,
    ...probeRoutes(ready, createForwardedForCheck(config.trustedProxies)),
    ...wellKnownRoutes(app),
  ]);

  if (config.trustedProxies.length === 0) warnOfUntrustedProxy(server, log.logger);
  installRequestGuards(server, { docsUrl: urls.docs, headers, requestId, record: responder.record }, abandon);
  server.on(
    'request',
    createRequestListener({
      table,
      shedder: createLoadShedder(store, ticks, log.logger),
      responder,
      headers,
      requestId,
      readers: createBodyReaders(),
      ticks,
      shutdown,
      tracing,
      abandon,
    }),
  );
  const stop = () => {
    const stopped = shutdown.stop(server, lastUsed);
    changes.stop();
    return stopped;
  };
  return { server, stop };
}
