import type { Log } from '../observability/log.ts';

interface Connection {
  destroy: () => unknown;
}

/** Logs an exception that no response can tell of, and closes the connection of its request. */
export type AbandonConnection = (exception: unknown, connection: Connection) => void;

/**
 * An exception in a listener of the server would end the process, and with it the requests of everybody else. A client
 * whose connection is closed knows as little of its request as after a 500.
 */
export function createExceptionGuard(logger: Log['logger']): AbandonConnection {
  return (err, connection) => {
    connection.destroy();
    try {
      logger.error({ err }, 'a request was abandoned');
    } catch {
      // Nothing is left that could tell.
    }
  };
}
