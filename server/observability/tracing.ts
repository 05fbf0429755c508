import type { IncomingHttpHeaders } from 'node:http';
import {
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import manifest from '../../cli/package.json' with { type: 'json' };
import { type Config, isPostgres } from '../config.ts';
import type { StoreObserver } from '../store/instrument-store.ts';

/** The attributes of a span that come from its request. */
interface TracedRequest {
  readonly id: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** The attributes of a span that come from its route. */
interface TracedRoute {
  readonly operation: string;
  readonly path: string;
}

/** One span for each request and a child span for each store call, without any request data. */
export interface Tracing {
  /** Runs `work` in the request's span, a child of the caller's span if there is one. */
  runInSpan: <T>(request: TracedRequest, route: TracedRoute, work: () => T) => T;
  endSpan: (request: TracedRequest, status: number) => void;
  /** For `instrumentStore`. */
  observeStore: StoreObserver;
}

/** Uses only the OpenTelemetry API, which does nothing unless the operator loads an SDK (docs/operations.md). */
export function createTracing({ database }: Config): Tracing {
  const tracer = trace.getTracer('rollbook', manifest.version);
  const engine = isPostgres(database) ? 'postgresql' : 'sqlite';
  const spans = new WeakMap<TracedRequest, Span>();

  function startSpan(request: TracedRequest, { operation, path }: TracedRoute): Context {
    const { headers, id, method } = request;
    const parent = propagation.extract(context.active(), headers);
    const attributes = {
      'http.request.method': method,
      'http.route': path,
      'rollbook.operation': operation,
      'rollbook.request_id': id,
    };
    const span = tracer.startSpan(`${method} ${path}`, { kind: SpanKind.SERVER, attributes }, parent);
    spans.set(request, span);
    return trace.setSpan(parent, span);
  }

  return {
    runInSpan: (request, route, work) => context.with(startSpan(request, route), work),
    endSpan(request, status) {
      const span = spans.get(request);
      span?.setAttribute('http.response.status_code', status);
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
    observeStore(operation, call) {
      // Background work, such as polling the catalogue, belongs to no request and gets no span.
      if (trace.getActiveSpan() === undefined) return call();
      const attributes = { 'db.system.name': engine, 'db.operation.name': operation };
      const span = tracer.startSpan(`store ${operation}`, { kind: SpanKind.CLIENT, attributes });
      const recordError = (error: Error) => {
        span.setAttribute('error.type', error.name).setStatus({ code: SpanStatusCode.ERROR }).end();
      };
      const result = context.with(trace.setSpan(context.active(), span), call);
      result.then(() => span.end(), recordError);
      return result;
    },
  };
}
