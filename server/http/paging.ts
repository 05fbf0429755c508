import { hash } from 'node:crypto';
import querystring from 'node:querystring';
import type { FieldErrors } from '../../contract/field-errors.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/limits.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import { invalidRequest } from '../errors/api-error.ts';

/**
 * The list that a cursor belongs to. A cursor holds the position where a page ended, the version of the listing, and a
 * checksum over both and the scope, so that a cursor of another listing is rejected. It holds nothing secret, and no
 * server stores it.
 */
export interface Listing {
  /** The account's students, or the results of one query. */
  readonly scope: string;
  /** Changes when positions lose their meaning. */
  readonly version: string;
}

export interface Page {
  limit: number;
  /** Where the previous page ended; undefined for the first page. */
  position: string | undefined;
}

const CHECKSUM_LENGTH = 16;
const checksum = ({ scope }: Listing, version: string, position: string): string =>
  hash('sha256', JSON.stringify([scope, version, position]), 'hex').slice(0, CHECKSUM_LENGTH);

export function encodeCursor(listing: Listing, position: string): string {
  const { version } = listing;
  return Buffer.from(JSON.stringify([version, position, checksum(listing, version, position)])).toString(
    'base64url',
  );
}

function decodeCursor(listing: Listing, cursor: string): { position: string } | FieldError {
  const cursorError = (message: string): FieldError => ({ field: 'cursor', message });
  const [version, position, sum] = parseParts(cursor);
  if (sum === undefined || sum !== checksum(listing, version as string, position as string))
    return cursorError(
      '이 목록의 이전 응답에서 받은 nextCursor를 그대로 보내십시오. 처음부터 보려면 cursor를 빼십시오.',
    );
  if (version !== listing.version)
    return cursorError(
      '학생 카탈로그가 바뀌어 이 cursor는 더 이상 쓸 수 없습니다. cursor 없이 처음부터 다시 검색하십시오.',
    );
  return { position: position as string };
}

function parseParts(cursor: string): string[] {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    // base64url has several spellings of the same bytes; only the one that was issued is valid.
    const canonical = Buffer.from(JSON.stringify(decoded)).toString('base64url') === cursor;
    return canonical && Array.isArray(decoded) && decoded.every(isPart) ? decoded : [];
  } catch {
    return [];
  }
}

/** Parses a query string without Node's default limit of a thousand parameters. */
export const parseQueryString = (text: unknown): Record<string, unknown> =>
  querystring.parse(text as string, '&', '=', { maxKeys: 0 });

/** Anyone can compute the checksum, so text that a database rejects must be kept out. */
const isPart = (part: unknown): part is string =>
  typeof part === 'string' && part.isWellFormed() && !part.includes('\0');

/** The shape check of a listing: validates its query and its cursor together. */
export function parsePage(
  validate: (value: unknown) => FieldErrors,
  query: Record<string, unknown>,
  listing: Listing,
): Page {
  const { limit, cursor } = query;
  const isNumber = typeof limit === 'string' && /^\d+$/.test(limit);
  const errors = validate(isNumber ? { ...query, limit: Number(limit) } : query);
  let position: string | undefined;
  if (typeof cursor === 'string' && !errors.list().some(({ field }) => field === 'cursor')) {
    const decoded = decodeCursor(listing, cursor);
    // The cursor is the last parameter of both listings, so its error comes last.
    if ('field' in decoded) errors.addAll([decoded]);
    else position = decoded.position;
  }
  if (errors.length > 0) throw invalidRequest(errors);
  return { limit: isNumber ? Number(limit) : DEFAULT_PAGE_SIZE, position };
}
