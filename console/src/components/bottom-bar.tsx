import type { ComponentChildren } from 'preact';
import styles from './bottom-bar.module.css';

interface BottomBarProps {
  label: string;
  class?: string | undefined;
  children: ComponentChildren;
}

/** What can be done with the chosen ones of a list, over its lower end. */
export const BottomBar = ({ label, class: className = '', children }: BottomBarProps) => (
  <section class={`${styles.bar} ${className}`} data-bar aria-label={label}>
    {children}
  </section>
);
