import type { Capability } from '../capability.ts';
import { createForwardedForCheck } from '../http/caller-address.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { jsonOutcome } from '../request/outcome.ts';
import type { Route } from '../routes/route-table.ts';

/** /healthz: the process lives. /readyz: it can serve. */
export const probes: Capability = {
  rows({ ready, config }) {
    const useOfForwardedFor = createForwardedForCheck(config.trustedProxies);
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
  },
};
