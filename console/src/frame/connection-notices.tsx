import { isConnected } from '../api/connection-state.ts';
import { Notice } from '../components/notice.tsx';
import { language } from '../preferences.ts';
import { reviewEdit } from '../roster/announce-edits.ts';
import { isUnstored } from '../roster/edit-storage.ts';
import { edits, isUnsent, stall } from '../roster/outbox.ts';
import { COMMON } from '../texts/common-texts.ts';
import { EDITS } from '../texts/edit-texts.ts';
import { translate } from '../translate.ts';

/** Below the top bar: that the connection is lost, what waits to be saved, and what needs a decision. */
export function ConnectionNotices() {
  const waiting = edits.value.filter((edit) => isUnsent(edit) && edit.isWaiting && !isUnstored(edit)).length;
  const held = new Set(edits.value.filter((edit) => !isUnsent(edit)).map(({ studentUid }) => studentUid));
  const unstored = edits.value.filter((edit) => isUnstored(edit) && (edit.isWaiting || edit.problem)).length;
  const [first] = held;
  const { until } = stall.value ?? {};
  return (
    <div class="connection" role="status">
      {!isConnected.value && (
        <Notice kind="offline">
          {translate(COMMON.offline)} {waiting > 0 && translate(EDITS.waitingCount(waiting))}
        </Notice>
      )}
      {isConnected.value && waiting > 0 && until !== undefined && (
        <Notice kind="warning">{translate(EDITS.waitingUntil(waiting, showTime(until)))}</Notice>
      )}
      {unstored > 0 && <Notice kind="warning">{translate(EDITS.unstoredCount(unstored))}</Notice>}
      {first !== undefined && (
        <Notice kind="warning">
          {translate(EDITS.heldCount(held.size))}{' '}
          <button type="button" class="text-button" onClick={() => reviewEdit(first)}>
            {translate(EDITS.review)}
          </button>
        </Notice>
      )}
    </div>
  );
}

const showTime = (time: number): string =>
  new Date(time).toLocaleTimeString(language.value, { timeStyle: 'medium' });
