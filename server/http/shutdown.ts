import type { FastifyInstance } from 'fastify';
import type { LastUsedTracker } from '../auth/last-used.ts';

/** Requests still in progress this long after a stop are cut. */
const LAST_CALL_MS = 7_000;
/** How long the last uses of keys may take to be written afterwards. */
const LAST_USED_TIMEOUT_MS = 1_000;
const REAP_INTERVAL_MS = 20;

export interface Shutdown {
  readonly isStopping: boolean;
  /** Refuses new requests, and resolves when those in progress are finished. */
  stop: (app: FastifyInstance, lastUsed: LastUsedTracker) => Promise<void>;
}

export function createShutdown(): Shutdown {
  let isStopping = false;
  return {
    get isStopping() {
      return isStopping;
    },
    async stop(app, lastUsed) {
      isStopping = true;
      // A client keeps its connection open until it has its response; then we close it.
      const reap = setInterval(() => app.server.closeIdleConnections(), REAP_INTERVAL_MS);
      const lastCall = setTimeout(() => app.server.closeAllConnections(), LAST_CALL_MS);
      await app.close();
      clearInterval(reap);
      clearTimeout(lastCall);
      await lastUsed.close(LAST_USED_TIMEOUT_MS);
    },
  };
}
