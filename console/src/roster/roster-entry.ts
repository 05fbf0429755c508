import type { CatalogueStudent } from '../../../client/catalogue.ts';
import { type GrowthState, STATE_FIELDS } from '../../../contract/state-fields.ts';

/** A student of the catalogue with the state that the account has, or null if not recruited. */
export interface RosterEntry {
  readonly student: CatalogueStudent;
  readonly state: GrowthState | null;
}

type StarFields = Pick<GrowthState, 'tier' | 'weaponTier'>;

const MAX_TIER = STATE_FIELDS.tier.max;
export const MAX_STAR_RANK = MAX_TIER + STATE_FIELDS.weaponTier.max;

/** Stars of the student and of the unique weapon on one scale: five stars are 5, a weapon of one star is 6. */
export const starRank = ({ tier, weaponTier }: StarFields): number => tier + weaponTier;

export const starsOfRank = (rank: number): StarFields => ({
  tier: Math.min(rank, MAX_TIER),
  weaponTier: Math.max(0, rank - MAX_TIER),
});
