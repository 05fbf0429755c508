export * from './request-limits.ts';

export const DEFAULT_PAGE_SIZE = 50;
/** Of GET /beta/changes. */
export const DEFAULT_CHANGES_PER_PAGE = 100;
/** Of a goal. */
export const DEFAULT_PRIORITY = 5000;
/** The length of the name of an account, a key or a passkey, in code points. */
export const MAX_DISPLAY_NAME_LENGTH = 100;
/** In one request of the console. */
export const MAX_GOAL_CHANGES = 300;
/** Presets of goals that a player has made. */
export const MAX_OWN_PRESETS = 20;
export const MAX_PRESET_NAME_LENGTH = 40;
/** What an account remembers of imported spreadsheets. */
export const MAX_REMEMBERED_HEADINGS = 200;
export const MAX_HEADING_LENGTH = 60;
export const MAX_REMEMBERED_ALIASES = 500;
export const MAX_ALIAS_LENGTH = 100;
/** Of imports, until the catalogue has the students: as many as fit into one request. The game gets some fifty a year. */
export const MAX_KEPT_ROWS = 100;
export const MAX_BODY_BYTES = 1024 * 1024;
/** In one answer. Of more, the last entry says how many there are. */
export const MAX_FIELD_ERRORS = 100;
/** Of the name of a field in an error, in code points. A longer one is cut. */
export const MAX_FIELD_NAME_LENGTH = 100;
export const KEY_LIFETIME_YEARS = 1;
/** A whole number of days that a key may always last. */
export const MAX_KEY_DAYS = 365 * KEY_LIFETIME_YEARS;

/** Fixed windows that start with the first counted request. Settings can change `perWindow`. */
export const RATE_LIMITS = {
  read: { perWindow: 60, windowSeconds: 60 },
  write: { perWindow: 500, windowSeconds: 600 },
} as const;

/** The limits of each console session, so that an open page uses up none of those that the account's tools share. */
export const CONSOLE_LIMITS = {
  read: { perWindow: 600, windowSeconds: 600 },
  write: { perWindow: 600, windowSeconds: 600 },
} as const satisfies Record<keyof typeof RATE_LIMITS, RateLimit>;
/** An account's sessions together may send this many times as much as one. */
export const CONSOLE_ACCOUNT_FACTOR = 4;
/** Ends of sessions, passkey checks, removals and revocations for each session and address, which nothing else uses up. */
export const RESERVE_LIMIT: RateLimit = { perWindow: 100, windowSeconds: 600 };
/** An operation of the console on many students counts as one write for each of these. */
export const STUDENTS_PER_WRITE = 100;
/** Requests to sign in, sign up or recover an account for each address, and failed sign-ins with each passkey. */
export const SIGN_IN_LIMIT: RateLimit = { perWindow: 100, windowSeconds: 600 };
/** Codes to be let in with, which each address and all together may ask for: at most twice as many are pending. */
export const DEVICE_LIMIT: RateLimit = { perWindow: 20, windowSeconds: 600 };
export const ALL_DEVICES_LIMIT: RateLimit = { perWindow: 500, windowSeconds: 600 };
/** Keys that the apps of each account fetch, also those that they fetch again. */
export const TOKEN_LIMIT: RateLimit = { perWindow: 100, windowSeconds: 600 };
/** Messages to /mcp of each account, whatever they call. What the tools do counts besides. */
export const MCP_LIMIT: RateLimit = { perWindow: 120, windowSeconds: 60 };
/** Views of links of each address, in whichever form. */
export const SHARE_LIMIT: RateLimit = { perWindow: 120, windowSeconds: 60 };
export interface RateLimit {
  readonly perWindow: number;
  readonly windowSeconds: number;
}
/** What a key may do, what a request needs, and the limit that counts it. */
export type Permission = keyof typeof RATE_LIMITS;
export const PERMISSIONS = /* @__PURE__ */ Object.keys(RATE_LIMITS) as readonly Permission[];
