import { signal } from '@preact/signals';
import { ConsoleError } from '../api/console-error.ts';
import type { Edit } from './edit.ts';

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;
/** A longer wait is a mistake of a clock: the console's limits last ten minutes. */
const MAX_ASKED_WAIT_MS = 900_000;

/** Set while no edit is sent: until the next attempt, or the return of the connection if no answer asked to wait. */
export const stall = signal<{ readonly until: number; readonly isAskedFor: boolean } | undefined>(undefined);

let retryMs = FIRST_RETRY_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
let retry = () => {};

/** `attempt` sends all that waits. */
export function onRetry(attempt: () => void): void {
  retry = attempt;
}

export function clearRetry(): void {
  clearTimeout(timer);
  timer = undefined;
  stall.value = undefined;
}

export const isRetryDue = (): boolean => timer !== undefined;

/** After a success, or when there is a reason to hope for one. */
export function shortenRetries(): void {
  retryMs = FIRST_RETRY_MS;
}

/** Nothing is sent until the next attempt. */
export function stallAfter(error: unknown): void {
  const { retryAfterSeconds = 0 } = error instanceof ConsoleError ? error : {};
  if (retryAfterSeconds === 0) stall.value = { until: retryLater(), isAskedFor: false };
  else stallUntil(Date.now() + Math.max(retryAfterSeconds * 1000, retryMs));
}

/** Returns false if no wait is left that an answer has asked for, in an earlier page or another tab. */
export function keepWaiting(list: readonly Edit[]): boolean {
  const until = Math.max(0, ...list.map(({ retryAt = 0 }) => retryAt));
  const leftMs = until - Date.now();
  if (leftMs <= 0 || leftMs > MAX_ASKED_WAIT_MS) return false;
  stallUntil(until);
  return true;
}

function stallUntil(until: number): void {
  stall.value = { until, isAskedFor: true };
  schedule(until);
}

/** Returns when. */
export function retryLater(): number {
  const until = Date.now() + retryMs;
  retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
  schedule(until);
  return until;
}

function schedule(until: number): void {
  clearTimeout(timer);
  timer = setTimeout(retry, until - Date.now());
}
