import type { Signal } from '@preact/signals';
import type { ComponentChildren, ComponentProps } from 'preact';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { translate } from '../texts/translate.ts';
import styles from './checkbox.module.css';

type CheckboxProps = Pick<ComponentProps<'input'>, 'disabled' | 'aria-busy' | 'aria-describedby'> & {
  text?: Bilingual;
  /** What it shows and changes, in place of `checked` and `onChange`. */
  signal?: Signal<boolean>;
  checked?: boolean;
  /** Some of those that it stands for are ticked. */
  isPartial?: boolean;
  onChange?: (isChecked: boolean) => void;
  size?: 'small' | undefined;
  class?: string | undefined;
  /** Where a text is not enough. */
  children?: ComponentChildren;
};

export const Checkbox = ({
  text,
  signal,
  checked = signal?.value ?? false,
  isPartial = false,
  onChange,
  size,
  class: className = '',
  children,
  ...input
}: CheckboxProps) => (
  <label class={`${styles.checkbox} ${size === 'small' ? styles.small : ''} ${className}`}>
    <input
      {...input}
      type="checkbox"
      checked={checked}
      indeterminate={isPartial}
      onChange={({ currentTarget }) => {
        if (signal) signal.value = currentTarget.checked;
        onChange?.(currentTarget.checked);
      }}
    />
    {text && <span>{translate(text)}</span>}
    {children}
  </label>
);
