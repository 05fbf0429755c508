import { type Context, context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import manifest from '../../cli/package.json' with { type: 'json' };
import { API_PREFIX, OPERATIONS, type OperationId } from '../../contract/operations.ts';
import { type Config, isPostgres } from '../config.ts';
import type { StoreObserver } from '../store/instrument-store.ts';

/** A span for each request and, within it, one for each verb of the store: names and numbers, never what was sent. */
export interface Tracing {
  /** Runs a step of the request in its span, which begins with the first and belongs to its caller's, if that has one. */
  runInSpan: <T>(request: FastifyRequest, operation: OperationId, step: () => T) => T;
  endSpan: (request: FastifyRequest, status: number) => void;
  /** Put around the store, it shows each verb. */
  watch: StoreObserver;
}

/** The SDK that makes spans of it is loaded by whoever wants them (docs/operations.md); without one nothing comes of it. */
export function createTracing({ database }: Config): Tracing {
  const tracer = trace.getTracer('rollbook', manifest.version);
  const engine = isPostgres(database) ? 'postgresql' : 'sqlite';
  const under = new WeakMap<FastifyRequest, Context>();

  function begin({ headers, id }: FastifyRequest, operation: OperationId): Context {
    const { method, path } = OPERATIONS[operation];
    const caller = propagation.extract(context.active(), headers);
    const attributes = {
      'http.request.method': method,
      'http.route': API_PREFIX + path,
      'rollbook.operation': operation,
      'rollbook.request_id': id,
    };
    const span = tracer.startSpan(
      `${method} ${API_PREFIX}${path}`,
      { kind: SpanKind.SERVER, attributes },
      caller,
    );
    return trace.setSpan(caller, span);
  }

  return {
    runInSpan(request, operation, step) {
      const known = under.get(request) ?? begin(request, operation);
      under.set(request, known);
      return context.with(known, step);
    },
    endSpan(request, status) {
      const known = under.get(request);
      const span = known && trace.getSpan(known);
      span?.setAttribute('http.response.status_code', status);
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
    watch(verb, call) {
      // What the house does by itself, such as its look at the catalogue, is no request's.
      if (trace.getActiveSpan() === undefined) return call();
      const attributes = { 'db.system.name': engine, 'db.operation.name': verb };
      const span = tracer.startSpan(`store ${verb}`, { kind: SpanKind.CLIENT, attributes });
      const failed = (error: Error) => {
        span.setAttribute('error.type', error.name).setStatus({ code: SpanStatusCode.ERROR }).end();
      };
      try {
        const answer = context.with(trace.setSpan(context.active(), span), call);
        if (answer instanceof Promise) answer.then(() => span.end(), failed);
        else span.end();
        return answer;
      } catch (error) {
        failed(error as Error);
        throw error;
      }
    },
  };
}
