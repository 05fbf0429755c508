import { useSignal } from '@preact/signals';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Pill } from '../components/pill.tsx';
import { CHANGES } from '../texts/change-texts.ts';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './row-groups.module.css';
import { UidName } from './uid-name.tsx';

/** What there is to say of one row of a text, or of a student. */
export interface RowMessage {
  /** Undefined if it is about the whole text. */
  studentUid: string | undefined;
  name?: string | undefined;
  /** Left out where the title says it all. */
  text?: Bilingual | undefined;
}

/** Messages of one kind. */
export interface RowGroup {
  key: string;
  title: Bilingual;
  rows: readonly RowMessage[];
}

/** A hostile text has thousands of rows. */
const SHOWN_AT_ONCE = 50;
/** More would push what follows out of sight. */
const MAX_OPENED = 10;

/** Each kind in one line, which opens to the students that it is about. */
const RowGroups = ({ groups, isOpen = false }: { groups: readonly RowGroup[]; isOpen?: boolean }) => (
  <ul class={styles.groups}>
    {groups.map((group) => (
      <li key={group.key}>
        {group.rows.every(({ studentUid }) => studentUid === undefined) ? (
          <p>{translate(group.rows[0]?.text ?? group.title)}</p>
        ) : (
          <Group group={group} isInitiallyOpen={isOpen} />
        )}
      </li>
    ))}
  </ul>
);

interface GroupProps {
  group: RowGroup;
  isInitiallyOpen: boolean;
}

function Group({ group: { title, rows }, isInitiallyOpen }: GroupProps) {
  const isOpen = useSignal(isInitiallyOpen);
  const shown = useSignal(SHOWN_AT_ONCE);
  return (
    <details
      open={isOpen.value}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>
        <span>{translate(title)}</span>{' '}
        <Pill look="outlined" class={styles.count} text={CHANGES.rows(rows.length)} />
      </summary>
      {isOpen.value && (
        <ul class={styles.rows}>
          {rows.slice(0, shown.value).map(({ studentUid, name, text }, index) => (
            <li key={index}>
              <strong>
                <UidName uid={studentUid ?? ''} name={name} />
              </strong>
              {text && <span>{translate(text)}</span>}
            </li>
          ))}
        </ul>
      )}
      {isOpen.value && shown.value < rows.length && (
        <Button
          size="small"
          class={styles.more}
          text={COMMON.showMore(Math.min(SHOWN_AT_ONCE, rows.length - shown.value))}
          onClick={() => {
            shown.value += SHOWN_AT_ONCE;
          }}
        />
      )}
    </details>
  );
}

interface MessagesProps {
  title: Bilingual;
  groups: readonly RowGroup[];
  /** Opened from the start. */
  isWarning?: boolean;
}

/** Groups under a title that opens them. Says nothing if there is none. */
export function Messages({ title, groups, isWarning = false }: MessagesProps) {
  if (groups.length === 0) return null;
  return (
    <details class={isWarning ? `${styles.messages} ${styles.warning}` : styles.messages} open={isWarning}>
      <summary class={styles.title}>
        <Icon name={isWarning ? 'warning' : 'information'} />
        <span>{translate(title)}</span>
      </summary>
      <RowGroups groups={groups} isOpen={isWarning && countRows(groups) <= MAX_OPENED} />
    </details>
  );
}

export const countRows = (groups: readonly RowGroup[]): number =>
  groups.reduce((sum, { rows }) => sum + rows.length, 0);
