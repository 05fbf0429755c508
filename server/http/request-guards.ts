import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';
import { ApiError, serializeError } from '../errors/api-error.ts';
import type { Log, RequestLogEntry } from '../observability/log.ts';
import type { AddressedRequest } from './caller-address.ts';
import { bodyError, parseError } from './http-errors.ts';
import { isFinished, latestResponse, runAfterResponse } from './http-server.ts';
import { breakBody } from './request-body.ts';
import type { ResponseHeaders } from './response-headers.ts';
import { cutOffSlowReader } from './slow-readers.ts';

/** The context of an error that is sent without a request, so that it looks like every other. */
interface RawResponseContext {
  docsUrl: () => string;
  headers: ResponseHeaders;
  requestId: () => string;
  record: (entry: RequestLogEntry, request: AddressedRequest) => void;
}

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

/**
 * The HTTP check (ARCHITECTURE.md, "The order of checks") of bytes: what is no HTTP request never reaches the routes, so
 * the response is sent here, in the format of the API's errors.
 */
export function installRequestGuards(
  server: Server,
  context: RawResponseContext,
  abandon: AbandonConnection,
): void {
  // A client may close its sending side and still wait for the response.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;

  server.on('clientError', (error: ClientError, socket: Socket) =>
    guard(socket, () => answerClientError(error, socket)),
  );

  // Node would send 100 before the key was checked, which the body reader does instead, and 417 for all else.
  for (const event of ['checkContinue', 'checkExpectation'])
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      server.emit('request', request, response);
    });

  server.on('connect', ({ headers }: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const message = 'CONNECT 메서드는 지원하지 않습니다. 문서에 있는 경로와 메서드를 사용하십시오.';
    const error = new ApiError('not_found', message);
    runAfterResponse(latestResponse(socket), () => sendRawError(socket, error, headers.origin));
  });

  function guard(socket: Socket, action: () => void): void {
    try {
      action();
    } catch (exception) {
      abandon(exception, socket);
    }
  }

  function answerClientError(error: ClientError, socket: Socket): void {
    // A request past its deadline gets no answer, and a client that hung up cannot hear one.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // The response under way closes the connection; bytes after its request are ignored.
    if (error.code === 'HPE_CLOSED_CONNECTION') return;
    // The parser fails again at each further packet.
    if (brokenSockets.has(socket)) return;
    brokenSockets.add(socket);
    const latest = latestResponse(socket);
    if (latest?.req.complete === false) {
      if (!latest.headersSent) latest.setHeader('connection', 'close');
      breakBody(latest.req, bodyError(error));
      if (isFinished(latest)) socket.destroy();
      else latest.once('close', () => socket.destroy());
      return;
    }
    // Earlier requests on this connection are answered first.
    runAfterResponse(latest, () => sendRawError(socket, parseError(error), parseOrigin(error.rawPacket)));
  }

  /** Writes the response to the socket: Node has made none for this request. */
  function sendRawError(socket: Socket, error: ApiError, origin: string | undefined): void {
    if (!socket.writable) return;
    guard(socket, () => {
      const reason = error.status === 404 ? 'Not Found' : 'Bad Request';
      const text = serializeError(error, context.docsUrl());
      const requestId = context.requestId();
      const headers = {
        ...context.headers(origin, 'apps'),
        'request-id': requestId,
        'content-type': JSON_CONTENT_TYPE,
        'content-length': String(Buffer.byteLength(text)),
        date: new Date().toUTCString(),
        connection: 'close',
      };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${error.status} ${reason}\r\n${lines.join('')}\r\n${text}`, () =>
        socket.destroy(),
      );
      void cutOffSlowReader(socket);
      const entry = { requestId, operation: 'none', status: error.status, ms: 0, account: undefined };
      context.record(entry, { socket, headers: { origin } });
    });
  }
}

/** Connections on which HTTP parsing has failed. */
const brokenSockets = new WeakSet<Socket>();

type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** Finds the origin in the raw bytes, because the parser failed before it had parsed the headers. */
function parseOrigin(packet: Buffer | undefined): string | undefined {
  return packet && /\r?\norigin:[ \t]*([^\r\n]*)/i.exec(packet.toString('latin1'))?.[1]?.trim();
}
