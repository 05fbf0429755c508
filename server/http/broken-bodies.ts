import type { IncomingMessage } from 'node:http';
import type { ApiError } from '../errors/api-error.ts';

const EVENT = 'bodyBroken';
const errors = new WeakMap<IncomingMessage, ApiError>();

/** Ends the body of a request on which HTTP parsing failed. Whoever reads the body answers, if anyone does. */
export function breakBody(request: IncomingMessage, error: ApiError): void {
  errors.set(request, error);
  request.emit(EVENT);
}

export const findBodyError = (request: IncomingMessage): ApiError | undefined => errors.get(request);

/** Calls back when the body breaks from now on. Returns what removes the listener. */
export function onBodyBroken(request: IncomingMessage, callback: () => void): () => void {
  request.once(EVENT, callback);
  return () => request.off(EVENT, callback);
}
