import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { unavailableError } from '../errors/api-error.ts';
import type { Outcome } from '../request/outcome.ts';
import { createByteBudget } from './byte-budget.ts';
import type { HttpRequest } from './http-request.ts';

/** How fast a client takes a large answer at least. It has some time before that counts. */
const MIN_BYTES_PER_SECOND = 4_096;
const GRACE_MS = 30_000;

/** The time that a client has to take so many bytes. */
const timeFor = (bytes: number): number => GRACE_MS + (bytes / MIN_BYTES_PER_SECOND) * 1_000;

/** Cuts off a client that has not taken an answer in time. Call it when the answer was written. */
export function cutOffSlowReader(
  response: ServerResponse,
  socket: Socket,
  bytes: number,
  timeoutMs = timeFor(bytes),
): void {
  if (!response.writableFinished) waitForReader(response, socket, 'close', timeoutMs);
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
    if (!response.write(piece))
      await waitForReader(response, socket, 'drain', timeoutMs ?? timeFor(piece.length));
    if (response.destroyed) return;
    last = piece.length;
  }
  response.end();
  cutOffSlowReader(response, socket, last, timeoutMs);
}

/** Resolves when the client has taken what was written, or is gone. After that time its connection is reset. */
function waitForReader(
  response: ServerResponse,
  socket: Socket,
  event: 'drain' | 'close',
  timeoutMs: number,
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.resetAndDestroy(), timeoutMs).unref();
    const end = () => {
      clearTimeout(timer);
      response.off(event, end).off('close', end);
      socket.off('close', end);
      resolve();
    };
    response.once(event, end).once('close', end);
    socket.once('close', end);
  });
}

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

/** Answers that are made and not yet taken, of all accounts and of one. */
const MAX_HELD_BYTES = 128 * 1_048_576;
const MAX_HELD_BYTES_PER_ACCOUNT = 4 * 1_048_576;
/** An answer of this size is not counted: most of it waits in the kernel. */
const SMALL_ANSWER_BYTES = 65_536;
/** What an answer in pieces holds at a time. */
const PIECE_BYTES = 262_144;

/** In bytes, as far as it is in memory; 0 of one that is small. */
export function heldBytes({ body = '', pieces }: Outcome): number {
  if (pieces !== undefined) return PIECE_BYTES;
  return body.length > SMALL_ANSWER_BYTES ? Buffer.byteLength(body) : 0;
}

/**
 * Bounds the large answers that wait for their readers. Refuses reads only, because a write is done by then. Documents
 * without an account are the same bytes for all.
 */
export function createAnswerBudget(): (request: HttpRequest, outcome: Outcome) => void {
  const hold = createByteBudget({
    maxBytes: MAX_HELD_BYTES,
    maxBytesPerOwner: MAX_HELD_BYTES_PER_ACCOUNT,
    refuseOwner: () => unavailableError('보내 드린 큰 응답 여러 개를 아직 다 받지 않으셨습니다.'),
    refuseAll: () => unavailableError('지금은 큰 응답을 너무 많이 보내고 있습니다.'),
  });
  return ({ method, named: { account }, socket, response }, outcome) => {
    const bytes = heldBytes(outcome);
    if (bytes > 0 && account !== undefined && method === 'GET') hold(account, socket, response)(bytes);
  };
}
