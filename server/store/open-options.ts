export interface OpenOptions {
  /** Create the database if it does not exist; otherwise throw. */
  create: boolean;
  /** Apply pending migrations; otherwise throw if there are any. */
  migrate: boolean;
  /** Record what changes in each roster; by default yes. */
  keepsHistory?: boolean | undefined;
}
