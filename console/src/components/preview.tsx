import type { ComponentChildren } from 'preact';
import styles from './preview.module.css';

interface PreviewProps {
  label?: string;
  children: ComponentChildren;
}

/** What a dialog is going to change. */
export const Preview = ({ label, children }: PreviewProps) =>
  label === undefined ? (
    <div class={styles.preview}>{children}</div>
  ) : (
    <section class={styles.preview} aria-label={label}>
      {children}
    </section>
  );

interface PreviewItemProps {
  isRefused?: boolean;
  values?: ComponentChildren;
  children: ComponentChildren;
}

export const PreviewItem = ({ isRefused = false, values, children }: PreviewItemProps) => (
  <li class={isRefused ? styles.refused : undefined}>
    {children}
    {values !== undefined && <span class={styles.values}>{values}</span>}
  </li>
);

export const RefusedText = ({ children }: { children: ComponentChildren }) => (
  <p class={styles.refused}>{children}</p>
);
