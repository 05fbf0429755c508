import type { ComponentChildren } from 'preact';
import { Chips } from '../components/chips.tsx';
import { ROSTER } from '../texts/roster-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './filter-chips.module.css';

/** Around the rows of a filter, which stand side by side where there is room. */
export const FilterRows = ({ children }: { children: ComponentChildren }) => (
  <div class={styles.rows}>{children}</div>
);

export const FilterGroup = ({
  name,
  title,
  children,
}: {
  name: string;
  title: string;
  children: ComponentChildren;
}) => (
  <Chips name={name} legend={title} class={styles.row}>
    {children}
  </Chips>
);

interface FilterChipProps {
  isPressed: boolean;
  /** How many students the list would show of it. */
  count: number;
  onClick: () => void;
  children: ComponentChildren;
}

export const FilterChip = ({ isPressed, count, onClick, children }: FilterChipProps) => (
  <button
    type="button"
    class={count === 0 ? styles.without : undefined}
    aria-pressed={isPressed}
    onClick={onClick}
  >
    <span>{children}</span> <b aria-hidden="true">{count}</b>
    <span class="visually-hidden">{translate(ROSTER.people(count))}</span>
  </button>
);
