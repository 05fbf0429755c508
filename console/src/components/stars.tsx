import { ROSTER } from '../texts/roster-texts.ts';
import { translate } from '../translate.ts';

/** The stars of the student, then those of the unique weapon in another colour. */
export const Stars = ({ tier, weaponTier }: { tier: number; weaponTier: number }) => (
  <span class="stars">
    <span class="visually-hidden">{translate(ROSTER.starsOf(tier, weaponTier))}</span>
    <span aria-hidden="true">{'★'.repeat(tier)}</span>
    {weaponTier > 0 && (
      <span aria-hidden="true" class="weapon">
        {'★'.repeat(weaponTier)}
      </span>
    )}
  </span>
);
