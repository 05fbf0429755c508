import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What Prometheus may see. Labels name operations and statuses, never accounts, keys or students. */
export interface Metrics {
  observe: (operation: string, status: number, seconds: number) => void;
  server: Server;
}

export function metrics(facts: { waitingWrites: () => number; catalogueEntries: () => number }): Metrics {
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
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  gauge('rollbook_store_waiting_writes', 'Writes that wait for the disk.', facts.waitingWrites);
  gauge('rollbook_catalogue_entries', 'Students in the catalogue that is served.', facts.catalogueEntries);

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
    observe(operation, status, seconds) {
      requests.inc({ operation, status });
      durations.observe({ operation }, seconds);
    },
  };

  function gauge(name: string, help: string, value: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  }
}
