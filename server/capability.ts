import type { House } from './house.ts';
import type { Row } from './rows.ts';
import type { Tables } from './store/table.ts';

/** A folder of the server, as the house knows it. */
export interface Capability {
  /** What becomes of its rows: in the file with an account's data, at the account's end, in time. */
  readonly tables?: Tables;
  /** What it answers. Called once, before the first request. */
  readonly rows: (house: House) => readonly Row[];
}
