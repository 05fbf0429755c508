import { ChangedValue, ValueItem } from '../changes/changed-value.tsx';
import { Icon } from '../components/icon.tsx';
import { CHANGES } from '../texts/change-texts.ts';
import { FIELD_LABELS } from '../texts/field-texts.ts';
import { HISTORY } from '../texts/history-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './net-value-list.module.css';
import type { NetValue } from './net-values.ts';

/** The values of one student before and after, with a mark at each that was lost. */
export const NetValues = ({ values, isRemoved }: { values: readonly NetValue[]; isRemoved: boolean }) =>
  values.length === 0 ? (
    <p class={styles.values}>{translate(HISTORY.nothingLeft)}</p>
  ) : (
    <ul class={isRemoved ? `${styles.values} ${styles.removed}` : styles.values}>
      {values.map((value) => (
        <ValueItem key={value.name} isLoss={value.isLoss}>
          {isRemoved ? (
            <>
              {translate(FIELD_LABELS[value.name])} <s>{value.from}</s>
            </>
          ) : (
            <ChangedValue change={value} />
          )}
          {value.isLoss && !isRemoved && <LossMark isCleared={value.to === null} />}
        </ValueItem>
      ))}
    </ul>
  );

/** An icon, with its word for screen readers: a dozen words would hide the values. */
const LossMark = ({ isCleared }: { isCleared: boolean }) => (
  <em>
    <Icon name={isCleared ? 'cleared' : 'lowered'} />
    <span class="visually-hidden">{translate(isCleared ? CHANGES.cleared : CHANGES.lowered)}</span>
  </em>
);
