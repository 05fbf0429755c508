import { HEADER_NAMES } from '../../contract/headers.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';

/**
 * The origins whose pages may read a response: those of ROLLBOOK_CORS_ORIGINS, all, or none but this server's, whatever
 * the setting names. `apps`: all where apps can be connected, which are pages of any origin that come with their key.
 */
export type Origins = 'configured' | 'apps' | 'any' | 'none';

/** The headers of every response. Pages add their policy (server/html/page-headers.ts). */
const SECURITY_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
/** Response headers that pages of other origins may read. */
const EXPOSED_HEADERS = HEADER_NAMES.join(', ');
const PREFLIGHT_MAX_AGE_SECONDS = '86400';

/** No page of another origin may embed it: pages, their files, and what is answered to a cookie. */
export const SAME_ORIGIN_RESOURCE = { 'cross-origin-resource-policy': 'same-origin' };

/** The headers of every response to a request from an origin. */
export type ResponseHeaders = (origin: string | undefined, origins: Origins) => Record<string, string>;

export function createResponseHeaders(configured: readonly string[], connectsApps: boolean): ResponseHeaders {
  const allowsAny = configured.includes('*');
  return (origin, origins) => {
    const isForApps = origins === 'apps' && connectsApps && origin !== undefined;
    if (origins === 'none' || (origins !== 'any' && !isForApps && configured.length === 0))
      return { ...SECURITY_HEADERS };
    if (origins === 'any')
      return {
        ...SECURITY_HEADERS,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-expose-headers': EXPOSED_HEADERS,
      };
    const exposed = { ...SECURITY_HEADERS, 'access-control-expose-headers': EXPOSED_HEADERS };
    if (allowsAny) return { ...exposed, 'access-control-allow-origin': '*' };
    const isConfigured = origin !== undefined && configured.includes(origin);
    const allowed = isConfigured ? origin : isForApps ? '*' : undefined;
    return {
      ...(allowed === undefined ? SECURITY_HEADERS : { ...exposed, 'access-control-allow-origin': allowed }),
      // Caches must not give one origin's response to another.
      ...(configured.length > 0 && { vary: 'Origin' }),
    };
  };
}

export const preflightHeaders = (methods: readonly string[]): Record<string, string> => ({
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers':
    'Authorization, Bulk-Operation, Content-Type, If-Match, If-None-Match, Raise-Only, Takes-Back',
  'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS,
});

/** Adds to what caches must tell apart. */
export function addVary({ answerHeaders }: IncomingRequest, name: string): void {
  const { vary } = answerHeaders;
  answerHeaders.vary = vary === undefined ? name : `${vary}, ${name}`;
}

/** For what is the same for everyone. Answers without one of these are not cached. */
export const CACHE_ONE_MINUTE = 'public, max-age=60';
export const CACHE_FIVE_MINUTES = 'public, max-age=300';
/** For what one caller may keep, and asks about before each use. */
export const CACHE_PRIVATELY = 'private, no-cache';
/** For an address that changes with its content. */
export const CACHE_FOREVER = 'public, max-age=31536000, immutable';
