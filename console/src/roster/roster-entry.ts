import type { CatalogueStudent } from '../../../client/catalogue.ts';
import type { GrowthState } from '../../../contract/state-fields.ts';

/** A student of the catalogue with the state that the account has, or null if not recruited. */
export interface RosterEntry {
  readonly student: CatalogueStudent;
  readonly state: GrowthState | null;
}
