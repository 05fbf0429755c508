import type { Row } from './rows.ts';
import type { Services } from './services.ts';
import type { Database } from './store/database.ts';
import type { Tables } from './store/table.ts';

/** A folder of the server, as far as the others have to know of it. */
export interface Capability {
  /** The fate of what the tables hold: in the file with an account's data, at the account's end, in time. */
  readonly tables?: Tables;
  /** Deletes what has expired where that is more than a step of a table. */
  readonly sweep?: (database: Database, now: number) => Promise<void>;
  /** The requests that it answers. Called once, before the first request. */
  readonly rows: (services: Services) => readonly Row[];
}
