import { RATE_LIMITS } from '../../contract/limits.ts';
import { STATE_NAMES } from '../../contract/state-fields.ts';
import { type ApiError, invalidRequest } from '../http/api-error.ts';

/** Only the revision 2025-03-26 of the protocol has batches. Each answer may be as long as the list of tools. */
const MAX_BATCH_MESSAGES = 10;
/** More than any honest message has. What the protocol's library does with a value takes far longer than reading it. */
const MAX_VALUES = 2 * RATE_LIMITS.write.perWindow * STATE_NAMES.length;
const MAX_DEPTH = 20;

/** Bounds what the protocol's library is given, and returns what it can answer. */
export function checkMessages(body: unknown): unknown {
  if (!isBounded(body))
    throw bodyError(`값이 ${MAX_VALUES}개를 넘거나 너무 깊게 중첩되어 있습니다. 여러 번 나누어 보내십시오.`);
  if (!Array.isArray(body)) return body;
  if (body.length > MAX_BATCH_MESSAGES)
    throw bodyError(`메시지는 한 번에 ${MAX_BATCH_MESSAGES}개까지 보낼 수 있습니다.`);
  // A request that its own batch cancels is never answered, so the response would never end.
  const rest = body.filter((message) => Object(message).method !== 'notifications/cancelled');
  return rest.length === 0 ? body : rest;
}

const bodyError = (message: string): ApiError => invalidRequest([{ field: 'body', message }]);

function isBounded(body: unknown): boolean {
  let values = 0;
  for (let level = [body], depth = 0; level.length > 0; depth += 1) {
    values += level.length;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return true;
}
