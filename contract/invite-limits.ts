/* Apart from the limits of the API, which the client brings along. */

/** How many may sign up with one invite. */
export const MAX_INVITE_USES = 10_000;
/** Of an invite that is made in the console. */
export const MAX_INVITE_DAYS = 365;
