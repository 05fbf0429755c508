import type { Socket } from 'node:net';

/** A client that takes nothing of a response for this long is cut: up to 4 MiB of it wait for it in the kernel. */
const STALLED_MS = 30_000;
const CHECK_MS = 2_000;

const watched = new WeakSet<Socket>();

/** Ends a connection whose client no longer reads. To be called when a response was written; most are out by then. */
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
    } else if (now - progressAt >= STALLED_MS) {
      // An ordinary end would leave what the kernel holds there for minutes more.
      socket.resetAndDestroy();
    }
  }, CHECK_MS).unref();
}

/** What the kernel has not taken of the write under way. Node's public counters change only when all of it is out. */
const bytesLeft = (socket: Socket): number | undefined =>
  (socket as unknown as { _handle: { writeQueueSize: number } | null })._handle?.writeQueueSize;
