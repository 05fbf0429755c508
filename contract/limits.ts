/** SPEC 8, in one place. */
export const PAGE_DEFAULT = 50;
export const PAGE_MAX = 100;
export const QUERY_MAX = 200;
export const BODY_MAX_BYTES = 1024 * 1024;
export const KEY_LIFETIME_YEARS = 1;

/** Fixed windows that the first counted request starts; how many they hold is a setting. */
export const WINDOWS = {
  read: { perWindow: 60, windowSeconds: 60 },
  write: { perWindow: 500, windowSeconds: 600 },
} as const;
export type Work = keyof typeof WINDOWS;
