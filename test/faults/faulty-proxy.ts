import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * What happens to one request on its way. `lost` faults forward the request first and then lose the response, and `late`
 * ones forward it when the client has given up: at once, or after a while in which the client has looked and gone on.
 */
export const FAULTS = [
  'none',
  'rateLimited',
  'unavailable',
  'failed',
  'failedLost',
  'cut',
  'cutLost',
  'halfLost',
  'proxyErrorLost',
  'delayed',
  'timedOutLost',
  'late',
  'veryLate',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** The UID that the path or the body names; undefined for a listing. */
  readonly studentUid: string | undefined;
  readonly fault: Fault;
  /** The status of the service's response, if the request was forwarded. */
  status?: number;
}

export interface FaultyProxy {
  readonly url: string;
  /** In the order of arrival. */
  readonly exchanges: Exchange[];
  /** The faults of the next requests under /v1; then none. */
  setFaults: (faults: readonly Fault[]) => void;
  close: () => Promise<void>;
}

const DELAY_MS = 20;
/** Headers that describe the body as it was sent, which `fetch` has decoded. */
const CODING_HEADERS = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection']);

/** A proxy in front of a real service that fails in the ways in which networks and proxies do. */
export async function startFaultyProxy(target: string, timeoutMs: number): Promise<FaultyProxy> {
  let faults: Fault[] = [];
  const exchanges: Exchange[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const fault = (url.startsWith('/v1') && faults.shift()) || 'none';
    const body = await readBody(request);
    const studentUid = url.split('/')[4] ?? (body === '' ? undefined : JSON.parse(body).studentUid);
    const exchange: Exchange = { method, path: url, studentUid, fault };
    exchanges.push(exchange);
    const forward = async () => {
      const answer = await fetch(target + url, {
        method,
        headers: pickHeaders(request),
        ...(body !== '' && { body }),
      });
      exchange.status = answer.status;
      return { answer, text: await answer.text() };
    };
    await respond(exchange.fault, forward, response, timeoutMs).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    setFaults(next) {
      faults = [...next];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function respond(
  fault: Fault,
  forward: () => Promise<{ answer: Response; text: string }>,
  response: ServerResponse,
  timeoutMs: number,
): Promise<void> {
  switch (fault) {
    case 'rateLimited':
      return sendError(response, 429, 'rate_limited');
    case 'unavailable':
      return sendError(response, 503, 'unavailable');
    case 'failed':
      return sendError(response, 500, 'internal_error');
    case 'cut':
      return void response.destroy();
    case 'delayed':
      await pause(DELAY_MS);
      break;
    case 'veryLate':
      await pause(timeoutMs + DELAY_MS);
      break;
    case 'late':
      await Promise.race([once(response, 'close'), pause(2 * timeoutMs)]);
  }
  const { answer, text } = await forward();
  switch (fault) {
    case 'failedLost':
      return sendError(response, 500, 'internal_error');
    case 'cutLost':
    case 'late':
    case 'veryLate':
      return void response.destroy();
    case 'proxyErrorLost':
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    case 'timedOutLost':
      await pause(2 * timeoutMs);
      return void response.destroy();
    case 'halfLost':
      response.writeHead(answer.status, {
        'content-type': 'application/json',
        'content-length': text.length + 100,
      });
      response.write(text.slice(0, text.length / 2));
      await pause(DELAY_MS);
      return void response.destroy();
    default:
      for (const [name, value] of answer.headers)
        if (!CODING_HEADERS.has(name)) response.setHeader(name, value);
      response.writeHead(answer.status).end(text);
  }
}

function sendError(response: ServerResponse, status: number, code: string): void {
  const error = { code, message: '시험', docs: 'http://localhost/docs' };
  response
    .writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' })
    .end(JSON.stringify({ error }));
}

const pickHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    ['authorization', 'content-type', 'if-none-match', 'accept'].flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]]] : [],
    ),
  );

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}
