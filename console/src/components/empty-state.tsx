import type { ComponentChildren } from 'preact';
import { type PageText, translate } from '../texts/translate.ts';
import styles from './empty-state.module.css';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  icon?: IconName;
  title?: PageText;
  text: PageText;
  /** 2 where it stands for the page. */
  level?: 2 | 3;
  /** For what went wrong, which screen readers are to say. */
  role?: 'alert';
  class?: string | undefined;
  /** Where to go from here. */
  children?: ComponentChildren;
}

/** In place of what has nothing to show, or could not be loaded. */
export function EmptyState({
  icon,
  title,
  text,
  level = 3,
  role,
  class: className = '',
  children,
}: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div class={`${styles.empty} ${className}`} role={role}>
      {icon && <Icon name={icon} />}
      {title && <Heading>{translate(title)}</Heading>}
      <p>{translate(text)}</p>
      {children}
    </div>
  );
}
