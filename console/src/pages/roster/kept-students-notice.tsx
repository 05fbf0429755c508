import { useSignal } from '@preact/signals';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { setTo } from '../../components/set-to.ts';
import { useResource } from '../../components/use-resource.ts';
import { openPage } from '../../page-address.ts';
import { findKeptStudents } from '../../roster/find-kept-students.ts';
import { KeptNames } from '../../roster/kept-names.tsx';
import { keptRows, loadKeptRows, reviewsKept } from '../../roster/kept-rows.ts';
import { catalogueVersion, rosterEntries } from '../../roster/roster-store.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { KEPT } from '../../texts/kept-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './new-students-notice.module.css';

/** Asks about rows of imports whose students the catalogue has by now. */
export function KeptStudentsNotice() {
  const accountId = currentAccountId();
  const isClosed = useSignal(false);
  useResource(() => loadKeptRows(accountId));
  void catalogueVersion.value;
  const students = rosterEntries({ isTracked: false }).map(({ student }) => student);
  const kept = findKeptStudents(keptRows.value, students);
  if (kept.length === 0 || isClosed.value) return null;
  const review = () => {
    reviewsKept.value = true;
    openPage('import');
  };
  return (
    <div class={styles.news} role="status">
      <Notice>
        {translate(KEPT.found(kept.length))} <KeptNames kept={kept} />{' '}
        <Button look="link" text={KEPT.review(kept.length)} onClick={review} />
      </Notice>
      <Button look="icon" icon="close" label={COMMON.close} onClick={setTo(isClosed, true)} />
    </div>
  );
}
