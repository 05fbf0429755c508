/** For what is the same for everyone. Answers without one of these are not cached (security-headers.ts). */
export const CACHE_ONE_MINUTE = 'public, max-age=60';
export const CACHE_FIVE_MINUTES = 'public, max-age=300';
/** For an address that changes with its content. */
export const CACHE_FOREVER = 'public, max-age=31536000, immutable';
