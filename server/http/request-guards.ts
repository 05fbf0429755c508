import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';
import { ApiError, invalidRequest, serializeError } from '../errors/api-error.ts';
import type { Log, RequestLogEntry } from '../observability/log.ts';
import type { AddressedRequest } from './caller-address.ts';
import { countHeaders } from './http-request.ts';
import { breakBody } from './request-body.ts';
import type { ResponseHeaders } from './response-headers.ts';
import { resetIfStalled } from './slow-readers.ts';

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

/** What an error needs that is sent without a request, so that it looks like every other. */
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
    runAfterResponse(pipelines.get(socket)?.latest, () => sendRawError(socket, error, headers.origin));
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
    const latest = pipelines.get(socket)?.latest;
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
      resetIfStalled(socket);
      const entry = { requestId, operation: 'none', status: error.status, ms: 0, account: undefined };
      context.record(entry, { socket, headers: { origin } });
    });
  }
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

const isFinished = (response: ServerResponse): boolean => response.writableFinished || response.destroyed;

/** Connections on which HTTP parsing has failed. */
const brokenSockets = new WeakSet<Socket>();

type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** Runs once a response is finished, before Node ends the connection of a client that sends no more. */
function runAfterResponse(response: ServerResponse | undefined, callback: () => void): void {
  if (response === undefined || isFinished(response)) callback();
  else response.prependOnceListener('finish', callback);
}

/**
 * Rejects what Node's parser lets through. HTTP/1.1 requires exactly one Host (RFC 9112, 3.2); two of them, or a list
 * of transfer codings, are how requests are smuggled. With such a list the end of the body is ambiguous, so the
 * connection is closed too.
 */
export function checkRequestHead(request: IncomingMessage): ApiError | undefined {
  const { headers, httpVersion } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return parseError({});
  // Node accepts a value that merely contains 100-continue.
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') return expectError();
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') return transferEncodingError();
  const hosts = countHeaders(request, 'host');
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return fieldError('host', 'Host 헤더는 정확히 하나여야 합니다.');
}

export const expectError = (): ApiError =>
  fieldError('expect', 'Expect 헤더는 100-continue만 사용할 수 있습니다.');

const transferEncodingError = (): ApiError =>
  fieldError('transfer-encoding', 'Transfer-Encoding 헤더는 chunked만 사용할 수 있습니다.', {
    connection: 'close',
  });

const fieldError = (field: string, message: string, headers?: Record<string, string>): ApiError =>
  invalidRequest([{ field, message }], headers);

function parseError({ code }: { code?: string | undefined }): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return fieldError(
        'head',
        '요청의 헤더가 너무 큽니다. 헤더와 주소를 16 KiB 안으로 줄여 다시 보내십시오.',
      );
    case 'HPE_INVALID_URL':
      return fieldError(
        'head',
        '주소에 그대로 쓸 수 없는 글자가 있습니다. 한글 등은 UTF-8로 퍼센트 인코딩하여 보내십시오. curl로 검색한다면 -G --data-urlencode "query=시로코"를 사용하십시오.',
      );
    default:
      return fieldError(
        'head',
        '이 연결로 받은 내용을 HTTP 요청으로 읽을 수 없습니다. 요청 줄과 헤더, 본문의 형식을 확인하십시오.',
      );
  }
}

function bodyError({ code }: ClientError): ApiError {
  switch (code) {
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return fieldError('body', '청크 확장이 너무 큽니다. 확장 없이 다시 보내십시오.');
    case 'HPE_INVALID_EOF_STATE':
      return fieldError('body', '본문이 끝나기 전에 연결이 끊겼습니다. 다시 보내십시오.');
    default:
      return fieldError(
        'body',
        '본문을 HTTP 형식대로 읽을 수 없습니다. 청크의 길이와 형식을 확인하여 다시 보내십시오.',
      );
  }
}

/** Finds the origin in the raw bytes, because the parser failed before it had parsed the headers. */
function parseOrigin(packet: Buffer | undefined): string | undefined {
  return packet && /\r?\norigin:[ \t]*([^\r\n]*)/i.exec(packet.toString('latin1'))?.[1]?.trim();
}
