import type { CatalogueStudent } from '../../../client/catalogue.ts';
import type { GrowthState } from '../../../contract/state-fields.ts';

/** A student of the catalogue with the state that the account has, or null if not recruited. */
export interface RosterEntry {
  readonly student: CatalogueStudent;
  readonly state: GrowthState | null;
}

export const MAX_STAR_RANK = 9;

/** Stars of the student and of the unique weapon on one scale: five stars are 5, a weapon of one star is 6. */
export const starRank = ({ tier, weaponTier }: Pick<GrowthState, 'tier' | 'weaponTier'>): number =>
  tier + weaponTier;
