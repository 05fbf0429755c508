import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How fast a client takes a large answer at least. It has some time before that counts. */
const MIN_BYTES_PER_SECOND = 4_096;
const GRACE_MS = 30_000;

/** The time that a client has to take so many bytes. */
const timeFor = (bytes: number): number => GRACE_MS + (bytes / MIN_BYTES_PER_SECOND) * 1_000;

/** Resets the connection of a client that has not taken an answer in time. Call it when the answer was written. */
export function cutOffSlowReader(
  response: ServerResponse,
  socket: Socket,
  bytes: number,
  timeoutMs = timeFor(bytes),
): void {
  if (response.writableFinished) return;
  const timer = setTimeout(() => socket.resetAndDestroy(), timeoutMs).unref();
  const end = () => clearTimeout(timer);
  response.once('close', end);
  socket.once('close', end);
}

/**
 * Sends an answer piece by piece, as the client takes them: only one is in memory. A client that has not taken a piece in
 * time is cut off.
 */
export async function sendPieces(
  response: ServerResponse,
  socket: Socket,
  pieces: AsyncIterable<string>,
  timeoutMs?: number,
): Promise<void> {
  let last = 0;
  for await (const piece of pieces) {
    if (!response.write(piece)) await drain(response, socket, timeoutMs ?? timeFor(piece.length));
    if (response.destroyed) return;
    last = piece.length;
  }
  response.end();
  cutOffSlowReader(response, socket, last, timeoutMs);
}

/** Resolves when the client has taken what was written, or is gone. */
function drain(response: ServerResponse, socket: Socket, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.resetAndDestroy(), timeoutMs).unref();
    const end = () => {
      clearTimeout(timer);
      response.off('drain', end).off('close', end);
      socket.off('close', end);
      resolve();
    };
    response.once('drain', end).once('close', end);
    socket.once('close', end);
  });
}
