import { type GrowthState, STATE_FIELDS } from './state-fields.ts';

type StarFields = Pick<GrowthState, 'tier' | 'weaponTier'>;

const MAX_TIER = STATE_FIELDS.tier.max;
export const MAX_STAR_RANK = MAX_TIER + STATE_FIELDS.weaponTier.max;

/**
 * Stars of the student and of the unique weapon, which only five-star students have, on one scale: five stars are 5, a
 * weapon of one star is 6, and 0 is where they are not shown.
 */
export const rankStars = ({ tier = 0, weaponTier = 0 }: Partial<StarFields>): number => tier + weaponTier;

export const starsOfRank = (rank: number): StarFields => ({
  tier: Math.min(rank, MAX_TIER),
  weaponTier: Math.max(0, rank - MAX_TIER),
});
