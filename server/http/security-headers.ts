/** The headers of every response. Pages add their policy (page-headers.ts). */
export const SECURITY_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
