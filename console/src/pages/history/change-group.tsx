import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { netChanges, summarizeChanges } from '../../../../client/net-changes.ts';
import type { ChangeGroupView } from '../../../../server/history/views.ts';
import { ChangedValue, Value } from '../../changes/changed-value.tsx';
import { UidName } from '../../changes/uid-name.tsx';
import { Button } from '../../components/button.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { Pill } from '../../components/pill.tsx';
import { toggle } from '../../components/set-to.ts';
import { formatClock, formatDateTime } from '../../components/time-text.tsx';
import { useAction } from '../../components/use-action.ts';
import { listValues } from '../../history/net-values.ts';
import { studentsByUid } from '../../roster/catalogue-state.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './change-group.module.css';
import { describeGroup } from './describe-group.ts';
import { describeRevoked } from './describe-revoked.ts';
import { GroupDetails } from './group-details.tsx';
import { isPartialGroup } from './partial-group.ts';
import { openTakeBack } from './take-back-state.ts';

const SHOWN_NAMES = 5;
const SHOWN_VALUES = 4;

interface ChangeGroupProps {
  group: ChangeGroupView;
  /** The student whom the list is about. */
  student: string | undefined;
  isInitiallyOpen: boolean;
}

/** What one caller did at once: a sentence, what was lost, and the details when it is opened. */
export function ChangeGroup({ group, student, isInitiallyOpen }: ChangeGroupProps) {
  const { by, changes, startedAt, lastAt } = group;
  const isOpen = useSignal(isInitiallyOpen);
  const id = useId();
  const sentence = describeGroup(group, (uid) => studentsByUid.value.get(uid)?.names);
  const text = translate(sentence.author) + translate(sentence.rest);
  const takeBack = useAction(() => openTakeBack({ kind: 'group', group }));
  const revoked = describeRevoked(by);
  const { lowered, cleared, removed } = summarizeChanges(changes);
  const hasLosses = lowered + cleared + removed > 0;
  return (
    <li class={hasLosses ? `${styles.group} ${styles.hasLosses}` : styles.group}>
      <span class={styles.mark}>
        <Icon name={iconOf(group)} />
      </span>
      <div>
        <h4>
          <button
            type="button"
            class={styles.toggle}
            aria-expanded={isOpen.value}
            aria-controls={id}
            onClick={toggle(isOpen)}
          >
            <span>
              <b>{translate(sentence.author)}</b>
              {translate(sentence.rest)}
            </span>
          </button>
        </h4>
        <p class={styles.facts}>
          <time dateTime={startedAt} title={formatDateTime(startedAt)}>
            {formatSpan(startedAt, lastAt)}
          </time>
          {revoked && <Pill text={revoked} />}
          {lowered > 0 && <Pill look="warning" icon="lowered" text={HISTORY.loweredCount(lowered)} />}
          {cleared > 0 && <Pill look="warning" icon="cleared" text={HISTORY.clearedCount(cleared)} />}
          {removed > 0 && <Pill look="warning" icon="trash" text={HISTORY.removedCount(removed)} />}
          {!isOpen.value && <Preview group={group} student={student} />}
        </p>
        {isPartialGroup(group) && <p class="hint">{translate(HISTORY.partialGroup(changes.length))}</p>}
      </div>
      <Button size="small" text={HISTORY.takeBack} label={HISTORY.takeBackGroup(text)} action={takeBack} />
      <ErrorMessage error={takeBack.error.value} />
      <div id={id} class={styles.details} hidden={!isOpen.value}>
        {isOpen.value && <GroupDetails group={group} student={student} />}
      </div>
    </li>
  );
}

/** Names of the students, or the values of the only one, or of the one whom the list is about. */
function Preview({ group: { changes }, student }: { group: ChangeGroupView; student: string | undefined }) {
  const nets = netChanges(changes);
  const shown =
    nets.find(({ studentUid }) => studentUid === student) ?? (nets.length === 1 ? nets[0] : undefined);
  if (shown !== undefined) {
    const values = listValues(shown);
    return (
      <span class={styles.preview}>
        {nets.length > 1 && (
          <strong>
            <UidName uid={shown.studentUid} />
          </strong>
        )}
        {values.slice(0, SHOWN_VALUES).map((value) => (
          <Value key={value.name} isLoss={value.isLoss}>
            <ChangedValue change={value} />
          </Value>
        ))}
        {values.length > SHOWN_VALUES && (
          <span>{translate(HISTORY.otherValues(values.length - SHOWN_VALUES))}</span>
        )}
      </span>
    );
  }
  return (
    <span class={styles.preview}>
      <span>
        {nets.slice(0, SHOWN_NAMES).map(({ studentUid }, index) => (
          <span key={studentUid}>
            {index > 0 && ', '}
            <UidName uid={studentUid} />
          </span>
        ))}
        {nets.length > SHOWN_NAMES && ` ${translate(ROSTER.newOthers(nets.length - SHOWN_NAMES))}`}
      </span>
    </span>
  );
}

function iconOf({ by, operation }: ChangeGroupView): IconName {
  switch (operation) {
    case 'import':
      return 'import';
    case 'undo':
    case 'redo':
      return operation;
    case 'restore':
      return 'history';
    default:
      return AUTHOR_ICONS[by.kind];
  }
}

const AUTHOR_ICONS = { key: 'key', console: 'account', operator: 'settings' } as const;

function formatSpan(startedAt: string, lastAt: string): string {
  const [from, to] = [formatClock(startedAt), formatClock(lastAt)];
  return from === to ? from : `${from} – ${to}`;
}
