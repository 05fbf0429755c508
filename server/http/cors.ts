import { HEADER_NAMES } from '../../contract/headers.ts';
import { normalizeUrl } from './normalize-url.ts';

/** Response headers that pages of other origins may read. */
const EXPOSED_HEADERS = HEADER_NAMES.join(', ');
const PREFLIGHT_MAX_AGE_SECONDS = '86400';

/** What no other origin may read, whatever ROLLBOOK_CORS_ORIGINS names. */
const CLOSED_PATH = /^\/(console|mcp|portraits)(?![^/?#])/;
/** Decodes only the path: a malformed escape in the query would throw. */
const isClosed = (url: string): boolean =>
  CLOSED_PATH.test(decodeURI(normalizeUrl(url).split('?', 1)[0] as string));

/** Returns the CORS headers for an origin and a request target: none, unless ROLLBOOK_CORS_ORIGINS names the origin. */
export function createCorsHeaders(
  allowed: readonly string[],
): (origin: string | undefined, url?: string) => Record<string, string> {
  if (allowed.length === 0) return () => ({});
  const allowsAny = allowed.includes('*');
  return (origin, url = '') => {
    if (isClosed(url)) return {};
    if (allowsAny)
      return { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED_HEADERS };
    // Caches must not give one origin's response to another.
    if (origin === undefined || !allowed.includes(origin)) return { vary: 'Origin' };
    return {
      vary: 'Origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED_HEADERS,
    };
  };
}

/** Replaces the headers for one origin: the response is the same for all of them. */
export function allowAnyOrigin(answerHeaders: Record<string, string>): void {
  delete answerHeaders.vary;
  Object.assign(answerHeaders, {
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-expose-headers': 'ETag, Request-Id',
  });
}

export const preflightHeaders = (methods: readonly string[]): Record<string, string> => ({
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': 'Authorization, Bulk-Operation, Content-Type, If-None-Match',
  'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS,
});
