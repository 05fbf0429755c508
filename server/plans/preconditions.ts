import { ApiError } from '../errors/api-error.ts';
import { parseTags } from '../http/etags.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';

/** `If-Match`: throws unless the request names none, or the tag of what is there now. `current` is undefined if nothing is. */
export interface RequireMatch {
  (current: string | undefined): void;
  /** Names no tag: whatever is there matches. */
  readonly isAny: boolean;
}

/** Undefined if the request has no `If-Match`. */
export function parseIfMatch({ headers }: IncomingRequest): RequireMatch | undefined {
  const expected = headers['if-match'];
  if (expected === undefined) return undefined;
  const tags = parseTags(expected);
  const requireMatch = (current: string | undefined) => {
    // A weak tag is none of these (RFC 9110, 13.1.1).
    const matches = current !== undefined && (tags.includes('*') || tags.includes(current));
    if (!matches) throw notMatchedError(current);
  };
  return Object.assign(requireMatch, { isAny: tags.includes('*') });
}

export const notMatchedError = (current: string | undefined): ApiError =>
  new ApiError('invalid_request', `if-match: ${NOT_MATCHED}`, {
    status: 412,
    fields: [{ field: 'if-match', message: NOT_MATCHED }],
    headers: current === undefined ? {} : { etag: current },
  });

const NOT_MATCHED = '그사이 값이 바뀌었거나 없습니다. 다시 조회하여 확인하고 보내십시오.';
