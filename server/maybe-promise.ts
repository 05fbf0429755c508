/** What a store of SQLite returns at once and one of PostgreSQL later. */
export type MaybePromise<T> = T | Promise<T>;
