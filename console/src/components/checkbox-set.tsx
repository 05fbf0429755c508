import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Checkbox } from './checkbox.tsx';
import styles from './checkbox-set.module.css';

interface CheckboxSetProps {
  legend: string;
  choices: readonly { id: string; label: ComponentChildren }[];
  /** The IDs of those that are ticked. */
  ticked: Signal<ReadonlySet<string>>;
  /** In front of them, such as while they are loaded. */
  children?: ComponentChildren;
}

export const CheckboxSet = ({ legend, choices, ticked, children }: CheckboxSetProps) => (
  <fieldset class={styles.checkboxes}>
    <legend>{legend}</legend>
    {children}
    {choices.map(({ id, label }) => (
      <Checkbox
        key={id}
        checked={ticked.value.has(id)}
        onChange={(isChecked) => {
          const next = new Set(ticked.value);
          if (isChecked) next.add(id);
          else next.delete(id);
          ticked.value = next;
        }}
      >
        <span>{label}</span>
      </Checkbox>
    ))}
  </fieldset>
);
