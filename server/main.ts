import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { build } from './app.ts';
import { ServedCatalogue } from './catalogue/served.ts';
import type { Config } from './config.ts';
import { type Log, logTo } from './gate/log.ts';
import type { Metrics } from './metrics.ts';
import { Refusal } from './refusal.ts';
import type { Store } from './store/port.ts';

/** A stop that takes longer has gone wrong. */
const STOP_WITHIN_MS = 9_500;

/** Listens until it is told to stop, then finishes what is under way. */
export async function serve(
  config: Config,
  store: Store,
  ready: (address: string) => Promise<void>,
): Promise<void> {
  const log = logTo(config.logLevel, process.stdout.isTTY);
  const catalogue = await ServedCatalogue.start(store, (err) =>
    log.events.warn({ err }, 'the catalogue could not be looked at'),
  );
  const measured = await startMetrics(config, store, catalogue, log);
  const { app, stop } = build({
    config,
    store,
    catalogue,
    now: Date.now,
    ticks: () => performance.now(),
    log,
    observe: measured?.observe,
  });
  try {
    const address = await app.listen({ host: config.host, port: config.port }).catch((error) => {
      throw new Refusal(listenFault(error, config));
    });
    const stopped = signalled(['SIGTERM', 'SIGINT']);
    await ready(address);
    await stopped;
  } finally {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    catalogue.stop();
    await stop();
    measured?.server.close();
  }
}

async function startMetrics(
  config: Config,
  store: Store,
  catalogue: ServedCatalogue,
  log: Log,
): Promise<Metrics | undefined> {
  const { host, metricsPort: port } = config;
  if (port === undefined) return undefined;
  // Who measures nothing loads nothing for it.
  const { metrics } = await import('./metrics.ts');
  const measured = metrics({
    waitingWrites: () => store.waitingWrites,
    catalogueEntries: () => catalogue.now.catalogue.entries.length,
  });
  measured.server.listen({ host, port });
  await once(measured.server, 'listening').catch((error) => {
    throw new Refusal(listenFault(error, { host, port }));
  });
  log.events.info({ port: (measured.server.address() as AddressInfo).port }, 'metrics');
  return measured;
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
