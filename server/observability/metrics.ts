import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import manifest from '../../cli/package.json' with { type: 'json' };
import { ERRORS } from '../../contract/errors.ts';
import { type Access, RATE_LIMITS } from '../../contract/limits.ts';
import { COMMON_ERRORS, OPERATIONS, type Operation } from '../../contract/operations.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type Config, isPostgres } from '../config.ts';
import { STORE_METHODS, type StoreObserver } from '../store/instrument-store.ts';
import { type FileSizes, type Store, UnavailableError } from '../store/types.ts';

/** What Prometheus may see. Labels name operations, verbs and statuses, never accounts, keys or students. */
export interface Metrics {
  observe: (operation: string, status: number, seconds: number) => void;
  /** Put around the store, it measures each verb. */
  watch: StoreObserver;
  /** To be told, once there is one, which catalogue is served. */
  serves: (catalogue: () => Catalogue) => void;
  /** And who counts reads, where that is somebody else. */
  counts: (counters: { readonly isDown: boolean }) => void;
  server: Server;
}

const REQUEST_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Surely not processed, or nobody knows. */
const OUTCOMES = ['unavailable', 'unknown'] as const;
const STORE_SECONDS = [0.00001, 0.000025, 0.00005, 0.0001, ...REQUEST_SECONDS];

export function createMetrics({ database, region }: Config, store: Store): Metrics {
  const registry = new Registry();
  // The process: memory, CPU, event-loop delay, garbage collection.
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'rollbook_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'rollbook_http_request_duration_seconds',
    help: 'From the head of a request to the sending of its answer.',
    labelNames: ['operation'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const limited = new Counter({
    name: 'rollbook_http_rate_limited_total',
    help: 'Requests refused with 429, by the limit that was reached.',
    labelNames: ['limit'],
    registers,
  });
  const storeDurations = new Histogram({
    name: 'rollbook_store_duration_seconds',
    help: 'What the house waited for the store, by verb.',
    labelNames: ['verb'],
    buckets: STORE_SECONDS,
    registers,
  });
  const storeErrors = new Counter({
    name: 'rollbook_store_errors_total',
    help: 'Verbs that failed: surely not processed (unavailable), or nobody knows (unknown).',
    labelNames: ['verb', 'outcome'],
    registers,
  });
  load('rollbook_store_connections', 'Connections to the database.', 'connections');
  load('rollbook_store_under_way', 'Statements that the database has not answered yet.', 'underWay');
  load('rollbook_store_waiting', 'Statements that wait for a connection, or for the disk.', 'waiting');
  if (store.fileSizes) files(store.fileSizes.bind(store));
  const build = {
    version: manifest.version,
    node: process.version,
    engine: isPostgres(database) ? 'postgres' : 'sqlite',
    region,
  };
  new Gauge({
    name: 'rollbook_build_info',
    help: 'What runs here.',
    labelNames: Object.keys(build),
    registers,
  }).set(build, 1);

  // A series that begins at its first event hides that event from increase(): those that may come begin at 0.
  for (const [operation, { success, errors }] of Object.entries(OPERATIONS) as [string, Operation][])
    for (const status of new Set([
      success,
      ...[...COMMON_ERRORS, ...errors].map((code) => ERRORS[code].status),
    ]))
      requests.inc({ operation, status }, 0);
  for (const limit of Object.keys(RATE_LIMITS)) limited.inc({ limit }, 0);
  for (const verb of STORE_METHODS) for (const outcome of OUTCOMES) storeErrors.inc({ verb, outcome }, 0);

  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  });
  return {
    server,
    serves(catalogue) {
      new Gauge({
        name: 'rollbook_catalogue_entries',
        help: 'Students in the catalogue that is served.',
        registers,
        collect() {
          this.set(catalogue().entries.length);
        },
      });
      new Gauge({
        name: 'rollbook_catalogue_info',
        help: 'The version of the catalogue that is served.',
        labelNames: ['version'],
        registers,
        collect() {
          // Not the one of before as well.
          this.reset();
          this.set({ version: catalogue().version }, 1);
        },
      });
    },
    counts(counters) {
      new Gauge({
        name: 'rollbook_counters_away',
        help: '1 while this instance counts reads by itself.',
        registers,
        collect() {
          this.set(Number(counters.isDown));
        },
      });
    },
    observe(operation, status, seconds) {
      requests.inc({ operation, status });
      durations.observe({ operation }, seconds);
      if (status === 429) limited.inc({ limit: limitOf(operation) });
    },
    watch(verb, call) {
      const began = performance.now();
      const done = () => storeDurations.observe({ verb }, (performance.now() - began) / 1000);
      const failed = (error: unknown) => {
        done();
        const [unavailable, unknown] = OUTCOMES;
        storeErrors.inc({ verb, outcome: error instanceof UnavailableError ? unavailable : unknown });
      };
      let answer: ReturnType<typeof call>;
      try {
        answer = call();
      } catch (error) {
        failed(error);
        throw error;
      }
      if (answer instanceof Promise) answer.then(done, failed);
      else done();
      return answer;
    },
  };

  function files(sizes: () => FileSizes): void {
    new Gauge({
      name: 'rollbook_sqlite_file_bytes',
      help: 'The size of the database file and of its write-ahead log.',
      labelNames: ['file'],
      registers,
      collect() {
        const { database, log } = sizes();
        this.set({ file: 'database' }, database);
        this.set({ file: 'log' }, log);
      },
    });
    new Gauge({
      name: 'rollbook_sqlite_disk_free_bytes',
      help: 'The free space of the disk that holds the database.',
      registers,
      collect() {
        this.set(sizes().diskFree);
      },
    });
  }

  function load(name: string, help: string, fact: 'connections' | 'underWay' | 'waiting'): void {
    new Gauge({
      name,
      help,
      labelNames: ['work'],
      registers,
      collect() {
        for (const { work, [fact]: value } of store.load()) this.set({ work }, value);
      },
    });
  }
}

const limitOf = (operation: string): Access => OPERATIONS[operation as keyof typeof OPERATIONS].access;
