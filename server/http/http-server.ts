import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../observability/log.ts';

/** For a whole request, with its body. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** Node's server with our limits. What is no valid request is answered by the request guards. */
export function createHttpServer(): Server {
  const server = createServer({
    // A slow or silent client has 10 s for a head and 75 s between two.
    headersTimeout: 10_000,
    requestTimeout: REQUEST_TIMEOUT_MS,
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

/** Says once that a proxy seems to be in front of the server, which no setting names. */
export function warnOfUntrustedProxy(server: Server, logger: Log['logger']): void {
  const onRequest = ({ headers }: IncomingMessage) => {
    if (headers['x-forwarded-for'] === undefined) return;
    server.off('request', onRequest);
    logger.warn(
      'X-Forwarded-For arrives, but ROLLBOOK_TRUSTED_PROXIES names no proxy: behind one, all players share its address and its limit on signing in',
    );
  };
  server.on('request', onRequest);
}

/** The requests of one connection that are not answered yet. */
interface Pipeline {
  /** Responses before the latest are finished when it is. */
  latest: ServerResponse | undefined;
  waiting: number;
}

/** No client sends so many requests ahead, and Node has no bound of its own: 100,000 of them took half a GiB. */
const MAX_WAITING = 1_000;

const pipelines = new WeakMap<Socket, Pipeline>();

/** The response that the connection's last request waits for, if it is not finished. */
export const latestResponse = (socket: Socket): ServerResponse | undefined => pipelines.get(socket)?.latest;

/**
 * Requests of one connection take effect in the order in which they were sent, so that a pipelined read sees the write
 * before it (RFC 9112, 9.3.2). Node begins them all at once, and orders the responses only.
 */
export function runInOrder(request: IncomingMessage, response: ServerResponse, run: RequestListener): void {
  const { socket } = request;
  const pipeline = pipelines.get(socket) ?? { latest: undefined, waiting: 0 };
  pipelines.set(socket, pipeline);
  const previous = pipeline.latest;
  pipeline.latest = response;
  // A connection that is kept alive would keep its last response.
  response.once('close', () => {
    if (pipeline.latest === response && request.complete) pipeline.latest = undefined;
  });
  // After a response that closes the connection nothing can be answered any more (RFC 9112, 9.6).
  const start = () => socket.writable && run(request, response);
  if (previous === undefined || isFinished(previous)) start();
  else if (pipeline.waiting === MAX_WAITING) socket.destroy();
  else {
    pipeline.waiting += 1;
    previous.once('close', () => {
      pipeline.waiting -= 1;
      start();
    });
  }
}

export const isFinished = (response: ServerResponse): boolean =>
  response.writableFinished || response.destroyed;

/** Runs once a response is finished, before Node ends the connection of a client that sends no more. */
export function runAfterResponse(response: ServerResponse | undefined, callback: () => void): void {
  if (response === undefined || isFinished(response)) callback();
  else response.prependOnceListener('finish', callback);
}
