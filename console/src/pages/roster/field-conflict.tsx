import type { StateName } from '../../../../contract/state-fields.ts';
import { Button } from '../../components/button.tsx';
import type { Difference } from '../../roster/state-differences.ts';
import { CONFLICTS } from '../../texts/conflict-texts.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './field-conflict.module.css';

interface FieldConflictProps {
  difference: Difference;
  /** What was entered; undefined if the change elsewhere collides with nothing. */
  mine: number | null | undefined;
  onDecide: (isMine: boolean) => void;
}

const CONFLICT_ID = 'conflict-of-';

/** Below a field that was changed elsewhere: from what to what, and the choice if the player has changed it too. */
export const FieldConflict = ({ difference: { field, from, to }, mine, onDecide }: FieldConflictProps) => (
  <div
    id={CONFLICT_ID + field}
    class={mine === undefined ? styles.note : `${styles.note} ${styles.conflict}`}
  >
    <span>{translate(CONFLICTS.changedElsewhere(showValue(from), showValue(to)))}</span>
    {mine !== undefined && (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would need another one's legend.
      <span class={styles.choices} role="group" aria-label={translate(FIELD_LABELS[field])}>
        <Button size="small" text={CONFLICTS.useTheirs(showValue(to))} onClick={() => onDecide(false)} />
        <Button size="small" text={CONFLICTS.keepMine(showValue(mine))} onClick={() => onDecide(true)} />
      </span>
    )}
  </div>
);

/** Brings the choice into sight and gives it the focus. */
export function focusConflict(field: StateName): void {
  const choice = document.getElementById(CONFLICT_ID + field);
  choice?.scrollIntoView({ block: 'center' });
  choice?.querySelector('button')?.focus({ preventScroll: true });
}

const showValue = (value: number | null): string =>
  value === null || Number.isNaN(value) ? '–' : String(value);
