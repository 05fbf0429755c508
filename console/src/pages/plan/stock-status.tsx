import { useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { retryNow } from '../../outbox/outbox.ts';
import { stall } from '../../outbox/retry-timer.ts';
import { savedCounts, stockSaving, unsavedItems } from '../../stock/stock-store.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { STOCK } from '../../texts/stock-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './stock-status.module.css';

/** Whether what was typed is saved, and a way to try again. In a dialog, nothing of what was saved before it was opened. */
export function StockStatus({ isOfDialog = false }: { isOfDialog?: boolean }) {
  const savedBefore = useRef(isOfDialog ? savedCounts.peek() : 0);
  const saving = stockSaving.value ?? (savedCounts.value > savedBefore.current ? 'saved' : undefined);
  const unsaved = unsavedItems.value.size;
  return (
    <p
      class={`${styles.status} ${saving === 'saved' ? styles.saved : saving === 'failed' ? styles.failed : ''}`}
      role="status"
    >
      {saving === 'saving' && translate(STOCK.saving(unsaved))}
      {saving === 'saved' && translate(STOCK.saved)}
      {saving === 'failed' && (
        <>
          {translate(STOCK.failed(unsaved))}{' '}
          {stall.value?.isAskedFor || <Button look="link" text={COMMON.retry} onClick={retryNow} />}
        </>
      )}
    </p>
  );
}
