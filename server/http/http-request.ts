import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { IncomingRequest } from '../request/incoming-request.ts';
import type { JsonBodyReader } from './json-body.ts';
import { countHeaders } from './request-guards.ts';

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
  readonly #readBody: JsonBodyReader;
  #signal: AbortSignal | undefined;

  constructor(
    raw: IncomingMessage,
    response: ServerResponse,
    {
      id,
      url,
      startedAt,
      answerHeaders,
      readBody,
    }: Pick<HttpRequest, 'id' | 'url' | 'startedAt' | 'answerHeaders'> & { readBody: JsonBodyReader },
  ) {
    this.raw = raw;
    this.response = response;
    this.id = id;
    this.url = url;
    this.startedAt = startedAt;
    this.answerHeaders = answerHeaders;
    this.#readBody = readBody;
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

  countHeader(name: string): number {
    return countHeaders(this.raw, name);
  }

  readBody(owner: string, checkText?: (text: string) => void): Promise<unknown> {
    return this.#readBody(this.raw, this.response, owner, checkText);
  }
}
