import type { Bilingual } from '../contract/bilingual.ts';
import { starsOfRank } from '../contract/star-rank.ts';

export const nameWeaponStars = (weaponTier: number): Bilingual => ({
  ko: `고유 ★${weaponTier}`,
  en: `UE ★${weaponTier}`,
});

/** The stars of a rank: those of the student, or else those of the unique weapon. */
export function nameStarRank(rank: number): Bilingual {
  const { tier, weaponTier } = starsOfRank(rank);
  return weaponTier > 0 ? nameWeaponStars(weaponTier) : { ko: `★${tier}`, en: `★${tier}` };
}
