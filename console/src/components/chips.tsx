import type { ComponentChildren } from 'preact';
import styles from './chips.module.css';

interface Props {
  name?: string;
  legend: string;
  /** A line hides its legend, and scrolls on a phone. */
  look?: 'block' | 'line';
  class?: string | undefined;
  children: ComponentChildren;
}

/** Buttons that filter. Those that can be pressed have `aria-pressed`, those that go away a label. */
export const Chips = ({ name, legend, look = 'block', class: className = '', children }: Props) => (
  <fieldset class={`${styles.chips} ${look === 'line' ? styles.scrolling : ''} ${className}`} name={name}>
    <legend class={look === 'line' ? 'visually-hidden' : undefined}>{legend}</legend>
    <div>{children}</div>
  </fieldset>
);
