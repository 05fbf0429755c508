import type { FastifyInstance } from 'fastify';
import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';
import type { Admission } from '../http/admission.ts';
import { allowAnyOrigin } from '../http/cors.ts';
import type { Responder } from '../http/responder.ts';
import type { Tracing } from '../observability/tracing.ts';
import { settleMaybe } from '../store/maybe-promise.ts';
import type { ApiRoute, PublicRoute, RouteTable } from './route-table.ts';

/** A UID may hold whatever percent-encoding can express, so a parameter matches any character. */
const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1([\\s\\S]+)');

const publicHandler = ({ anyOrigin, handle }: PublicRoute): PublicRoute['handle'] =>
  anyOrigin ? (request, reply) => handle(request, allowAnyOrigin(reply)) : handle;

/** Registers every row of the table with the router. */
export function registerRoutes(
  app: FastifyInstance,
  { routes }: RouteTable,
  admit: Admission,
  { send }: Responder,
  tracing: Pick<Tracing, 'runInSpan'> | undefined,
): void {
  for (const route of routes) {
    const address = { method: [...route.methods], url: fastifyPath(route.path) };
    if (route.operation === undefined) app.route({ ...address, handler: publicHandler(route) });
    else app.route({ ...address, ...apiHandlers(route) });
  }

  /** Synchronous where the store is: a promise would cost a read on SQLite a tenth. */
  function apiHandlers(route: ApiRoute): Pick<Parameters<typeof app.route>[0], 'onRequest' | 'handler'> {
    const { operation } = route;
    const runInSpan: Tracing['runInSpan'] = tracing?.runInSpan ?? ((_request, _operation, step) => step());
    return {
      onRequest: (request, reply, done) =>
        settleMaybe(
          () => runInSpan(request, operation, () => admit(route, request, reply)),
          () => done(),
          done,
        ),
      handler: (request, reply) =>
        settleMaybe(
          () => runInSpan(request, operation, () => route.handle(request, reply)),
          (text) => send(request, reply.header('content-type', JSON_CONTENT_TYPE), text),
          (error) => reply.send(error),
        ),
    };
  }
}
