import type { IncomingMessage, Server } from 'node:http';
import type { Logger } from 'pino';

/** Says once that a proxy seems to be in front of the server, which no setting names. */
export function warnOfUntrustedProxy(server: Server, logger: Pick<Logger, 'warn'>): void {
  const onRequest = ({ headers }: IncomingMessage) => {
    if (headers['x-forwarded-for'] === undefined) return;
    server.off('request', onRequest);
    logger.warn(
      'X-Forwarded-For arrives, but ROLLBOOK_TRUSTED_PROXIES names no proxy: behind one, all players share its address and its limit on signing in',
    );
  };
  server.on('request', onRequest);
}
