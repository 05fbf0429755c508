import type { ComponentChildren } from 'preact';
import styles from './toolbar.module.css';

/** What to see of a page, with one outline for all that is in it. Stays in view while the page scrolls. */
export const Toolbar = ({
  class: className = '',
  children,
}: {
  class?: string | undefined;
  children: ComponentChildren;
}) => <search class={`${styles.toolbar} ${className}`}>{children}</search>;
