import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** Answers a request, or passes it on to `next`, which is the same function for all requests: a closure each would be felt. */
export type RequestStep = (request: IncomingMessage, response: ServerResponse, next: RequestListener) => void;

/** Puts steps before the framework's request listener. They run in the order given. */
export function installRequestSteps(server: Server, steps: readonly RequestStep[]): void {
  const [framework] = server.listeners('request') as [RequestListener];
  server.removeAllListeners('request');
  const first = steps.reduceRight<RequestListener>(
    (next, step) => (request, response) => step(request, response, next),
    framework,
  );
  server.on('request', first);
}
