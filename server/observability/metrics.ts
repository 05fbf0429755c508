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
  registerLoadGauge('rollbook_store_connections', 'Open database connections.', 'connections');
  registerLoadGauge('rollbook_store_in_flight', 'Database statements in flight.', 'inFlight');
  registerLoadGauge(
    'rollbook_store_queued',
    'Database statements queued for a connection or for the disk.',
    'queued',
  );
  if (store.fileSizes) registerFileGauges(store.fileSizes.bind(store));
  const buildInfo = {
    version: manifest.version,
    node: process.version,
    engine: isPostgres(database) ? 'postgres' : 'sqlite',
    region,
  };
  new Gauge({
    name: 'rollbook_build_info',
    help: 'Version, Node version, database engine and region of this instance; always 1.',
    labelNames: Object.keys(buildInfo),
    registers,
  }).set(buildInfo, 1);

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
      new Gauge({
        name: 'rollbook_catalogue_entries',
        help: 'Students in the current catalogue.',
        registers,
        collect() {
          this.set(catalogue().entries.length);
        },
      });
      new Gauge({
        name: 'rollbook_catalogue_info',
        help: 'Version of the current catalogue; always 1.',
        labelNames: ['version'],
        registers,
        collect() {
          // Removes the series of the previous version.
          this.reset();
          this.set({ version: catalogue().version }, 1);
        },
      });
    },
    addRefreshMetrics(refresh) {
      new Gauge({
        name: 'rollbook_catalogue_refreshed_timestamp_seconds',
        help: 'When the source of the catalogue was last read without a failure; 0 if never.',
        registers,
        collect() {
          const { checkedAt } = refresh;
          if (checkedAt === undefined) this.remove();
          else this.set(checkedAt / 1000);
        },
      });
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
      new Gauge({
        name: 'rollbook_backup_last_success_timestamp_seconds',
        help: 'When the newest daily backup was begun; 0 if there is none.',
        registers,
        collect() {
          this.set(backups.lastAt / 1000);
        },
      });
      new Gauge({
        name: 'rollbook_backup_problem',
        help: 'Why the last attempt made no backup: 1 for the reason, 0 for the others.',
        labelNames: ['problem'],
        registers,
        collect() {
          for (const problem of BACKUP_PROBLEMS) this.set({ problem }, Number(problem === backups.problem));
        },
      });
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

  function registerFileGauges(readSizes: () => FileSizes): void {
    /** Undefined if the disk gives none: its folder is gone, or the disk is broken. */
    const trySizes = (): FileSizes | undefined => {
      try {
        return readSizes();
      } catch {
        return undefined;
      }
    };
    new Gauge({
      name: 'rollbook_sqlite_file_bytes',
      help: 'Size of the database file and of its write-ahead log.',
      labelNames: ['file'],
      registers,
      collect() {
        this.reset();
        const sizes = trySizes();
        if (sizes === undefined) return;
        this.set({ file: 'database' }, sizes.databaseBytes);
        this.set({ file: 'log' }, sizes.logBytes);
      },
    });
    new Gauge({
      name: 'rollbook_sqlite_disk_free_bytes',
      help: 'Free space on the disk that holds the database.',
      registers,
      collect() {
        const sizes = trySizes();
        if (sizes === undefined) this.remove();
        else this.set(sizes.diskFreeBytes);
      },
    });
  }

  function registerLoadGauge(
    name: string,
    help: string,
    property: 'connections' | 'inFlight' | 'queued',
  ): void {
    new Gauge({
      name,
      help,
      labelNames: ['work'],
      registers,
      collect() {
        for (const { work, [property]: value } of store.load()) this.set({ work }, value);
      },
    });
  }
}

const limitFor = (operation: string): Permission | 'mcp' | 'console' =>
  COUNTED_OPERATIONS[operation]?.permission ?? (operation === 'mcp' ? operation : 'console');

/** Those that count against the limits of an account's tools. */
const COUNTED_OPERATIONS: Readonly<Record<string, Operation>> = { ...OPERATIONS, ...BETA_OPERATIONS };
