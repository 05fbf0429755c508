import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AppDependencies, build } from './app.ts';
import { backupFolder, isBackupFolderUnused } from './backups/backup-folder.ts';
import type { BackupScheduler } from './backups/backup-scheduler.ts';
import { LiveCatalogue } from './catalogue/live-catalogue.ts';
import { type Config, sqlitePath } from './config.ts';
import { UnavailableError } from './errors/unavailable-error.ts';
import { UserError } from './errors/user-error.ts';
import { startExpirySweep } from './expiry-sweep.ts';
import { type FetchAddresses, SCHALEDB } from './fetching/schaledb-site.ts';
import { localUrl } from './http/public-urls.ts';
import { createLog, type Log } from './observability/log.ts';
import { isTracingEnabled } from './observability/tracing-environment.ts';
import { startFetching } from './operator/fetching.ts';
import { checkPortraitFolder } from './portraits/portrait-folder.ts';
import { readClockJump } from './store/clock-jump.ts';
import { instrumentStore } from './store/instrument-store.ts';
import type { OpenedStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';

/** Pending connections, as after a restart when all clients reconnect; the system may allow fewer. */
const LISTEN_BACKLOG = 4_096;
/** How long a start goes on asking a database that it has opened, as where all of a machine starts at once. */
const START_PATIENCE_MS = 30_000;
const START_PAUSE_MS = 250;
/** The process exits after this even if the store hangs while closing. */
const STOP_TIMEOUT_MS = 9_000;

/** The server that `serve` starts, and a test in its own process. */
export interface RunningServer {
  /** Such as http://127.0.0.1:8000 */
  readonly address: string;
  /** Finishes the requests in progress. The store is left open. */
  readonly stop: () => Promise<void>;
}

/** Serves until a signal arrives, then finishes the requests in progress. */
export async function serve(
  config: Config,
  opened: OpenedStore & Pick<AppDependencies, 'program'>,
  ready: (address: string) => Promise<void>,
  addresses?: FetchAddresses,
): Promise<void> {
  const { address, stop } = await startServer(config, opened, addresses);
  let exitCode = 1;
  try {
    const stopped = waitForSignal(['SIGTERM', 'SIGINT', 'SIGHUP']);
    // The text that is printed may wait for the database.
    await Promise.race([ready(address), stopped]);
    await stopped;
  } finally {
    setTimeout(() => process.exit(exitCode), STOP_TIMEOUT_MS).unref();
    await stop();
  }
  // Every request is answered; a failure to close the store is not worth an error code.
  exitCode = 0;
}

export async function startServer(
  config: Config,
  { store: opened, migrated, backup, program }: OpenedStore & Pick<AppDependencies, 'program'>,
  addresses: FetchAddresses = SCHALEDB,
): Promise<RunningServer> {
  if (config.portraits !== undefined) await checkPortraitFolder(config.portraits);
  const log = createLog(config.logLevel, process.stdout.isTTY);
  if (migrated.length > 0) log.logger.info({ migrated, backup }, 'the database was migrated');
  if (isBackupFolderUnused(config))
    log.logger.warn('ROLLBOOK_BACKUPS does nothing on PostgreSQL: use pg_dump (docs/operations.md)');
  opened.onFileProblem?.((problem) => {
    if (problem === undefined) log.logger.warn('the database files are well again: writes go on');
    else log.logger.error({ problem }, 'writes are refused');
  });
  // Metrics and tracing are loaded only when they are on.
  const metrics =
    config.metricsPort === undefined
      ? undefined
      : (await import('./observability/metrics.ts')).createMetrics(config, opened);
  const tracing = isTracingEnabled(process.env)
    ? (await import('./observability/tracing.ts')).createTracing(config)
    : undefined;
  const store = [metrics, tracing].reduce(
    (inner, one) => (one ? instrumentStore(inner, one.observeStore) : inner),
    opened,
  );
  const catalogue = await whenAvailable(log.logger, () =>
    LiveCatalogue.start(
      store,
      (err) => log.logger.warn({ err }, 'the catalogue could not be reloaded'),
      Date.now,
    ),
  );
  if (metrics !== undefined) {
    metrics.addCatalogueGauges(() => catalogue.current.catalogue);
    const port = await listen(metrics.server, { host: config.host, port: config.metricsPort ?? 0 });
    log.logger.info({ port }, 'metrics');
  }
  const fetching = await startFetching({ config, store, catalogue, logger: log.logger, addresses });
  metrics?.addRefreshMetrics(fetching.refresh);
  const backups = await startBackups(config, store, log.logger);
  if (backups !== undefined) metrics?.addBackupMetrics(backups);
  const app = build({
    config,
    store,
    catalogue,
    fetching,
    backupProblem: () => backups?.problem ?? null,
    program,
    now: Date.now,
    ticks: performance.now.bind(performance),
    log,
    observe: metrics?.recordRequest,
    tracing,
  });
  const stopSweep = startExpirySweep(store, Date.now, log.logger);
  const stop = async () => {
    catalogue.stop();
    stopSweep();
    await fetching.stop();
    await backups?.stop();
    await app.stop();
    metrics?.server.close();
  };
  const port = await listen(app.server, config).catch(async (error) => {
    await stop();
    throw error;
  });
  return { address: localUrl(config.host, port), stop };
}

/** A first connection may take longer than a request would wait for it. */
async function whenAvailable<Result>(logger: Log['logger'], run: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + START_PATIENCE_MS;
  for (let attempts = 1; ; attempts += 1)
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof UnavailableError) || performance.now() > deadline) throw error;
      if (attempts === 1) logger.warn({ reason: error.message }, 'the start waits for the database');
      await pause(START_PAUSE_MS);
    }
}

/** Undefined if none are made. */
async function startBackups(
  config: Config,
  { database }: Store,
  logger: Log['logger'],
): Promise<BackupScheduler | undefined> {
  const folder = backupFolder(config);
  if (folder === undefined) return undefined;
  const { BackupScheduler } = await import('./backups/backup-scheduler.ts');
  return new BackupScheduler({
    database: resolve(sqlitePath(config.database)),
    folder,
    now: Date.now,
    logger,
    mayRemove: async () => (await readClockJump(database, Date.now())) === undefined,
  });
}

/** Resolves to the port. */
async function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<number> {
  server.listen({ host: toListenHost(host), port, backlog: LISTEN_BACKLOG });
  await once(server, 'listening').catch((error) => {
    throw new UserError(explainListenError(error, { host, port }));
  });
  return (server.address() as AddressInfo).port;
}

/** The name may mean ::1 first, where programs that are given 127.0.0.1 find nobody. */
const toListenHost = (host: string): string => (host === 'localhost' ? '127.0.0.1' : host);

function waitForSignal(signals: NodeJS.Signals[]): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
}

function explainListenError(
  { code }: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program. Stop that program, or choose another with --port.`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Choose another with --host.`;
    default:
      return `Cannot listen on ${host}:${port}: the system says ${code}.`;
  }
}
