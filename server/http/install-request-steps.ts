import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AbandonConnection } from './exception-guard.ts';

/** Answers a request, or passes it on to `next`, which is the same function for all requests: a closure each would be felt. */
export type RequestStep = (request: IncomingMessage, response: ServerResponse, next: RequestListener) => void;

/** Installs what each request passes, in this order, before `last`. Some of it runs later, so each step is guarded. */
export function installRequestSteps(
  server: Server,
  steps: readonly RequestStep[],
  last: RequestListener,
  abandon: AbandonConnection,
): void {
  const guard =
    (listener: RequestListener): RequestListener =>
    (request, response) => {
      try {
        listener(request, response);
      } catch (exception) {
        abandon(exception, request.socket);
      }
    };

  const first = steps.reduceRight<RequestListener>(
    (next, step) => guard((request, response) => step(request, response, next)),
    guard(last),
  );
  server.on('request', first);
}
