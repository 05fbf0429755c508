import type { Permission } from '../contract/limits.ts';
import { API_PREFIX } from '../contract/paths.ts';
import { toConnectionError, toResponseError } from './response-errors.ts';
import { RetryPolicy, sleep } from './retry-policy.ts';
import { RollbookError } from './rollbook-error.ts';

/** Options of `new Rollbook`. */
export interface RollbookOptions {
  /** The address of the API; ends in /v1. */
  baseUrl: string;
  /** May be left out where `fetch` authenticates. */
  apiKey?: string | undefined;
  /** Sends the requests; the global `fetch` by default. */
  fetch?: typeof fetch | undefined;
  /** How long one attempt may take; 30 seconds by default. */
  timeoutMs?: number | undefined;
  /** A failure that asks for a longer wait is thrown at once; 15 minutes by default, 0 never waits. */
  maxWaitMs?: number | undefined;
  /** Called before each wait: for another attempt, or for a limit that another request has met. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Not in browsers, which send their own. */
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

/** Options of each call. */
export interface CallOptions {
  /** Ends the call with the signal's reason, also while it waits. A write that was sent may still take effect. */
  signal?: AbortSignal | undefined;
}

export interface Call extends CallOptions {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string> | undefined;
  body?: unknown;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const API_KEY = /^[\x21-\x7e]+$/;

/** Sends requests, and sends again what surely had no effect or may be repeated. */
export class Transport {
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;
  readonly #fetch: typeof fetch;
  readonly #timeoutMs: number;
  readonly #onRetry: (retry: Retry) => void;
  readonly #retries: RetryPolicy;

  constructor(
    { baseUrl, apiKey, fetch, timeoutMs, maxWaitMs, onRetry, userAgent }: RollbookOptions,
    retries = new RetryPolicy(undefined, maxWaitMs),
  ) {
    this.#baseUrl = checkBaseUrl(baseUrl);
    // The error of `fetch` itself would contain the key.
    if (apiKey !== undefined && !API_KEY.test(apiKey))
      throw new TypeError('apiKey is empty or contains a space, a line break or a letter that no key has.');
    this.#headers = {
      accept: 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
    };
    // Browsers refuse a `fetch` that is called as a method of another object.
    const send = fetch ?? globalThis.fetch;
    this.#fetch = (...request) => send(...request);
    this.#timeoutMs = timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#onRetry = onRetry ?? (() => {});
    this.#retries = retries;
  }

  /** Returns the JSON body. A read is repeated after any failure that may pass, a write only if it had no effect. */
  send<T>(call: Call): Promise<T> {
    const permission = call.method === 'GET' ? 'read' : 'write';
    return this.#retry(call, permission, () => this.#sendOnce(call) as Promise<T>);
  }

  /** Reads a file next to /v1: without the key, outside of the rate limits. Undefined if its ETag is unchanged. */
  fetchPublic(path: string, etag: string | undefined, { signal }: CallOptions) {
    const headers = { accept: 'application/json', ...(etag !== undefined && { 'if-none-match': etag }) };
    const url = this.#baseUrl.slice(0, -API_PREFIX.length) + path;
    return this.#retry({ method: 'GET', path, signal }, undefined, async () => {
      const { response, body } = await this.#fetchJson(url, { headers, cache: 'no-store' }, signal);
      if (response.status === 304) return undefined;
      if (!response.ok || body === undefined) throw toResponseError(response, body);
      return { body, etag: response.headers.get('etag') ?? undefined };
    });
  }

  /** `permission` is the rate limit that counts the request, if one does. */
  async #retry<T>(
    { method, path, signal }: Call,
    permission: Permission | undefined,
    attemptOnce: () => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      for (
        let limit = this.#retries.remainingLimit(permission);
        limit !== undefined;
        limit = this.#retries.remainingLimit(permission)
      ) {
        this.#onRetry({ method, path, attempt: attempt - 1, ...limit });
        await sleep(limit.waitMs, signal);
      }
      try {
        return await attemptOnce();
      } catch (error) {
        if (!(error instanceof RollbookError) || (permission === 'write' && error.mayBeProcessed))
          throw error;
        const waitMs = this.#retries.delayMs(error, attempt);
        if (waitMs === undefined) throw error;
        if (permission !== undefined && error.status === 429) {
          this.#retries.setLimit(permission, error, waitMs);
          continue;
        }
        this.#onRetry({ method, path, attempt, waitMs, error });
        await sleep(waitMs, signal);
      }
    }
  }

  async #sendOnce({ method, path, query, body, signal }: Call): Promise<unknown> {
    const { response, body: received } = await this.#fetchJson(
      `${this.#baseUrl}${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
      {
        method,
        headers: { ...this.#headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      signal,
    );
    if (response.ok && received !== undefined) return received;
    throw toResponseError(response, received);
  }

  async #fetchJson(url: string, init: RequestInit, signal: AbortSignal | undefined) {
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    const { origin } = new URL(url);
    try {
      const response = await this.#fetch(url, {
        ...init,
        // A redirected POST would become a GET.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return { response, body: parseJson(await response.text()) };
    } catch (error) {
      signal?.throwIfAborted();
      if (timeout.aborted)
        throw new RollbookError('timeout', `No answer from ${origin} within ${this.#timeoutMs} ms.`, {
          mayBeProcessed: true,
        });
      throw toConnectionError(error, origin);
    }
  }
}

function checkBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError('baseUrl is not an http or https address, such as https://rollbook.example/v1.');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('baseUrl has a user name, a query or a fragment. Pass the key as apiKey.');
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  if (!path.endsWith(API_PREFIX))
    throw new TypeError(`baseUrl does not end in ${API_PREFIX}, the version of the API.`);
  return url.origin + path;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
