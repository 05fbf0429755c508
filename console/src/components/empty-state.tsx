import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  text: string;
  /** 2 where it stands for the page. */
  level?: 2 | 3;
  /** Where to go from here. */
  children?: ComponentChildren;
}

/** In place of a list that has nothing. */
export function EmptyState({ icon, title, text, level = 3, children }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div class="empty">
      <Icon name={icon} />
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children}
    </div>
  );
}
