import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
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
      <label class="checkbox" key={id}>
        <input
          type="checkbox"
          checked={ticked.value.has(id)}
          onChange={({ currentTarget }) => {
            const next = new Set(ticked.value);
            if (currentTarget.checked) next.add(id);
            else next.delete(id);
            ticked.value = next;
          }}
        />
        <span>{label}</span>
      </label>
    ))}
  </fieldset>
);
