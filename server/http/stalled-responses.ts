import type { Socket } from 'node:net';

/** A client that takes nothing of a response for this long is disconnected: up to 4 MiB of kernel memory wait for it. */
const STALL_TIMEOUT_MS = 30_000;
const CHECK_INTERVAL_MS = 2_000;

const watched = new WeakSet<Socket>();

/** Resets a connection whose client no longer reads. Call it when a response was written; most are sent by then. */
export function resetIfStalled(socket: Socket | null): void {
  if (socket === null || socket.writableLength === 0 || watched.has(socket)) return;
  watched.add(socket);
  let left = bytesLeft(socket);
  let progressAt = performance.now();
  const check = setInterval(() => {
    const now = performance.now();
    const leftNow = bytesLeft(socket);
    if (socket.destroyed || socket.writableLength === 0) {
      watched.delete(socket);
      clearInterval(check);
    } else if (leftNow !== left) {
      left = leftNow;
      progressAt = now;
    } else if (now - progressAt >= STALL_TIMEOUT_MS) {
      // An orderly close would leave the kernel's buffer in place for minutes.
      socket.resetAndDestroy();
    }
  }, CHECK_INTERVAL_MS).unref();
}

/** What the kernel has not taken of the current write. Node's public counters change only when all of it is sent. */
const bytesLeft = (socket: Socket): number | undefined =>
  (socket as unknown as { _handle: { writeQueueSize: number } | null })._handle?.writeQueueSize;
