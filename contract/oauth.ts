import type { Area } from './areas.ts';

/** How an app is let in: RFC 6749 with PKCE, and RFC 8628. */
export const OAUTH_PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  device: '/oauth/device',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
} as const;

/** RFC 8414 and RFC 9728. The latter also has the path of what it describes after it. */
export const AUTHORIZATION_SERVER_PATH = '/.well-known/oauth-authorization-server';
export const PROTECTED_RESOURCE_PATH = '/.well-known/oauth-protected-resource';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** The client ID of our own commands. */
export const OWN_CLIENT_ID = 'rollbook-cli';

export const DEFAULT_AREAS: readonly Area[] = ['roster:read'];

/** A code that the player types, and the seconds between two questions whether they did. */
export const DEVICE_CODE_SECONDS = 600;
export const POLL_INTERVAL_SECONDS = 5;
/** A code that a page takes to its server. */
export const AUTHORIZATION_CODE_SECONDS = 60;

/** Apps that an account may have. */
export const MAX_APPS = 50;
/** An app that is not used for so long is disconnected. */
export const APP_IDLE_DAYS = 90;

/** No vowels, so that no words come about, and nothing that looks alike: RFC 8628, section 6.1. */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 8;

/** `draw` returns a whole number below its argument. */
export const createUserCode = (draw: (below: number) => number): string =>
  Array.from({ length: USER_CODE_LENGTH }, () =>
    USER_CODE_LETTERS.charAt(draw(USER_CODE_LETTERS.length)),
  ).join('');

/** As the player reads it: WDJB-MJHT. */
export const formatUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** A code as it was typed: in lower case, with spaces, in full width. Undefined: it cannot be a code. */
export function normalizeUserCode(text: string): string | undefined {
  const code = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
  const isCode =
    code.length === USER_CODE_LENGTH && [...code].every((letter) => USER_CODE_LETTERS.includes(letter));
  return isCode ? code : undefined;
}
