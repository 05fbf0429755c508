/** The limits of SPEC 8. */
export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 100;
export const MAX_QUERY_LENGTH = 200;
/** Of a UID in the catalogue. A longer one in a request is a student that does not exist. */
export const MAX_UID_LENGTH = 64;
export const MAX_NAME_LENGTH = 200;
export const MAX_BODY_BYTES = 1024 * 1024;
export const KEY_LIFETIME_YEARS = 1;

/** Fixed windows that start with the first counted request. Settings can change `perWindow`. */
export const RATE_LIMITS = {
  read: { perWindow: 60, windowSeconds: 60 },
  write: { perWindow: 500, windowSeconds: 600 },
} as const;
export type Access = keyof typeof RATE_LIMITS;
