import { findExcess, type JsonBounds } from '../../contract/json-extent.ts';
import { RATE_LIMITS } from '../../contract/limits.ts';
import { STATE_NAMES } from '../../contract/state-fields.ts';
import { type ApiError, invalidRequest } from '../errors/api-error.ts';

/** Only the revision 2025-03-26 of the protocol has batches. Each answer may be as long as the list of tools. */
const MAX_BATCH_MESSAGES = 10;
/**
 * More than any honest message has. What the protocol's library does with a value, and with the fields of an object
 * most of all, takes far longer than reading it.
 */
const BOUNDS: Required<JsonBounds> = {
  depth: 20,
  values: RATE_LIMITS.write.perWindow * (STATE_NAMES.length + 5),
  fields: 100,
};

/** Bounds what the protocol's library is given, before it is parsed. */
export function checkMessageText(text: string): void {
  if (findExcess(text, BOUNDS) !== undefined)
    throw bodyError(
      `값이 ${BOUNDS.values}개를 넘거나, 한 객체의 필드가 ${BOUNDS.fields}개를 넘거나, 너무 깊게 중첩되어 있습니다. 여러 번 나누어 보내십시오.`,
    );
}

/** Returns the messages that the protocol's library can answer. */
export function checkMessages(body: unknown): unknown {
  if (!Array.isArray(body)) return body;
  if (body.length > MAX_BATCH_MESSAGES)
    throw bodyError(`메시지는 한 번에 ${MAX_BATCH_MESSAGES}개까지 보낼 수 있습니다.`);
  // A request that its own batch cancels is never answered, so the response would never end.
  const rest = body.filter((message) => Object(message).method !== 'notifications/cancelled');
  return rest.length === 0 ? body : rest;
}

const bodyError = (message: string): ApiError => invalidRequest([{ field: 'body', message }]);
