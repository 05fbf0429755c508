const DAY_MS = 86_400_000;

/** What `rollbook doctor` and the operator's page warn of. A backup is made once a day, and may be hours late. */
export const MAX_BACKUP_AGE_MS = 2 * DAY_MS;
/** New students come out about every two weeks. */
export const MAX_CATALOGUE_AGE_MS = 30 * DAY_MS;
/** No backup is made where less than this many times the database is free: it must not take the room that writes need. */
export const MIN_FREE_DATABASES = 2;

const FEW_FREE_BYTES = 256 * 1_048_576;

/** Whether less than 256 MB are free, however small the database is. */
export const isDiskAlmostFull = (freeBytes: number): boolean => freeBytes < FEW_FREE_BYTES;

export const isDiskLow = (freeBytes: number, databaseBytes: number): boolean =>
  isDiskAlmostFull(freeBytes) || freeBytes < MIN_FREE_DATABASES * databaseBytes;
