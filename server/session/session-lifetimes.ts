const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A session ends when it was not used for this long. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
/** A session ends after this, however often it is used. */
export const SESSION_LIFETIME_MS = 90 * DAY_MS;
/** A session that began with a link or a recovery code only lasts until the player has registered a passkey. */
export const ENTRY_SESSION_LIFETIME_MS = 10 * MINUTE_MS;

/** How long a passkey check counts as fresh. */
export const VERIFICATION_MS = 10 * MINUTE_MS;
