import styles from './star-row.module.css';

const TIERS = [1, 2, 3, 4, 5] as const;

interface StarRowProps {
  /** The stars that are filled. */
  tier: number;
  /** The stars with which the student is recruited, which are marked. */
  own?: number | undefined;
  /** What a click on the star does, for screen readers. */
  label: (tier: number) => string;
  onChoose: (tier: number) => void;
  /** False where the keys of the element around it do the same. */
  isTabStop?: boolean;
}

/** Five stars; a click on one chooses that many. */
export const StarRow = ({ tier, own = 0, label, onChoose, isTabStop = true }: StarRowProps) => (
  <span class={styles.row}>
    {TIERS.map((value) => (
      <button
        key={value}
        type="button"
        tabIndex={isTabStop ? undefined : -1}
        class={value <= tier ? styles.filled : value <= own ? styles.own : undefined}
        data-own={value > tier && value <= own ? '' : undefined}
        aria-pressed={value === tier}
        aria-label={label(value)}
        onClick={() => onChoose(value)}
      />
    ))}
  </span>
);
