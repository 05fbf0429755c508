import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ApiError } from '../errors/api-error.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { expectError, fieldError, parseError, transferEncodingError } from './http-errors.ts';

/**
 * `account` is that for which the body is held; undefined before authentication, when a body must be small. `checkText`
 * throws where the body is not to be parsed.
 */
export type BodyReader<Body = unknown> = (
  request: IncomingMessage,
  response: ServerResponse,
  account: string | undefined,
  checkText?: (text: string) => void,
) => Promise<Body>;

export interface BodyReaders {
  readonly json: BodyReader;
  readonly form: BodyReader<URLSearchParams>;
}

/** A request that came by HTTP. Its members are computed when they are asked for: most requests need few. */
export class HttpRequest implements IncomingRequest {
  readonly id: string;
  readonly url: string;
  readonly answerHeaders: Record<string, string>;
  readonly named: IncomingRequest['named'] = { operation: 'unrouted', account: undefined };
  /** In milliseconds of the monotonic clock. */
  readonly startedAt: number;
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  params: IncomingRequest['params'] = {};
  readonly #readers: BodyReaders;
  #signal: AbortSignal | undefined;

  constructor(
    raw: IncomingMessage,
    response: ServerResponse,
    { id, startedAt, readers }: Pick<HttpRequest, 'id' | 'startedAt'> & { readers: BodyReaders },
  ) {
    this.raw = raw;
    this.response = response;
    this.id = id;
    this.url = normalizeUrl(raw.url ?? '/');
    this.startedAt = startedAt;
    this.answerHeaders = { 'request-id': id };
    this.#readers = readers;
  }

  get method(): string {
    return this.raw.method ?? '';
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers;
  }

  get query(): string {
    const start = this.url.search(/[?#]/);
    return start === -1 ? '' : this.url.slice(start + 1);
  }

  get socket(): IncomingMessage['socket'] {
    return this.raw.socket;
  }

  get isBodyUnderWay(): boolean {
    return !this.raw.complete;
  }

  get signal(): AbortSignal {
    if (this.#signal === undefined) {
      const controller = new AbortController();
      if (this.response.closed) controller.abort();
      else this.response.once('close', () => controller.abort());
      this.#signal = controller.signal;
    }
    return this.#signal;
  }

  /** A close reaches us as the end of what the client sends, because it may close that side alone (request-guards.ts). */
  get departure(): AbortSignal {
    const { response, socket } = this;
    const controller = new AbortController();
    const abort = () => controller.abort();
    if (response.closed || socket.readableEnded) abort();
    socket.once('end', abort);
    response.once('close', () => {
      socket.off('end', abort);
      abort();
    });
    return controller.signal;
  }

  countHeader(name: string): number {
    return countHeaders(this.raw, name);
  }

  readBody(account: string | undefined, checkText?: (text: string) => void): Promise<unknown> {
    return this.#readers.json(this.raw, this.response, account, checkText);
  }

  readForm(): Promise<URLSearchParams> {
    return this.#readers.form(this.raw, this.response, undefined);
  }
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

/** Counts the headers of a name, of which Node keeps the first or joins all. */
export function countHeaders({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i] as string;
    if (header.length === name.length && header.toLowerCase() === name) count += 1;
  }
  return count;
}

/**
 * Makes a request target a path that decodes without an error. A malformed escape stands for itself: it is a UID that
 * does not exist. An absolute form loses its origin, and what is no path becomes one that no route has.
 */
function normalizeUrl(url: string): string {
  const suffix = /^https?:\/\//i.test(url) ? url.replace(/^https?:\/\/[^/?#]*/i, '') : url;
  const target = suffix.startsWith('/') ? suffix : `/${suffix}`;
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  if (!path.includes('%')) return target;
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length);
  }
}

/** Generates short unique identifiers: a random prefix of the process and a count. */
export function createRequestIdGenerator(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
