import { createServer, type Server } from 'node:http';

/** Node's server with our limits. What is no valid request is answered by the request guards. */
export function createHttpServer(): Server {
  const server = createServer({
    // A slow or silent client has 10 s for a head, 30 s for a whole request and 75 s between two.
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 1_000,
    requireHostHeader: false,
    maxHeaderSize: 16_384,
    // A stream for a body that is absent would cost a read a tenth.
    optimizeEmptyRequests: true,
  });
  server.maxHeadersCount = 0;
  return server;
}
