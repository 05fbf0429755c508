import type { ComponentChildren, ComponentProps } from 'preact';
import { type PageText, translate } from '../texts/translate.ts';
import styles from './button.module.css';
import { Icon, type IconName } from './icon.tsx';
import type { Action } from './use-action.ts';

const LOOKS = {
  quiet: `${styles.button} ${styles.quiet}`,
  /** Quiet until it is pointed at, for what takes something away. */
  danger: `${styles.button} ${styles.quiet} ${styles.danger}`,
  primary: `${styles.button} ${styles.primary}`,
  /** Red, for what cannot be undone. */
  destructive: `${styles.button} ${styles.destructive}`,
  /** In a sentence, or after one. */
  link: styles.link,
  /** In small letters, underlined where it is pointed at. */
  text: `${styles.link} ${styles.text}`,
  icon: styles.icon,
};

export interface ButtonLook {
  look?: keyof typeof LOOKS | undefined;
  size?: 'small' | 'large' | undefined;
  class?: string | undefined;
}

/** What a button and a link that looks like one have as their class. */
export const buttonClass = ({ look = 'quiet', size, class: className = '' }: ButtonLook = {}) =>
  `${LOOKS[look]} ${size === 'small' ? styles.small : size === 'large' ? styles.large : ''} ${className}`;

export type ButtonProps = ButtonLook &
  Omit<ComponentProps<'button'>, 'class' | 'disabled' | 'icon' | 'action'> & {
    icon?: IconName;
    text?: PageText | undefined;
    /** For screen readers, where the text does not say enough. */
    label?: PageText | undefined;
    /** What a click starts. */
    action?: Action<[]>;
    /** Otherwise as the action says. */
    pending?: boolean;
    disabled?: boolean | undefined;
    /** Where a text is not enough. */
    children?: ComponentChildren;
  };

/** Without an action or `onClick` it submits its form. Keeps its size and the focus while its request is under way. */
export const Button = ({
  look,
  size,
  class: className,
  icon,
  text,
  label,
  action,
  pending = action?.pending.value ?? false,
  disabled = false,
  onClick = action && (() => void action.run()),
  children,
  ...others
}: ButtonProps) => (
  <button
    // Another element: a click that makes one the other would submit the form.
    key={onClick ? 'button' : 'submit'}
    type={onClick ? 'button' : 'submit'}
    {...others}
    class={buttonClass({ look, size, class: className })}
    aria-label={label && translate(label)}
    aria-disabled={pending || disabled || undefined}
    aria-busy={pending || undefined}
    onClick={(event) => {
      if (pending || disabled) event.preventDefault();
      else onClick?.(event);
    }}
  >
    {icon && <Icon name={icon} />}
    {text && (icon ? <span>{translate(text)}</span> : translate(text))}
    {children}
  </button>
);

type ButtonsProps = Omit<ComponentProps<'div'>, 'class'> & {
  /** At its end, where a dialog has those that close it. */
  isAtEnd?: boolean;
  class?: string | undefined;
};

/** Buttons side by side. */
export const Buttons = ({ isAtEnd = false, class: className = '', ...others }: ButtonsProps) => (
  <div
    {...others}
    class={`${styles.buttons} ${isAtEnd ? styles.end : ''} ${className}`}
    data-bar={isAtEnd || undefined}
  />
);
