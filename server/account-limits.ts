import { APP_IDLE_DAYS } from '../contract/oauth.ts';

/** How much an account may have. */

/** Keys that have not ended. */
export const MAX_KEYS = 1_000;
/** A key that has ended stays in the list until so many have ended later, or for so long. */
export const MAX_ENDED_KEYS = 100;
export const ENDED_KEY_RETENTION_MS = 90 * 86_400_000;

/** The key of an app that is not used for so long expires. */
export const APP_IDLE_MS = APP_IDLE_DAYS * 86_400_000;

/** A session that must add a passkey may exceed it. */
export const MAX_PASSKEYS = 50;

/** A sign-in beyond these ends the oldest session. */
export const MAX_SESSIONS = 100;
