import type { FastifyInstance } from 'fastify';
import { ApiError, unavailableError } from '../errors/api-error.ts';
import type { RouteTable } from '../routes/route-table.ts';
import { endPipeline } from './pipelining.ts';
import type { ResponseHeaders } from './raw-response.ts';
import { checkRequestHead } from './request-guards.ts';
import type { Responder } from './responder.ts';
import { resolveUnrouted } from './unrouted.ts';

interface RoutingChecksOptions {
  table: RouteTable;
  responder: Responder;
  headers: ResponseHeaders;
  ticks: () => number;
  isDrained: () => boolean;
}

/**
 * The HTTP check of the head and the route check (ARCHITECTURE.md, "The order of checks"), for every request that the
 * framework sees.
 */
export function installRoutingChecks(
  app: FastifyInstance,
  { table, responder, headers, ticks, isDrained }: RoutingChecksOptions,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAt = ticks();
    reply.headers(headers(request.headers.origin, request.url)).header('request-id', request.id);
    const headError = checkRequestHead(request.raw);
    if (headError) {
      if (headError.headers.connection === 'close') endPipeline(request.raw);
      done(headError);
    } else if (request.is404) {
      const resolved = resolveUnrouted(table, request, reply);
      if (resolved instanceof ApiError) done(resolved);
      else responder.send(request, reply.headers(resolved).code(204));
    } else done(isDrained() ? unavailableError('서버가 종료되는 중입니다.') : undefined);
  });
}
