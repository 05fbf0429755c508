import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as turnEnd } from 'node:timers/promises';
import type { LastUsedTracker } from '../auth/last-used.ts';

/**
 * Requests that arrive on open connections this long after a stop are served. A proxy whose health check is each second
 * has found the closed port by then. One that arrives last still has the longest wait for PostgreSQL before it is cut.
 */
const DRAIN_MS = 2_000;
/** Requests still in progress this long after a stop are cut. */
const LAST_CALL_MS = 7_000;
/** How long the last uses of keys may take to be written afterwards. */
const LAST_USED_TIMEOUT_MS = 1_000;
const REAP_INTERVAL_MS = 20;

export interface Shutdown {
  /** Each connection is closed after its next response. */
  isStopping: boolean;
  /** Requests that arrive now are too late to be finished. */
  isDrained: boolean;
  /** Accepts no more connections, and resolves when the requests on those that are open are finished. */
  stop: (server: Server, lastUsed: LastUsedTracker) => Promise<void>;
}

/**
 * A proxy may send a request on an idle connection while we close it, and then cannot know whether it was processed. So
 * behind a proxy idle connections stay open until no request comes any more.
 */
export function createShutdown({ isBehindProxy }: { isBehindProxy: boolean }): Shutdown {
  const shutdown: Shutdown = {
    isStopping: false,
    isDrained: false,
    async stop(server, lastUsed) {
      shutdown.isStopping = true;
      // Right after a turn has accepted all connections: those that the system holds for us would be reset.
      await turnEnd();
      // Not the HTTP server's own close(), which closes idle connections too.
      const disconnected = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      // After the turn's reads: a request that has arrived but was not read yet would be lost with its connection.
      const reap = setInterval(() => {
        if (shutdown.isDrained || !isBehindProxy) setImmediate(() => server.closeIdleConnections());
      }, REAP_INTERVAL_MS);
      const drained = setTimeout(() => {
        shutdown.isDrained = true;
      }, DRAIN_MS);
      const lastCall = setTimeout(() => server.closeAllConnections(), LAST_CALL_MS);
      await disconnected;
      for (const timer of [reap, drained, lastCall]) clearTimeout(timer);
      await lastUsed.close(LAST_USED_TIMEOUT_MS);
    },
  };
  return shutdown;
}
