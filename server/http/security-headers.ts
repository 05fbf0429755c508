/** The headers of every response. Pages add their policy (docs-site/page-headers.ts). */
export const SECURITY_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
