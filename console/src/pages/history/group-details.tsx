import { useSignal } from '@preact/signals';
import { type NetChange, netChanges } from '../../../../client/net-changes.ts';
import type { ChangeGroupView } from '../../../../server/history/views.ts';
import { UidName } from '../../changes/uid-name.tsx';
import { Button, Buttons } from '../../components/button.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { nameOfStudent } from '../../components/student-name.tsx';
import { useAction } from '../../components/use-action.ts';
import { SpentItems } from '../../goals/spent-items.tsx';
import { NetPill } from '../../history/net-pill.tsx';
import { NetValues } from '../../history/net-value-list.tsx';
import { listValues, type NetValue } from '../../history/net-values.ts';
import { studentsByUid } from '../../roster/catalogue-state.ts';
import { Portrait } from '../../roster/portrait.tsx';
import { COMMON } from '../../texts/common-texts.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import styles from './group-details.module.css';
import { openTakeBack } from './take-back-state.ts';

const SHOWN_AT_ONCE = 50;

interface GroupDetailsProps {
  group: ChangeGroupView;
  /** Listed first. */
  student: string | undefined;
}

/** Each student of a group with every value, before and after. Losses come first. */
export function GroupDetails({ group, student }: GroupDetailsProps) {
  const shown = useSignal(SHOWN_AT_ONCE);
  const restore = useAction(() => openTakeBack({ kind: 'restore', before: group }));
  const nets = netChanges(group.changes)
    .map((net) => ({ net, values: listValues(net) }))
    .sort((a, b) => rank(a.net, a.values, student) - rank(b.net, b.values, student));
  return (
    <>
      <ul class={styles.changes}>
        {nets.slice(0, shown.value).map(({ net, values }) => (
          <NetChangeRow
            key={net.studentUid}
            group={group}
            net={net}
            values={values}
            isOnly={nets.length === 1}
          />
        ))}
      </ul>
      {group.spent && Object.keys(group.spent).length > 0 && <SpentItems spent={group.spent} />}
      <Buttons class={styles.buttons}>
        {shown.value < nets.length && (
          <Button
            size="small"
            text={COMMON.showMore(Math.min(SHOWN_AT_ONCE, nets.length - shown.value))}
            onClick={() => {
              shown.value += SHOWN_AT_ONCE;
            }}
          />
        )}
        <Button size="small" text={HISTORY.restoreBefore} action={restore} />
      </Buttons>
      <ErrorMessage error={restore.error.value} />
    </>
  );
}

function rank(
  { studentUid, registration }: NetChange,
  values: readonly NetValue[],
  student: string | undefined,
) {
  if (studentUid === student) return 0;
  if (registration === 'removed') return 1;
  return values.some(({ isLoss }) => isLoss) ? 2 : 3;
}

interface NetChangeRowProps {
  group: ChangeGroupView;
  net: NetChange;
  values: readonly NetValue[];
  /** The group is of no other student. */
  isOnly: boolean;
}

function NetChangeRow({ group, net, values, isOnly }: NetChangeRowProps) {
  const { studentUid } = net;
  const takeBack = useAction(() => openTakeBack({ kind: 'group', group, studentUid }));
  const kind = kindOf(net, values, group);
  const student = studentsByUid.value.get(studentUid);
  const name = student === undefined ? studentUid : nameOfStudent(student);
  return (
    <li>
      <p class={styles.title}>
        <Portrait student={student} />
        <strong>
          <UidName uid={studentUid} />
        </strong>
        <NetPill kind={kind} hasIcon />
      </p>
      <NetValues values={values} isRemoved={kind === 'removed'} />
      {!isOnly && (
        <Button
          look="text"
          class={styles.takeBack}
          text={HISTORY.takeBackStudent}
          label={HISTORY.takeBackStudentNamed(name)}
          action={takeBack}
        />
      )}
      <ErrorMessage error={takeBack.error.value} />
    </li>
  );
}

function kindOf(
  { studentUid, registration }: NetChange,
  values: readonly NetValue[],
  { changes }: ChangeGroupView,
): keyof typeof HISTORY.pills {
  if (registration !== undefined) return registration;
  if (values.length === 0) return 'none';
  const isBond = changes.every((change) => change.studentUid !== studentUid || change.kind === 'bond');
  return isBond ? 'bond' : 'changed';
}
