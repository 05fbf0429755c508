import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from './app.ts';
import { LiveCatalogue } from './catalogue/live-catalogue.ts';
import type { Config } from './config.ts';
import { createLog, type Log } from './observability/log.ts';
import { connectSharedRateLimiter } from './rate-limit/create-rate-limiters.ts';
import { instrumentStore } from './store/instrument-store.ts';
import type { Store } from './store/types.ts';
import { UserError } from './user-error.ts';

/** So many may be about to connect, as when all come back after a restart; the system may allow fewer. */
const BACKLOG = 4_096;
/** The process ends after this, whatever a store that hangs has still to close. */
const STOP_WITHIN_MS = 9_000;

/** Listens until it is told to stop, then finishes what is under way. */
export async function serve(
  config: Config,
  opened: Store,
  ready: (address: string) => Promise<void>,
): Promise<void> {
  const log = createLog(config.logLevel, process.stdout.isTTY);
  opened.onFileProblem?.((problem) => {
    if (problem === undefined) log.events.warn('the database files are well again: writes go on');
    else log.events.error({ problem }, 'writes are refused');
  });
  // Who neither measures nor follows requests loads nothing for it.
  const measured =
    config.metricsPort === undefined
      ? undefined
      : (await import('./observability/metrics.ts')).createMetrics(config, opened);
  const traced = tracesAsked(process.env)
    ? (await import('./observability/tracing.ts')).createTracing(config)
    : undefined;
  const store = [measured, traced].reduce(
    (inner, one) => (one ? instrumentStore(inner, one.watch) : inner),
    opened,
  );
  const catalogue = await LiveCatalogue.start(store, (err) =>
    log.events.warn({ err }, 'the catalogue could not be looked at'),
  );
  if (measured !== undefined) {
    measured.serves(() => catalogue.now.catalogue);
    await listenForPrometheus(measured.server, config, log);
  }
  const counters = await connectSharedRateLimiter(config, log.events);
  if (counters !== undefined) measured?.counts(counters);
  const { app, stop } = build({
    config,
    store,
    catalogue,
    sharedReadLimiter: counters,
    now: Date.now,
    ticks: () => performance.now(),
    log,
    observe: measured?.observe,
    tracing: traced,
  });
  let exitCode = 1;
  try {
    const address = await app
      .listen({ host: config.host, port: config.port, backlog: BACKLOG })
      .catch((error) => {
        throw new UserError(listenFault(error, config));
      });
    const stopped = signalled(['SIGTERM', 'SIGINT', 'SIGHUP']);
    await ready(address);
    await stopped;
  } finally {
    setTimeout(() => process.exit(exitCode), STOP_WITHIN_MS).unref();
    catalogue.stop();
    await stop();
    counters?.close();
    measured?.server.close();
  }
  // Told to stop, and every request is answered: nothing that follows is worth a failure.
  exitCode = 0;
}

/** Whether the environment names an exporter of traces, in the words of OpenTelemetry's SDKs. */
function tracesAsked(env: NodeJS.ProcessEnv): boolean {
  if (env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return false;
  return Boolean(
    env.OTEL_TRACES_EXPORTER || env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
  );
}

async function listenForPrometheus(
  server: Server,
  { host, metricsPort: port = 0 }: Config,
  log: Log,
): Promise<void> {
  server.listen({ host, port });
  await once(server, 'listening').catch((error) => {
    throw new UserError(listenFault(error, { host, port }));
  });
  log.events.info({ port: (server.address() as AddressInfo).port }, 'metrics');
}

function signalled(signals: NodeJS.Signals[]): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
}

function listenFault({ code }: NodeJS.ErrnoException, { host, port }: Pick<Config, 'host' | 'port'>): string {
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
