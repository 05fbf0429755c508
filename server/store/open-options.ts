export interface OpenOptions {
  /** Create the database if it does not exist; otherwise throw. */
  create: boolean;
  /** Apply pending migrations; otherwise throw if there are any. */
  migrate: boolean;
  /** Record what changes in each roster; by default yes. */
  keepsHistory?: boolean | undefined;
  /**
   * Makes a backup of an SQLite file that is about to be migrated, after it has waited for other processes that do the
   * same. Undefined if `isDue` then says that one of them has migrated it.
   */
  backUpBeforeMigration?:
    | ((file: string, isDue: () => boolean) => Promise<PreviousDatabase | undefined>)
    | undefined;
}

/** A backup of the database as it was before a migration. */
export interface PreviousDatabase {
  readonly backup: string;
  /** Removes the backup of a migration that was not applied. */
  discard: () => void;
  /** Lets other processes go on. */
  release: () => void;
}
