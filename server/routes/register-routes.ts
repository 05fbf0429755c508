import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Middleware } from '../http/api-middleware.ts';
import { allowAnyOrigin } from '../http/cors.ts';
import { takeTurn } from '../http/event-loop-turns.ts';
import type { Responder } from '../http/responder.ts';
import { type MaybePromise, settleMaybe } from '../maybe-promise.ts';
import type { Tracing } from '../observability/tracing.ts';
import type {
  ApiRoute,
  CheckedRoute,
  ConsoleRoute,
  McpRoute,
  PublicRoute,
  RouteTable,
} from './route-table.ts';

/** Errors of fields that are rendered in the turn that found them. */
const MAX_FIELDS_AT_ONCE = 1_000;

/** A UID may hold whatever percent-encoding can express, so a parameter matches any character. */
const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1([\\s\\S]+)');

const publicHandler = ({ anyOrigin, handle }: PublicRoute): PublicRoute['handle'] =>
  anyOrigin ? (request, reply) => handle(request, allowAnyOrigin(reply)) : handle;

/** Registers every row of the table with the router. */
export function registerRoutes(
  app: FastifyInstance,
  { routes }: RouteTable,
  middleware: { api: Middleware<ApiRoute>; console: Middleware<ConsoleRoute>; mcp: Middleware<McpRoute> },
  { send }: Responder,
  tracing: Pick<Tracing, 'runInSpan'> | undefined,
): void {
  for (const route of routes) {
    const address = { method: [...route.methods], url: fastifyPath(route.path) };
    if (route.operation === undefined) app.route({ ...address, handler: publicHandler(route) });
    else app.route({ ...address, ...checkedHandlers(route) });
  }

  /** Synchronous where the store is: a promise would cost a read on SQLite a tenth. */
  function checkedHandlers(
    route: CheckedRoute,
  ): Pick<Parameters<typeof app.route>[0], 'onRequest' | 'handler'> {
    const admit = chooseMiddleware(route);
    const prepare = (reply: FastifyReply) =>
      route.isMcp ? reply : reply.header('content-type', JSON_CONTENT_TYPE);
    const runInSpan: Tracing['runInSpan'] = tracing?.runInSpan ?? ((_request, _route, step) => step());
    return {
      onRequest: (request, reply, done) =>
        settleMaybe(
          () => runInSpan(request, route, () => admit(request, reply)),
          () => done(),
          done,
        ),
      handler: (request, reply) =>
        settleMaybe(
          () => runInSpan(request, route, () => route.handle(request, reply)),
          (text) => send(request, prepare(reply), text),
          (error) => sendError(reply, error),
        ),
    };
  }

  /** An error may name a hundred thousand fields, which take as long to render as they took to find. */
  function sendError(reply: FastifyReply, error: Error): void {
    if (error instanceof ApiError && (error.fields?.length ?? 0) > MAX_FIELDS_AT_ONCE)
      takeTurn().then(() => reply.send(error));
    else reply.send(error);
  }

  function chooseMiddleware(
    route: CheckedRoute,
  ): (request: FastifyRequest, reply: FastifyReply) => MaybePromise<void> {
    if (route.isMcp) return (request, reply) => middleware.mcp(route, request, reply);
    if (route.session !== undefined) return (request, reply) => middleware.console(route, request, reply);
    return (request, reply) => middleware.api(route, request, reply);
  }
}
