import type { IncomingMessage, ServerResponse } from 'node:http';
import { BODY_MAX_BYTES } from '../../contract/limits.ts';
import { unavailable } from './fail.ts';

/** Bodies are held whole while they arrive, for up to 30 s. All large ones together may take this much. */
const MOST_BYTES = 256 * BODY_MAX_BYTES;
/** No honest body is larger: these are not counted, so that whoever fills the room keeps none of them out. */
const SMALL_BYTES = 16_384;

/** Room for the bodies under way. One that does not say how long it is may become as long as any. */
export function roomForBodies() {
  let taken = 0;
  return ({ headers, socket }: IncomingMessage, response: ServerResponse): void => {
    const size = Math.min(Number(headers['content-length'] ?? BODY_MAX_BYTES), BODY_MAX_BYTES);
    // Who has hung up sends no body.
    if (size <= SMALL_BYTES || socket.destroyed) return;
    if (taken + size > MOST_BYTES) throw unavailable('지금은 큰 본문을 너무 많이 받고 있습니다.');
    taken += size;
    const leave = () => {
      response.off('close', leave);
      socket.off('close', leave);
      taken -= size;
    };
    // An answer whose connection ends before it was its turn is never closed.
    response.once('close', leave);
    socket.once('close', leave);
  };
}
