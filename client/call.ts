import type { Permission } from '../contract/limits.ts';
import { CHANGE_GROUP_HEADER, OPERATION_ID } from '../contract/operation-headers.ts';

/** Options of each call. Those of `new Rollbook` are their defaults. */
export interface CallOptions {
  /** Ends the call with the signal's reason, also while it waits. A write that was sent may still take effect. */
  signal?: AbortSignal | undefined;
  /** How long one attempt may take; 30 seconds by default. */
  timeoutMs?: number | undefined;
  /** How long the call may take in all, with its attempts and waits; as long as they last by default. */
  deadlineMs?: number | undefined;
  /** How often a request is sent again; 5 times by default, 0 never. */
  maxRetries?: number | undefined;
  /** A failure that asks for a longer wait is thrown at once; 15 minutes by default, 0 never waits. */
  maxWaitMs?: number | undefined;
  /**
   * Identifies an operation of many writes, such as `import-2f6c`: up to 64 letters, digits, `-` and `_`. Its changes are
   * a group of their own in the history. `apply` and `sync` choose one by default.
   */
  operation?: string | undefined;
  /**
   * The numbers of the groups that the writes take back: `TAKES_BACK_HEADER`.
   * @internal
   */
  takesBack?: readonly number[] | undefined;
}

/** Options of a write of a goal or of the stock. */
export interface GuardedOptions extends CallOptions {
  /**
   * The `etag` of what was read, from `withResponse()` of the read: the write fails with the status 412 if it has
   * changed since. It is not sent again after an unknown outcome, because its own effect would change the tag.
   */
  ifMatch?: string | undefined;
}

/** The rest of a rate limit, as a response told it. */
export interface RateLimit {
  /** Requests in a window. */
  readonly limit: number;
  readonly remaining: number;
  /** Until the window ends. */
  readonly resetSeconds: number;
}

/** The rate limits that counted requests of a call. */
export type RateLimits = { readonly [Name in Permission]?: RateLimit };

/** The result of a call with its last response. */
export interface WithResponse<T> {
  readonly data: T;
  /** Its body is read already. */
  readonly response: Response;
  /** Of a goal, the goals or the stock. Pass it as `ifMatch` to a write. */
  readonly etag: string | undefined;
  readonly limits: RateLimits;
}

/** The result of a call, or with `withResponse()` the response and what is left of the limits as well. */
export interface ApiPromise<T> extends Promise<T> {
  withResponse: () => Promise<WithResponse<T>>;
}

/** Options of a call under way. */
export interface CallContext extends CallOptions {
  readonly call: Call;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 5;
/** A window of the API lasts ten minutes. */
const DEFAULT_MAX_WAIT_MS = 900_000;

/** The state that the requests of one call share: its deadline and other options, and what the responses tell. */
export class Call {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly maxRetries: number;
  readonly maxWaitMs: number;
  readonly operation: string | undefined;
  readonly takesBack: readonly number[] | undefined;
  readonly #startedAt = performance.now();
  #response: Response | undefined;
  #limits: RateLimits = {};
  /** The waits that `onRetry` was told of: for a limit, by its error; else under way, by code and attempt. */
  readonly toldWaits = new Set<unknown>();
  /** The group of the last change, where responses tell it: those of /v1 over HTTP do not. */
  changeGroup: number | undefined;

  constructor(options: CallOptions, defaults: CallOptions) {
    this.signal = options.signal ?? defaults.signal;
    this.timeoutMs = options.timeoutMs ?? defaults.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.deadlineMs = options.deadlineMs ?? defaults.deadlineMs ?? Infinity;
    this.maxRetries = options.maxRetries ?? defaults.maxRetries ?? DEFAULT_RETRIES;
    this.maxWaitMs = options.maxWaitMs ?? defaults.maxWaitMs ?? DEFAULT_MAX_WAIT_MS;
    this.operation = options.operation ?? defaults.operation;
    this.takesBack = options.takesBack;
    if (this.operation !== undefined && !OPERATION_ID.test(this.operation))
      throw new TypeError('operation is not 1 to 64 letters, digits, - and _.');
  }

  get remainingMs(): number {
    return Math.max(0, this.#startedAt + this.deadlineMs - performance.now());
  }

  noteResponse(response: Response): void {
    this.#response = response;
    this.#limits = { ...this.#limits, ...readLimit(response.headers) };
    const group = Number(response.headers.get(CHANGE_GROUP_HEADER));
    if (group > 0) this.changeGroup = group;
  }

  withData<T>(data: T): WithResponse<T> {
    const response = this.#response as Response;
    return { data, response, etag: response.headers.get('etag') ?? undefined, limits: this.#limits };
  }
}

function readLimit(headers: Headers): RateLimits {
  const [, limit] = /;q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '') ?? [];
  const [, name, remaining, reset] =
    /^"(read|write)";r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
  if (limit === undefined || name === undefined) return {};
  return {
    [name]: { limit: Number(limit), remaining: Number(remaining), resetSeconds: Number(reset) },
  };
}
