import { ROSTER } from '../texts/roster-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './stars.module.css';

interface Props {
  tier: number;
  weaponTier: number;
  /** Nine stars leave room for the marks of a card. */
  isCompact?: boolean;
}

/** The stars of the student, then those of the unique weapon in another colour. */
export const Stars = ({ tier, weaponTier, isCompact = false }: Props) => (
  <span class={isCompact ? `${styles.stars} ${styles.compact}` : styles.stars}>
    <span class="visually-hidden">{translate(ROSTER.starsOf(tier, weaponTier))}</span>
    <span aria-hidden="true">{'★'.repeat(tier)}</span>
    {weaponTier > 0 && (
      <span aria-hidden="true" class={styles.weapon}>
        {'★'.repeat(weaponTier)}
      </span>
    )}
  </span>
);

/** One star before a number of them. */
export const Star = ({ isOfWeapon }: { isOfWeapon: boolean }) => (
  <span class={isOfWeapon ? `${styles.stars} ${styles.weapon}` : styles.stars} aria-hidden="true">
    ★
  </span>
);
