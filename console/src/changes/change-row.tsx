import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button } from '../components/button.tsx';
import { Pill, type PillLook } from '../components/pill.tsx';
import { toggle } from '../components/set-to.ts';
import { studentsByUid } from '../roster/catalogue-state.ts';
import { Portrait } from '../roster/portrait.tsx';
import { CHANGES } from '../texts/change-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './change-row.module.css';
import { UidName } from './uid-name.tsx';

interface RowProps {
  studentUid: string;
  /** What becomes of the student, and in words. */
  action: string;
  pillText: string;
  /** Whether anything is written. */
  isSaved: boolean;
  /** Undefined where nothing can be left out. */
  choice: { readonly isIncluded: boolean; readonly include: (isIncluded: boolean) => void } | undefined;
  children: ComponentChildren;
}

/** How an action is marked. */
const PILLS: Readonly<Record<string, PillLook>> = { register: 'accent', remove: 'warning' };

export const ChangeRows = ({ children }: { children: ComponentChildren }) => (
  <ul class={styles.list}>{children}</ul>
);

/** One student of a review, with a tick that leaves the student out. */
export function ChangeRow({ studentUid, action, pillText, isSaved, choice, children }: RowProps) {
  const title = (
    <>
      <Portrait student={studentsByUid.value.get(studentUid)} />
      <strong>
        <UidName uid={studentUid} />
      </strong>
      <Pill look={PILLS[action]} class={styles.mark}>
        {pillText}
      </Pill>
    </>
  );
  return (
    <li class={isSaved ? styles.row : `${styles.row} ${styles.leftOut}`} data-student={studentUid}>
      {choice === undefined ? (
        <p class={styles.title}>{title}</p>
      ) : (
        <label class={styles.title}>
          <input
            type="checkbox"
            checked={choice.isIncluded}
            onChange={({ currentTarget }) => choice.include(currentTarget.checked)}
          />
          {title}
        </label>
      )}
      <div class={styles.values}>{children}</div>
    </li>
  );
}

interface CollapsedProps {
  /** How many values are not shown at first; a single one is not worth the button. */
  hidden: number;
  /** Of the button that shows them. */
  label?: string | undefined;
  /** Gets whether all values are shown. */
  children: (isWhole: boolean) => ComponentChildren;
}

/** The first values of a row, and a button that shows the others. */
export function CollapsedValues({ hidden, label, children }: CollapsedProps) {
  const isExpanded = useSignal(false);
  return (
    <>
      {children(isExpanded.value || hidden <= 1)}
      {hidden > 1 && (
        <Button look="text" aria-expanded={isExpanded.value} onClick={toggle(isExpanded)}>
          {isExpanded.value
            ? translate(CHANGES.fewerValues)
            : (label ?? translate(CHANGES.moreValues(hidden)))}
        </Button>
      )}
    </>
  );
}
