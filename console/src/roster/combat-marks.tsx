import type { StudentAttributes } from '../../../game/attributes.ts';
import { labelOf } from './attribute-labels.ts';
import styles from './combat-marks.module.css';

/** Attack and armour in the colours of the game: by their first letter in a list, `isFull` by their names. */
export const CombatMarks = ({
  attributes,
  isFull = false,
}: {
  attributes: StudentAttributes;
  isFull?: boolean;
}) => (
  <span class={styles.marks} aria-hidden={!isFull}>
    {(['attack', 'armor'] as const).map((table) => {
      const code = attributes[table];
      const label = labelOf(table, code);
      return (
        label && (
          <span
            key={table}
            class={table === 'armor' ? styles.armor : undefined}
            data-code={code}
            title={isFull ? undefined : label}
          >
            {isFull ? label : label[0]}
          </span>
        )
      );
    })}
  </span>
);
