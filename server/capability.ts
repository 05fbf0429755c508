import type { Row } from './rows.ts';
import type { Services } from './services.ts';
import type { Database } from './store/database.ts';
import type { Tables } from './store/table.ts';

/** What the server has to know of one of its folders. */
export interface Capability {
  /** What becomes of what they hold: in the file with an account's data, at the account's end, in time. */
  readonly tables?: Tables;
  /** Deletes what has expired where that is more than a step of a table. */
  readonly sweep?: (database: Database, now: number) => Promise<void>;
  /** What it answers. Called once, before the first request. */
  readonly rows: (services: Services) => readonly Row[];
}
