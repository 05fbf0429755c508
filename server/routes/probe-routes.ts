import type { ForwardedForUse } from '../http/caller-address.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { jsonOutcome } from '../request/outcome.ts';
import type { Route } from './route-table.ts';

/** /healthz: the process lives. /readyz: it can serve. */
export function probeRoutes(
  ready: () => Promise<void>,
  useOfForwardedFor: (request: IncomingRequest) => ForwardedForUse | undefined,
): Route[] {
  const probe = (path: string, look: (request: IncomingRequest) => object | Promise<object>): Route => ({
    methods: ['GET', 'HEAD'],
    path,
    answer: async (request) => jsonOutcome(JSON.stringify(await look(request))),
  });
  return [
    // `rollbook doctor` asks through the proxy whether the server believes it. Without the header the field is left out.
    probe('/healthz', (request) => ({ status: 'ok', forwardedFor: useOfForwardedFor(request) })),
    probe('/readyz', () => ready().then(() => ({ status: 'ready' }))),
  ];
}
