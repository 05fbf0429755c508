import { API_PREFIX, type BETA_PREFIX } from '../contract/api-paths.ts';
import type { Permission } from '../contract/limits.ts';
import {
  OPERATION_HEADER,
  RAISE_ONLY_HEADER,
  TAKES_BACK_HEADER,
  VERSION_HEADER,
} from '../contract/operation-headers.ts';
import type { AnswerCheck } from './answers.ts';
import type { CallOptions } from './call.ts';
import { type ApiPromise, Call, type CallContext } from './call.ts';
import { createOperationId } from './operation-id.ts';
import { DEFAULT_USER_AGENT, PAGE_ORIGIN } from './platform.ts';
import { readBody } from './response-body.ts';
import { readAnswer, toConnectionError } from './response-errors.ts';
import { RetryPolicy, sleep } from './retry-policy.ts';
import { RollbookError } from './rollbook-error.ts';

/** Options of `new Rollbook`. */
export interface RollbookOptions extends CallOptions {
  /** The address of the API; ends in /v1. */
  baseUrl: string;
  /** May be left out where `fetch` authenticates, and for the catalogue. */
  apiKey?: string | undefined;
  /** Sends the requests; the global `fetch` by default. */
  fetch?: typeof fetch | undefined;
  /** Called once before each wait of a call: for another attempt, or for a limit that another request has met. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** `rollbook-client/` and the version by default, except in browsers, which send their own. */
  userAgent?: string | undefined;
}

/** A wait before an attempt. */
export interface Retry {
  readonly method: string;
  /** Below the version, without the query. */
  readonly path: string;
  /** How often the request was sent before: 0 if it waits for a limit that another request has met. */
  readonly attempt: number;
  readonly waitMs: number;
  /** Why the request waits. */
  readonly error: RollbookError;
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** `/v1` by default. */
  prefix?: typeof API_PREFIX | typeof BETA_PREFIX | undefined;
  query?: Record<string, string> | undefined;
  body?: unknown;
  ifMatch?: string | undefined;
  raiseOnly?: boolean | undefined;
  /** How long the service may hold the request before it answers, which an attempt may take besides. */
  heldMs?: number | undefined;
  /** A write that has the same effect when it is sent again. */
  isRepeatable?: boolean | undefined;
}

const API_KEY = /^[\x21-\x7e]+$/;

/** Sends requests, and sends again what surely had no effect or may be repeated. */
export class Transport {
  /** Without the version of the API. */
  readonly #siteUrl: string;
  readonly #headers: Record<string, string>;
  readonly #fetch: typeof fetch;
  readonly #isAnonymous: boolean;
  readonly #onRetry: (retry: Retry) => void;
  readonly #defaults: CallOptions;
  readonly #retries: RetryPolicy;
  readonly #isOtherOrigin: boolean;
  /** Until a response comes through: a browser tells a page nothing but that there was none. */
  #mayBeRefusedByCors: boolean;
  /** A service that does not tell its version refuses the header to pages of other origins. */
  #mayRaiseOnly: boolean;

  constructor(
    { baseUrl, apiKey, fetch, onRetry, userAgent = DEFAULT_USER_AGENT, ...defaults }: RollbookOptions,
    retries = new RetryPolicy(),
  ) {
    this.#siteUrl = checkBaseUrl(baseUrl);
    // The error of `fetch` itself would contain the key.
    if (apiKey !== undefined && !API_KEY.test(apiKey))
      throw new TypeError('apiKey is empty or has a character that no key has.');
    this.#headers = {
      accept: 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
    };
    this.#isAnonymous = apiKey === undefined && fetch === undefined;
    // Browsers refuse a `fetch` that is called as a method of another object.
    const send = fetch ?? globalThis.fetch;
    this.#fetch = (...request) => send(...request);
    this.#onRetry = onRetry ?? (() => {});
    this.#defaults = defaults;
    this.#retries = retries;
    this.#isOtherOrigin = PAGE_ORIGIN !== undefined && PAGE_ORIGIN !== new URL(baseUrl).origin;
    this.#mayBeRefusedByCors = this.#isOtherOrigin;
    this.#mayRaiseOnly = !this.#isOtherOrigin;
  }

  /** Runs the work of one call, whose requests share its options. Part of another call if the options are of one. */
  call<T, Options extends CallOptions>(
    options: Options,
    work: (context: Options & CallContext) => Promise<T>,
  ): ApiPromise<T> {
    const context = this.begin(options);
    const promise = work(context);
    return Object.assign(promise, { withResponse: async () => context.call.withData(await promise) });
  }

  begin<Options extends CallOptions>(options: Options): Options & CallContext {
    const { call = new Call(options, this.#defaults) } = options as Partial<CallContext>;
    return { ...options, signal: call.signal, call };
  }

  /** Options of a call that writes many students. An older service refuses the header to pages of other origins. */
  inOperation<Options extends CallOptions>(options: Options): Options {
    const chosen = options.operation ?? this.#defaults.operation;
    return {
      ...options,
      operation: chosen ?? (this.#isOtherOrigin ? undefined : createOperationId('import')),
    };
  }

  /** Returns the JSON body. What is repeatable is repeated after any failure that may pass, another write only if it had no effect. */
  send<T>(request: ApiRequest, isAnswer: AnswerCheck<T>, { call }: CallContext): Promise<T> {
    const permission = request.method === 'GET' ? 'read' : 'write';
    return this.#retry(request, call, permission, () => this.#sendOnce(request, isAnswer, call));
  }

  /** Reads a file next to /v1: without the key, outside of the rate limits. Undefined if its ETag is unchanged. */
  fetchPublic<T>(path: string, isAnswer: AnswerCheck<T>, etag: string | undefined, { call }: CallContext) {
    const request = { method: 'GET', path } as const;
    const headers = { accept: 'application/json', ...(etag !== undefined && { 'if-none-match': etag }) };
    return this.#retry(request, call, undefined, async () => {
      const { response, bytes } = await this.#fetchBody(path, { headers, cache: 'no-store' }, call);
      if (response.status === 304 && etag !== undefined) return undefined;
      const body = readAnswer(response, bytes, isAnswer, request);
      const header = (name: string) => response.headers.get(name) ?? undefined;
      return { body, etag: header('etag'), lastModified: header('last-modified') };
    });
  }

  /** `permission` is the rate limit that counts the request, if one does. */
  async #retry<T>(
    { method, path, isRepeatable = method === 'GET' }: ApiRequest,
    call: Call,
    permission: Permission | undefined,
    attemptOnce: () => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      for (;;) {
        const limit = this.#retries.remainingLimit(permission);
        if (limit === undefined) break;
        const { waitMs, error } = limit;
        if (Math.min(waitMs, error.retryAfterMs ?? 0) > call.maxWaitMs || waitMs >= call.remainingMs)
          throw error;
        // Node counts a timer from the begin of a turn of the event loop, so it may end before the limit.
        this.#tellOnce(error, { method, path, attempt: attempt - 1, waitMs, error }, call);
        await sleep(waitMs, call.signal);
      }
      try {
        return await attemptOnce();
      } catch (error) {
        if (!(error instanceof RollbookError) || (error.mayBeProcessed && !isRepeatable)) throw error;
        const waitMs = this.#retries.delayMs(error, attempt, call);
        if (waitMs === undefined || this.#isRefusal(error, permission)) throw error;
        if (permission !== undefined && error.status === 429) {
          this.#retries.setLimit(permission, error, waitMs);
          continue;
        }
        const wait = `${error.code} ${attempt}`;
        this.#tellOnce(wait, { method, path, attempt, waitMs, error }, call);
        await sleep(waitMs, call.signal);
        call.toldWaits.delete(wait);
      }
    }
  }

  /** Tells of a wait once for all requests that a call sends side by side. */
  #tellOnce(wait: unknown, retry: Retry, { toldWaits }: Call): void {
    if (toldWaits.has(wait)) return;
    toldWaits.add(wait);
    this.#onRetry(retry);
  }

  /** CORS refuses the next attempt as well. It allows the files next to /v1 to every page. */
  #isRefusal({ code }: RollbookError, permission: Permission | undefined): boolean {
    return this.#mayBeRefusedByCors && permission !== undefined && code === 'connection_failed';
  }

  async #sendOnce<T>(
    { method, path, prefix = API_PREFIX, query, body, ifMatch, raiseOnly, heldMs }: ApiRequest,
    isAnswer: AnswerCheck<T>,
    call: Call,
  ): Promise<T> {
    const { response, bytes } = await this.#fetchBody(
      `${prefix}${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
      {
        method,
        // A browser would keep what is asked about with an ETag, whose `lastNumber` is older.
        cache: 'no-store',
        headers: {
          ...this.#headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(ifMatch !== undefined && { 'if-match': ifMatch }),
          ...(raiseOnly && this.#mayRaiseOnly && { [RAISE_ONLY_HEADER]: 'true' }),
          ...(method !== 'GET' && call.operation !== undefined && { [OPERATION_HEADER]: call.operation }),
          ...(call.takesBack && { [TAKES_BACK_HEADER]: String(call.takesBack) }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      call,
      heldMs,
    );
    this.#mayBeRefusedByCors = false;
    this.#mayRaiseOnly ||= response.headers.has(VERSION_HEADER);
    const sent = { method, path, query, body, isAnonymous: this.#isAnonymous };
    return readAnswer(response, bytes, isAnswer, sent);
  }

  async #fetchBody(path: string, init: RequestInit, call: Call, heldMs = 0) {
    const { signal, remainingMs } = call;
    const timeoutMs = call.timeoutMs + heldMs;
    if (remainingMs === 0) throw deadlineError(call, false);
    const timeout = AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, remainingMs)));
    const url = this.#siteUrl + path;
    const { origin } = new URL(url);
    try {
      const response = await this.#fetch(url, {
        ...init,
        // A redirected POST would become a GET.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const bytes = await readBody(response);
      call.noteResponse(response);
      return { response, bytes };
    } catch (error) {
      signal?.throwIfAborted();
      if (!timeout.aborted)
        throw toConnectionError(error, origin, this.#mayBeRefusedByCors ? PAGE_ORIGIN : undefined);
      throw remainingMs < timeoutMs
        ? deadlineError(call, true)
        : new RollbookError('timeout', `No answer from ${origin} within ${timeoutMs} ms.`, {
            mayBeProcessed: true,
          });
    }
  }
}

const deadlineError = ({ deadlineMs }: Call, mayBeProcessed: boolean): RollbookError =>
  new RollbookError('timeout', `The call did not end within its ${deadlineMs} ms.`, { mayBeProcessed });

function checkBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError('baseUrl is not an http or https address, such as https://rollbook.example/v1.');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('baseUrl has a user name, a query or a fragment. Pass the key as apiKey.');
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  if (!path.endsWith(API_PREFIX))
    throw new TypeError(`baseUrl does not end in ${API_PREFIX}. Did you mean ${url.origin}${API_PREFIX}?`);
  return url.origin + path.slice(0, -API_PREFIX.length);
}
