import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, invalidRequest } from './api-error.ts';
import { prependRequestListener } from './prepend-listener.ts';
import { createRawErrorSender, type RawResponseContext, renderRawError } from './raw-response.ts';
import { resetIfStalled } from './stalled-responses.ts';

interface PipelineState {
  /** The latest answer of a connection, unless it is out: those before it are out when it is. */
  latest: ServerResponse | undefined;
  before: ServerResponse | undefined;
  /** Of a request that broke while it waited for its turn, which it has lost. */
  broken: ServerResponse | undefined;
  waiting: number;
  /** Whether it is among those that are looked at for an answer that is out. */
  gathered: boolean;
  /** Where its last request ends nobody can say, so what follows is none. */
  over: boolean;
}
const pipelines = new WeakMap<Socket, PipelineState>();
/** Nobody honest sends so many requests ahead of their answers; 100,000 took half a GiB and stopped the event loop for 20 s. */
const MAX_PIPELINED_REQUESTS = 1_000;

/**
 * Requests of one connection take effect in the order in which they came, so that a pipelined read sees the write
 * before it (RFC 9112, 9.3.2). Who waits in line holds no more than a request.
 */
function serializePipelined(
  { socket }: IncomingMessage,
  response: ServerResponse,
  proceed: () => void,
): void {
  const line = pipelineOf(socket);
  const before = line.latest;
  [line.before, line.latest] = [before, response];
  releaseFinished(line);
  const unlessOver = () => line.over || line.broken === response || proceed();
  if (before === undefined || isFinished(before)) unlessOver();
  else if (line.waiting >= MAX_PIPELINED_REQUESTS) socket.destroy();
  else {
    line.waiting += 1;
    before.once('close', () => {
      line.waiting -= 1;
      // Who has hung up hears no answer.
      if (!socket.destroyed) unlessOver();
    });
  }
}

function pipelineOf(socket: Socket): PipelineState {
  const known = pipelines.get(socket);
  if (known !== undefined) return known;
  const line: PipelineState = {
    latest: undefined,
    before: undefined,
    broken: undefined,
    waiting: 0,
    gathered: false,
    over: false,
  };
  pipelines.set(socket, line);
  // Each of them keeps the socket, and with it all the requests that waited on it.
  socket.once('close', () => {
    line.before = line.latest = line.broken = undefined;
  });
  return line;
}

/** Lines whose latest answer may be out by now, and how many are let gather before that is looked at. */
const FEW_LINES = 64;
let gathered: PipelineState[] = [];
let enough = FEW_LINES;

/**
 * Kept until the next one, the last request of each of thousands of connections would live long enough for the
 * collector to move it among the old: a third of what a request costs there. A listener to each answer would cost
 * all requests something, so now and then they are looked at together.
 */
function releaseFinished(line: PipelineState): void {
  if (line.gathered) return;
  line.gathered = true;
  gathered.push(line);
  if (gathered.length < enough) return;
  gathered = gathered.filter((one) => {
    const { latest } = one;
    one.gathered = latest !== undefined && !(isFinished(latest) && latest.req.complete);
    if (!one.gathered) [one.before, one.latest] = [undefined, undefined];
    return one.gathered;
  });
  // The more of them take their time, the more come together before they are looked at again.
  enough = FEW_LINES + 2 * gathered.length;
}

const isFinished = (answer: ServerResponse): boolean => answer.writableFinished || answer.destroyed;

/** What follows on this connection is nobody's request. */
export function endPipeline({ socket }: IncomingMessage): void {
  const line = pipelines.get(socket);
  if (line !== undefined) line.over = true;
}

/**
 * Point 0 of the order of checks: what cannot be taken as an HTTP request at all. It never reaches the routes,
 * so it is answered here, in the API's shape all the same.
 */
export function installRequestGuards(server: Server, outside: RawResponseContext): void {
  // Who has sent all and closes that direction still waits for the answer.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;

  prependRequestListener(server, (request, response, proceed) => {
    // HTTP/2's first word: Node would end the connection at once, and the router knows no such method.
    if (request.method === 'PRI') request.method = 'GET';
    serializePipelined(request, response, proceed);
  });

  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket) => {
    // A request that came late gets no answer, and who has hung up hears none.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // Its answer ends the connection; what was sent behind it is none.
    if (error.code === 'HPE_CLOSED_CONNECTION') return;
    const line = pipelines.get(socket);
    const itself = line?.latest?.req.complete === false ? line.latest : undefined;
    if (itself !== undefined && (itself.headersSent || !READ_BODIES.includes(itself.req.method ?? ''))) {
      // Its body broke, but it was answered, or will be, without it.
      if (isFinished(itself)) socket.destroy();
      else itself.once('close', () => socket.destroy());
      return;
    }
    const origin = itself?.req.headers.origin ?? parseOrigin(error.rawPacket);
    // Earlier requests on this connection are answered first.
    if (line !== undefined) line.broken = itself;
    afterResponse(itself === undefined ? line?.latest : line?.before, () =>
      refuse(socket, parseError(error), origin),
    );
  });

  // Node would answer 417, and 100 before the key was looked at; the body's reader asks for the body itself.
  const refuseRequest = createRawErrorSender(outside);
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    refuseRequest(request, response, expectError()),
  );
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });

  // A proxy's method: there is nothing behind this server to connect to.
  server.on('connect', ({ headers }: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const message = 'CONNECT 메서드는 지원하지 않습니다. 문서에 있는 경로와 메서드를 사용하십시오.';
    const denial = new ApiError('not_found', message);
    afterResponse(pipelines.get(socket)?.latest, () => refuse(socket, denial, headers.origin));
  });

  function refuse(socket: Socket, denial: ApiError, origin: string | undefined): void {
    if (!socket.writable) return;
    const reason = denial.status === 404 ? 'Not Found' : 'Bad Request';
    const { headers, text, answered } = renderRawError(outside, denial, origin);
    const all = { ...headers, date: new Date().toUTCString(), connection: 'close' };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${denial.status} ${reason}\r\n${lines.join('')}\r\n${text}`, () => socket.destroy());
    resetIfStalled(socket);
    answered('none');
  }
}

/** The methods whose body is waited for. */
const READ_BODIES: readonly string[] = ['POST', 'PATCH'];

/** As soon as an answer is out, and before Node ends the connection of a client that sends no more. */
function afterResponse(answer: ServerResponse | undefined, then: () => void): void {
  if (answer === undefined || isFinished(answer)) then();
  else answer.prependOnceListener('finish', then);
}

/**
 * What Node's parser lets through. HTTP/1.1 asks for exactly one Host (RFC 9112, 3.2): two are how requests are
 * smuggled. So is a list of transfer codings: where its body ends is for nobody to guess, so the connection ends too.
 */
export function checkRequestHead(request: IncomingMessage): ApiError | undefined {
  const { headers, httpVersion } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return parseError({});
  // Node looks for the word anywhere in the header.
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') return expectError();
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') return transferEncodingError();
  const hosts = countHeaders(request, 'host');
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return headerError('host', 'Host 헤더는 정확히 하나여야 합니다.');
}

const expectError = (): ApiError => headerError('expect', 'Expect 헤더는 100-continue만 사용할 수 있습니다.');

const transferEncodingError = (): ApiError =>
  headerError('transfer-encoding', 'Transfer-Encoding 헤더는 chunked만 사용할 수 있습니다.', {
    connection: 'close',
  });

/** How many headers of this name came: Node keeps the first of them, or joins them. */
export function countHeaders({ rawHeaders }: IncomingMessage, name: string): number {
  let many = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const one = rawHeaders[i] as string;
    if (one.length === name.length && one.toLowerCase() === name) many += 1;
  }
  return many;
}

const headerError = (field: string, message: string, headers?: Record<string, string>): ApiError =>
  invalidRequest([{ field, message }], headers);

function parseError({ code }: { code?: string | undefined }): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError(
      'invalid_request',
      '요청의 헤더가 너무 큽니다. 헤더와 주소를 16 KiB 안으로 줄여 다시 보내십시오.',
    );
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new ApiError('invalid_request', '청크 확장이 너무 큽니다. 확장 없이 다시 보내십시오.');
  return new ApiError(
    'invalid_request',
    '이 연결로 받은 내용을 HTTP 요청으로 읽을 수 없습니다. 요청 줄과 헤더, 본문의 형식을 확인하십시오.',
  );
}

/** The parser gave up before it had headers to give; the origin is looked for in what had come. */
function parseOrigin(packet: Buffer | undefined): string | undefined {
  return packet && /\r?\norigin:[ \t]*([^\r\n]*)/i.exec(packet.toString('latin1'))?.[1]?.trim();
}
