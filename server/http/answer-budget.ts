import { unavailableError } from '../errors/api-error.ts';
import type { Outcome } from '../request/outcome.ts';
import { createByteBudget } from './byte-budget.ts';
import type { HttpRequest } from './http-request.ts';

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
    if (bytes > 0 && account !== undefined && method === 'GET') hold(account, bytes, socket, response);
  };
}
