import { hash } from 'node:crypto';
import querystring from 'node:querystring';
import { DEFAULT_PAGE_SIZE } from '../../contract/limits.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import { invalidRequest } from './api-error.ts';

/**
 * A cursor is where a page ended, the version of what was listed, and a checksum over both and the listing, so
 * that one taken from elsewhere or typed wrongly is told apart. It holds nothing secret and no server keeps it.
 */
export interface Listing {
  /** What is listed, whole: the account's students, or the results of one query. */
  readonly scope: string;
  /** Changes when positions lose their meaning; the same for ever where they never do. */
  readonly version: string;
}

export interface Page {
  limit: number;
  /** Where the page before ended; undefined for the first. */
  position: string | undefined;
}

const CHECK_LENGTH = 16;
const checksum = ({ scope }: Listing, version: string, position: string): string =>
  hash('sha256', JSON.stringify([scope, version, position]), 'hex').slice(0, CHECK_LENGTH);

export function encodeCursor(listing: Listing, position: string): string {
  const { version } = listing;
  return Buffer.from(JSON.stringify([version, position, checksum(listing, version, position)])).toString(
    'base64url',
  );
}

function decodeCursor(listing: Listing, cursor: string): { position: string } | FieldError {
  const refused = (message: string): FieldError => ({ field: 'cursor', message });
  const [version, position, sum] = parts(cursor);
  if (sum === undefined || sum !== checksum(listing, version as string, position as string))
    return refused(
      '이 목록의 이전 응답에서 받은 nextCursor를 그대로 보내십시오. 처음부터 보려면 cursor를 빼십시오.',
    );
  if (version !== listing.version)
    return refused(
      '학생 카탈로그가 바뀌어 이 cursor는 더 이상 쓸 수 없습니다. cursor 없이 처음부터 다시 검색하십시오.',
    );
  return { position: position as string };
}

function parts(cursor: string): string[] {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    // Only the one spelling that was issued is taken.
    const canonical = Buffer.from(JSON.stringify(decoded)).toString('base64url') === cursor;
    return canonical && Array.isArray(decoded) && decoded.every(isPart) ? decoded : [];
  } catch {
    return [];
  }
}

/** The parameters of a query string, every one of them. */
export const parseQueryString = (text: unknown): Record<string, unknown> =>
  querystring.parse(text as string, '&', '=', { maxKeys: 0 });

/** The checksum is no secret: whoever makes a cursor must not get at the engine with what no engine takes as text. */
const isPart = (part: unknown): part is string =>
  typeof part === 'string' && part.isWellFormed() && !part.includes('\0');

/** Step 5 of a listing: its query as the schema wants it, and its cursor; whatever is wrong with either at once. */
export function parsePage(
  shape: (value: unknown) => FieldError[],
  query: Record<string, unknown>,
  listing: Listing,
): Page {
  const { limit, cursor } = query;
  const digits = typeof limit === 'string' && /^\d+$/.test(limit);
  const faults = shape(digits ? { ...query, limit: Number(limit) } : query);
  let position: string | undefined;
  if (typeof cursor === 'string' && !faults.some(({ field }) => field === 'cursor')) {
    const read = decodeCursor(listing, cursor);
    // The cursor is the last parameter of every listing, so its fault comes last as well.
    if ('field' in read) faults.push(read);
    else position = read.position;
  }
  if (faults.length > 0) throw invalidRequest(faults);
  return { limit: digits ? Number(limit) : DEFAULT_PAGE_SIZE, position };
}
