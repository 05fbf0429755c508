import type { Bilingual } from '../../../contract/bilingual.ts';
import { isConnected, lastAnswer } from '../api/connection-state.ts';
import { findContact } from '../api/kept-answers.ts';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { formatClock, formatClockSeconds, formatDayClock } from '../components/time-text.tsx';
import { isUnsent } from '../outbox/edit.ts';
import { isUnstored } from '../outbox/edit-storage.ts';
import { allEdits } from '../outbox/outbox.ts';
import { stall } from '../outbox/retry-timer.ts';
import { openPage } from '../page-address.ts';
import { studentEdits } from '../roster/student-edits.ts';
import { COMMON } from '../texts/common-texts.ts';
import { EDITS } from '../texts/edit-texts.ts';
import { translate } from '../texts/translate.ts';
import { reviewEdit } from './announce-edits.ts';
import styles from './connection-notices.module.css';

/** Below the top bar: that the connection is lost, what waits to be saved, and what needs a decision. */
export function ConnectionNotices() {
  const edits = allEdits.value;
  const waiting = edits.filter((edit) => isUnsent(edit) && edit.isWaiting && !isUnstored(edit)).length;
  const held = new Set(
    studentEdits.edits.value.filter((edit) => !isUnsent(edit)).map(({ studentUid }) => studentUid),
  );
  const heldInPlan = edits.filter((edit) => !isUnsent(edit) && edit.kind !== 'student').length;
  const unstored = edits.filter((edit) => isUnstored(edit) && (edit.isWaiting || edit.problem)).length;
  const [first] = held;
  const { until } = stall.value ?? {};
  return (
    <div class={styles.connection} role="status">
      {!isConnected.value && (
        <Notice kind="offline">
          {translate(describeOffline())}{' '}
          {translate(waiting > 0 ? EDITS.waitingCount(waiting) : COMMON.resumes)}
        </Notice>
      )}
      {isConnected.value && waiting > 0 && until !== undefined && (
        <Notice kind="warning">{translate(EDITS.waitingUntil(waiting, formatClockSeconds(until)))}</Notice>
      )}
      {unstored > 0 && <Notice kind="warning">{translate(EDITS.unstoredCount(unstored))}</Notice>}
      {first !== undefined && (
        <HeldNotice text={EDITS.heldCount(held.size)} onReview={() => reviewEdit(first)} />
      )}
      {heldInPlan > 0 && (
        <HeldNotice text={EDITS.heldPlanCount(heldInPlan)} onReview={() => openPage('plan')} />
      )}
    </div>
  );
}

/** Since when, as far as is known: what is shown is as it was then. */
function describeOffline(): Bilingual {
  const at = lastAnswer() ?? findContact()?.at;
  if (at === undefined) return COMMON.offline;
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return COMMON.offlineSince((isToday ? formatClock : formatDayClock)(at));
}

const HeldNotice = ({ text, onReview }: { text: Bilingual; onReview: () => void }) => (
  <Notice kind="warning">
    {translate(text)} <Button look="link" text={EDITS.review} onClick={onReview} />
  </Notice>
);
