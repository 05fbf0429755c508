import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { translate } from '../texts/translate.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './pill.module.css';

const LOOKS = {
  plain: '',
  /** Outlined, on a raised surface. */
  outlined: styles.outlined,
  accent: styles.accent,
  good: styles.good,
  warning: styles.warning,
};
export type PillLook = keyof typeof LOOKS;

interface PillProps {
  look?: PillLook | undefined;
  icon?: IconName | undefined;
  text?: Bilingual;
  title?: string;
  class?: string;
  children?: ComponentChildren;
}

/** A word or two beside a title: what sets it apart. */
export const Pill = ({ look = 'plain', icon, text, title, class: className = '', children }: PillProps) => (
  <span class={`${styles.pill} ${LOOKS[look]} ${className}`} title={title}>
    {icon && <Icon name={icon} />}
    {text && translate(text)}
    {children}
  </span>
);
