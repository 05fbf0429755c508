import type { ComponentChildren } from 'preact';
import styles from './goal-parts.module.css';

/** What a goal takes, in a line. */
export const CostText = ({ children }: { children: ComponentChildren }) => (
  <p class={styles.cost}>{children}</p>
);

/** What a goal wants, a value each. */
export const Steps = ({ label, children }: { label?: string; children: ComponentChildren }) => (
  <ul class={styles.steps} aria-label={label}>
    {children}
  </ul>
);

export const LabelStep = ({ label }: { label: string }) => <li class={styles.label}>{label}</li>;
