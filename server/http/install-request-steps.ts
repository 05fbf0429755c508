import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AbandonConnection } from './exception-guard.ts';

/** Answers a request, or passes it on to `next`, which is the same function for all requests: a closure each would be felt. */
export type RequestStep = (request: IncomingMessage, response: ServerResponse, next: RequestListener) => void;

/** Puts steps before the framework's request listener. They run in the order given, some of them later, so each is guarded. */
export function installRequestSteps(
  server: Server,
  steps: readonly RequestStep[],
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

  const [framework] = server.listeners('request') as [RequestListener];
  server.removeAllListeners('request');
  const first = steps.reduceRight<RequestListener>(
    (next, step) => guard((request, response) => step(request, response, next)),
    guard(framework),
  );
  server.on('request', first);
}
