import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { unavailableError } from '../errors/api-error.ts';
import type { Outcome } from '../request/outcome.ts';
import { createByteBudget } from './byte-budget.ts';
import type { HttpRequest } from './http-request.ts';

/** How much of a large answer is written at a time. */
const WRITE_BYTES = 65_536;
/** A client that takes nothing for this long is disconnected: up to 4 MiB of kernel memory wait for it. */
const STALL_TIMEOUT_MS = 30_000;

/**
 * Sends an answer in pieces, as the client takes them, because Node tells of progress only when a whole write is taken.
 * A client that does not take a piece in time is cut off.
 */
export async function sendPieces(
  response: ServerResponse,
  parts: Iterable<string | Buffer> | AsyncIterable<string>,
  timeoutMs?: number,
): Promise<void> {
  for await (const part of parts) {
    const bytes = Buffer.from(part);
    for (let start = 0; start < bytes.length; start += WRITE_BYTES) {
      if (response.destroyed) return;
      if (!response.write(bytes.subarray(start, start + WRITE_BYTES)))
        await cutOffSlowReader(response, timeoutMs);
    }
  }
  response.end();
  await cutOffSlowReader(response, timeoutMs);
}

/** Resolves when the client has taken what was written, or is gone. After that time its connection is reset. */
export async function cutOffSlowReader(
  stream: ServerResponse | Socket,
  timeoutMs = STALL_TIMEOUT_MS,
): Promise<void> {
  if (stream.writableFinished || stream.destroyed) return;
  const socket = 'socket' in stream ? stream.socket : stream;
  const taken = Promise.withResolvers<void>();
  // An orderly close would leave the kernel's buffer in place for minutes.
  const timer = setTimeout(() => socket?.resetAndDestroy(), timeoutMs).unref();
  stream.once('drain', taken.resolve).once('close', taken.resolve);
  await taken.promise;
  clearTimeout(timer);
  stream.off('drain', taken.resolve).off('close', taken.resolve);
}

/** Answers that are made and not yet taken, of all accounts and of one. */
const MAX_HELD_BYTES = 128 * 1_048_576;
const MAX_HELD_BYTES_PER_ACCOUNT = 4 * 1_048_576;
/** An answer of this size is not counted: most of it waits in the kernel. */
const SMALL_ANSWER_BYTES = 65_536;
/** Bytes that an answer in pieces holds at a time. */
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
  return ({ method, named: { account }, response }, outcome) => {
    const bytes = heldBytes(outcome);
    if (bytes > 0 && account !== undefined && method === 'GET') hold(account, response)(bytes);
  };
}
