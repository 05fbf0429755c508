/** When a request is refused with 503 rather than served late (load shedding). Times are in milliseconds. */

/** A round of the event loop, in which every active connection is served once, may take this long. */
export const MAX_ROUND_MS = 500;
/** Rounds may be longer for this long, because a burst ends by itself. */
export const MAX_BURST_MS = 1_000;
/** The log reports the end of an overload after this long without a refusal. */
export const RECOVERY_MS = 1_000;

/** SQLite: writes are refused while the queue takes longer than this at the rate of the last transaction. */
export const MAX_WRITE_BACKLOG_MS = 250;
/** SQLite: a queue shorter than this is never overload; one that reaches it is sent at once. */
export const WRITE_BURST_SIZE = 500;
/** SQLite: at most so many writes are queued, far more than load shedding admits, so that those of admitted requests fit. */
export const MAX_QUEUED_WRITES = 10_000;

/** PostgreSQL: requests are refused while the first statement in the queue of a pool has waited longer than this. */
export const MAX_QUEUE_DELAY_MS = 250;
/** PostgreSQL: a queue of no more than this is no overload, because the database may pause for a moment. */
export const MIN_OVERLOAD_QUEUE = 100;
/** PostgreSQL: a statement that has waited this long for a connection fails. As long as opening one may take. */
export const MAX_STATEMENT_WAIT_MS = 2_000;
/** PostgreSQL: a write waits so long for others of its account. */
export const MAX_ACCOUNT_WAIT_MS = 3_000;
/** PostgreSQL: at most so many statements are queued in a pool, because the turn of others would not come in time. */
export const MAX_QUEUED_STATEMENTS = 5_000;
