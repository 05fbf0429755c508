import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { CHANGES } from '../texts/change-texts.ts';
import { FIELD_LABELS } from '../texts/field-texts.ts';
import { translate } from '../texts/translate.ts';
import type { ValueChange } from './change-entries.ts';
import styles from './change-row.module.css';
import { UidName } from './uid-name.tsx';

interface ValueProps {
  /** The player loses it. */
  isLoss?: boolean;
  children: ComponentChildren;
}

/** One of the values of a student that change. */
export const Value = ({ isLoss = false, children }: ValueProps) => (
  <span class={isLoss ? `${styles.value} ${styles.lost}` : styles.value}>{children}</span>
);

export const ValueItem = ({ isLoss = false, children }: ValueProps) => (
  <li class={isLoss ? `${styles.value} ${styles.lost}` : styles.value}>{children}</li>
);

interface ValueChoicesProps {
  studentUid: string;
  /** Which values they are. */
  text: Bilingual;
  isBlocked: boolean;
  children: ComponentChildren;
}

/** Values of a student that stay as they are, each with a tick that changes it. */
export const ValueChoices = ({ studentUid, text, isBlocked, children }: ValueChoicesProps) => (
  <fieldset class={styles.choices} disabled={isBlocked}>
    <legend class="visually-hidden">
      <UidName uid={studentUid} /> {translate(text)}
    </legend>
    {children}
  </fieldset>
);

interface ValueChoiceProps {
  isChosen: boolean;
  isPartial?: boolean;
  choose: (isWanted: boolean) => void;
  children: ComponentChildren;
}

export const ValueChoice = ({ isChosen, isPartial = false, choose, children }: ValueChoiceProps) => (
  <label class={styles.choice}>
    <input
      type="checkbox"
      checked={isChosen}
      indeterminate={isPartial}
      onChange={({ currentTarget }) => choose(currentTarget.checked)}
    />
    {children}
  </label>
);

export const ChangedValue = ({ change: { name, from, to } }: { change: ValueChange }) => (
  <>
    <span>{translate(FIELD_LABELS[name])}</span>{' '}
    {from !== undefined && (
      <>
        <s>
          <Shown value={from} />
        </s>{' '}
        →{' '}
      </>
    )}
    <b>
      <Shown value={to} />
    </b>
  </>
);

function Shown({ value }: { value: number | null }) {
  if (value !== null) return value;
  return (
    <>
      <span aria-hidden="true">–</span>
      <span class="visually-hidden">{translate(CHANGES.none)}</span>
    </>
  );
}
