import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** Puts a step before whatever answers this server's requests now, and before the framework has begun anything. */
export function prependRequestListener(
  server: Server,
  step: (request: IncomingMessage, response: ServerResponse, proceed: () => void) => void,
): void {
  const [answer] = server.listeners('request') as [RequestListener];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    step(request, response, () => answer(request, response)),
  );
}
