import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import styles from './search-box.module.css';

/** Around the input of a search, and what belongs to it. */
export const SearchBox = ({ children }: { children: ComponentChildren }) => (
  <div class={styles.box}>
    <Icon name="search" />
    {children}
  </div>
);
