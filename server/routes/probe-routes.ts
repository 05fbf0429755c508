import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';
import type { Responder } from '../http/responder.ts';
import { type MaybePromise, settleMaybe } from '../maybe-promise.ts';
import type { PublicRoute } from './route-table.ts';

/** /healthz: the process lives. /readyz: it can serve. */
export function probeRoutes(ready: () => Promise<void>, { send }: Responder): PublicRoute[] {
  const probe = (path: string, status: string, check: () => MaybePromise<void>): PublicRoute => ({
    methods: ['GET', 'HEAD'],
    path,
    handle: (request, reply) =>
      settleMaybe(
        check,
        () => send(request, reply.header('content-type', JSON_CONTENT_TYPE), JSON.stringify({ status })),
        (error) => reply.send(error),
      ),
  });
  return [probe('/healthz', 'ok', () => {}), probe('/readyz', 'ready', ready)];
}
