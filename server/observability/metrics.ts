import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import manifest from '../../cli/package.json' with { type: 'json' };
import { BETA_OPERATIONS } from '../../contract/beta-operations.ts';
import { ERRORS } from '../../contract/errors.ts';
import { type Permission, RATE_LIMITS } from '../../contract/limits.ts';
import { COMMON_ERRORS, OPERATIONS, type Operation } from '../../contract/operations.ts';
import { type Config, isPostgres } from '../config.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { STORE_METHODS, type StoreObserver } from '../store/instrument-store.ts';
import type { FileSizes, Store } from '../store/store.ts';

/** Prometheus metrics. Labels name operations, store methods and statuses, never accounts, keys or students. */
export interface Metrics {
  recordRequest: (operation: string, status: number, seconds: number) => void;
  /** For `instrumentStore`. */
  observeStore: StoreObserver;
  /** Registers the catalogue metrics; called once the catalogue is loaded. */
  addCatalogueGauges: (catalogue: () => { entries: readonly unknown[]; version: string }) => void;
  /** Registers the metrics of the catalogue's refresh. */
  addRefreshMetrics: (refresh: RefreshState) => void;
  /** Registers the metrics of daily backups; called if they are made. */
  addBackupMetrics: (backups: BackupState) => void;
  server: Server;
}

const BACKUP_PROBLEMS = ['low-disk', 'failed'] as const;

/** Why the last attempt made no backup. */
export type BackupProblem = (typeof BACKUP_PROBLEMS)[number];

export interface BackupState {
  /** When the newest daily backup was begun, in milliseconds; 0 if there is none. */
  readonly lastAt: number;
  /** Null if the last attempt succeeded. */
  readonly problem: BackupProblem | null;
}

export interface RefreshState {
  /** When the source was last read without a failure, in milliseconds; 0 if never, undefined while it is not read. */
  readonly checkedAt: number | undefined;
  /** Attempts of this instance that have failed. */
  readonly failures: number;
}

const REQUEST_BUCKETS_SECONDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
/** `unavailable`: not executed. `unknown`: the call may or may not have taken effect. */
const OUTCOMES = ['unavailable', 'unknown'] as const;
const STORE_BUCKETS_SECONDS = [0.00001, 0.000025, 0.00005, 0.0001, ...REQUEST_BUCKETS_SECONDS];

export function createMetrics({ database, region }: Config, store: Store): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'rollbook_http_requests_total',
    help: 'HTTP responses sent, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'rollbook_http_request_duration_seconds',
    help: 'Time from receiving the request headers to sending the response.',
    labelNames: ['operation'],
    buckets: REQUEST_BUCKETS_SECONDS,
    registers,
  });
  const limited = new Counter({
    name: 'rollbook_http_rate_limited_total',
    help: 'Requests rejected with 429, by the limit that was exceeded.',
    labelNames: ['limit'],
    registers,
  });
  const storeDurations = new Histogram({
    name: 'rollbook_store_duration_seconds',
    help: 'Duration of store calls, by store method.',
    labelNames: ['operation'],
    buckets: STORE_BUCKETS_SECONDS,
    registers,
  });
  const storeErrors = new Counter({
    name: 'rollbook_store_errors_total',
    help: 'Failed store calls. Outcome unavailable: not executed; unknown: may or may not have taken effect.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  addLoadGauge('rollbook_store_connections', 'Open database connections.', 'connections');
  addLoadGauge('rollbook_store_in_flight', 'Database statements in flight.', 'inFlight');
  addLoadGauge(
    'rollbook_store_queued',
    'Database statements queued for a connection or for the disk.',
    'queued',
  );
  if (store.fileSizes) addFileGauges(store.fileSizes.bind(store));
  const buildInfo = {
    version: manifest.version,
    node: process.version,
    engine: isPostgres(database) ? 'postgres' : 'sqlite',
    region,
  };
  addGauge(
    'rollbook_build_info',
    'Version, Node version, database engine and region of this instance; always 1.',
    () => [[buildInfo, 1]],
    ...Object.keys(buildInfo),
  );

  // increase() misses the first event of a series that starts at 1, so all possible series start at 0.
  for (const [operation, { success, errors }] of Object.entries(COUNTED_OPERATIONS))
    for (const status of new Set([
      success,
      ...[...COMMON_ERRORS, ...errors].map((code) => ERRORS[code].status),
    ]))
      requests.inc({ operation, status }, 0);
  for (const limit of [...Object.keys(RATE_LIMITS), 'mcp', 'console']) limited.inc({ limit }, 0);
  for (const operation of STORE_METHODS)
    for (const outcome of OUTCOMES) storeErrors.inc({ operation, outcome }, 0);

  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      // Unhandled, the exception of a gauge would end the process.
      () => response.writeHead(500).end(),
    );
  });
  return {
    server,
    addCatalogueGauges(catalogue) {
      addGauge('rollbook_catalogue_entries', 'Students in the current catalogue.', () => [
        [{}, catalogue().entries.length],
      ]);
      addGauge(
        'rollbook_catalogue_info',
        'Version of the current catalogue; always 1.',
        () => [[{ version: catalogue().version }, 1]],
        'version',
      );
    },
    addRefreshMetrics(refresh) {
      addGauge(
        'rollbook_catalogue_refreshed_timestamp_seconds',
        'When the source of the catalogue was last read without a failure; 0 if never.',
        () => (refresh.checkedAt === undefined ? [] : [[{}, refresh.checkedAt / 1000]]),
      );
      new Counter({
        name: 'rollbook_catalogue_refresh_failures_total',
        help: 'Attempts to refresh the catalogue that have failed; the catalogue stayed as it was.',
        registers,
        collect() {
          this.reset();
          this.inc(refresh.failures);
        },
      });
    },
    addBackupMetrics(backups) {
      addGauge(
        'rollbook_backup_last_success_timestamp_seconds',
        'When the newest daily backup was begun; 0 if there is none.',
        () => [[{}, backups.lastAt / 1000]],
      );
      addGauge(
        'rollbook_backup_problem',
        'Why the last attempt made no backup: 1 for the reason, 0 for the others.',
        () => BACKUP_PROBLEMS.map((problem) => [{ problem }, Number(problem === backups.problem)]),
        'problem',
      );
    },
    recordRequest(operation, status, seconds) {
      requests.inc({ operation, status });
      durations.observe({ operation }, seconds);
      if (status === 429) limited.inc({ limit: limitFor(operation) });
    },
    observeStore(operation, call) {
      const startedAt = performance.now();
      const recordDuration = () =>
        storeDurations.observe({ operation }, (performance.now() - startedAt) / 1000);
      const recordFailure = (error: unknown) => {
        recordDuration();
        const [unavailable, unknown] = OUTCOMES;
        storeErrors.inc({ operation, outcome: error instanceof UnavailableError ? unavailable : unknown });
      };
      const result = call();
      result.then(recordDuration, recordFailure);
      return result;
    },
  };

  /** Has the samples that are read at each scrape, and no others. */
  function addGauge(name: string, help: string, read: () => Sample[], ...labelNames: string[]): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        // A reset leaves one without labels at 0.
        if (labelNames.length === 0) this.remove();
        else this.reset();
        for (const [labels, value] of read()) this.set(labels, value);
      },
    });
  }

  function addFileGauges(readSizes: () => FileSizes): void {
    /** None if the disk gives none: its folder is gone, or the disk is broken. */
    const samplesOf = (read: (sizes: FileSizes) => Sample[]) => (): Sample[] => {
      try {
        return read(readSizes());
      } catch {
        return [];
      }
    };
    addGauge(
      'rollbook_sqlite_file_bytes',
      'Size of the database file and of its write-ahead log.',
      samplesOf(({ databaseBytes, logBytes }) => [
        [{ file: 'database' }, databaseBytes],
        [{ file: 'log' }, logBytes],
      ]),
      'file',
    );
    addGauge(
      'rollbook_sqlite_disk_free_bytes',
      'Free space on the disk that holds the database.',
      samplesOf(({ diskFreeBytes }) => [[{}, diskFreeBytes]]),
    );
  }

  function addLoadGauge(name: string, help: string, property: 'connections' | 'inFlight' | 'queued'): void {
    const read = () => store.load().map(({ work, [property]: value }): Sample => [{ work }, value]);
    addGauge(name, help, read, 'work');
  }
}

type Sample = [labels: Record<string, string>, value: number];

const limitFor = (operation: string): Permission | 'mcp' | 'console' =>
  COUNTED_OPERATIONS[operation]?.permission ?? (operation === 'mcp' ? operation : 'console');

/** Operations that count against the limits of an account's tools. */
const COUNTED_OPERATIONS: Readonly<Record<string, Operation>> = { ...OPERATIONS, ...BETA_OPERATIONS };
