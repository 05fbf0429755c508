import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** Answers a request, or passes it on by calling `next`. */
export type RequestStep = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Puts steps before the framework's request listener. They run in the order given. */
export function installRequestSteps(server: Server, steps: readonly RequestStep[]): void {
  const [framework] = server.listeners('request') as [RequestListener];
  server.removeAllListeners('request');
  const first = steps.reduceRight<RequestListener>(
    (next, step) => (request, response) => step(request, response, () => next(request, response)),
    framework,
  );
  server.on('request', first);
}
