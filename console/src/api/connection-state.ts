import { signal } from '@preact/signals';

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 15_000;

/** Whether the last request reached the service. */
export const isConnected = signal(navigator.onLine);
/** Counts the returns of the connection, after which what is shown is loaded again. */
export const reconnections = signal(0);

/** When this page has last been answered; undefined if it never was. */
let answeredAt: number | undefined;
export const lastAnswer = (): number | undefined => answeredAt;

let probe: () => Promise<unknown> = async () => {};
let timer: ReturnType<typeof setTimeout> | undefined;
let retryMs = FIRST_RETRY_MS;

/** `send` is a cheap request that tells whether the service can be reached again. */
export function watchConnection(send: () => Promise<unknown>): void {
  probe = send;
  addEventListener('online', () => void tryAgain());
  addEventListener('offline', noteConnectionLost);
  if (!isConnected.value) scheduleRetry();
}

export function noteConnected(): void {
  answeredAt = Date.now();
  clearTimeout(timer);
  timer = undefined;
  retryMs = FIRST_RETRY_MS;
  if (isConnected.value) return;
  isConnected.value = true;
  reconnections.value += 1;
}

export function noteConnectionLost(): void {
  isConnected.value = false;
  if (timer === undefined) scheduleRetry();
}

function scheduleRetry(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void tryAgain(), retryMs);
  retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
}

async function tryAgain(): Promise<void> {
  if (isConnected.value) return;
  await probe().catch(() => {});
  if (!isConnected.value) scheduleRetry();
}
