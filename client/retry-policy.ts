import type { Permission } from '../contract/limits.ts';
import type { Call } from './call.ts';
import type { RollbookError } from './rollbook-error.ts';

const FIRST_BACKOFF_MS = 250;
/** Five retries outlast a restart of ten seconds. */
const BACKOFF_FACTOR = 3;
const MAX_BACKOFF_MS = 8_000;
const RETRIED_CODES = ['rate_limited', 'unavailable', 'internal_error', 'timeout', 'connection_failed'];

/** When a failed request is sent again. All requests of a client wait together for a limit. */
export class RetryPolicy {
  readonly #firstBackoffMs: number;
  readonly #limits: Partial<Record<Permission, { until: number; error: RollbookError }>> = {};

  constructor(firstBackoffMs = FIRST_BACKOFF_MS) {
    this.#firstBackoffMs = firstBackoffMs;
  }

  /** How long to wait before the next attempt, or undefined if there is none. */
  delayMs(error: RollbookError, attempt: number, call: Call): number | undefined {
    const { code, status = 0, retryAfterMs = 0, mayBeProcessed } = error;
    const isPassing =
      RETRIED_CODES.includes(code) || (code === 'unexpected_response' && (mayBeProcessed || status === 429));
    const backoffMs = Math.min(MAX_BACKOFF_MS, this.#firstBackoffMs * BACKOFF_FACTOR ** (attempt - 1));
    // Jitter, so that many clients do not come back at once.
    const waitMs = retryAfterMs + Math.round(backoffMs * (0.75 + Math.random() / 4));
    const isTooLong = Math.max(retryAfterMs, backoffMs) > call.maxWaitMs || waitMs >= call.remainingMs;
    return isPassing && attempt <= call.maxRetries && !isTooLong ? waitMs : undefined;
  }

  /** Makes all requests of this kind wait, unless they wait long enough for a limit that another one has met. */
  setLimit(permission: Permission, error: RollbookError, waitMs: number): void {
    const now = performance.now();
    const { until = now } = this.#limits[permission] ?? {};
    if (until <= now || until - now < (error.retryAfterMs ?? 0))
      this.#limits[permission] = { until: now + waitMs, error };
  }

  /** How long a request of this kind must wait, and for the sake of which response. */
  remainingLimit(permission: Permission | undefined): { waitMs: number; error: RollbookError } | undefined {
    const { until = 0, error } = (permission && this.#limits[permission]) ?? {};
    const waitMs = Math.floor(until - performance.now());
    return error !== undefined && waitMs > 0 ? { waitMs, error } : undefined;
  }
}

/** A longer timer ends at once. What still waits for a limit then waits again. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      },
      Math.min(ms, MAX_TIMER_MS),
    );
    signal?.addEventListener('abort', stop, { once: true });
  });
}
