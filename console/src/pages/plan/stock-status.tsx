import { describeError } from '../../describe-error.ts';
import { saveStock, stockError, stockSaving, unsavedCounts } from '../../plan/stock-store.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { STOCK } from '../../texts/stock-texts.ts';
import { translate } from '../../translate.ts';
import styles from './stock-status.module.css';

/** Whether what was typed is saved, and a way to try again. */
export function StockStatus() {
  const saving = stockSaving.value;
  return (
    <p
      class={`${styles.status} ${saving === 'saved' ? styles.saved : saving === 'failed' ? styles.failed : ''}`}
      role="status"
    >
      {saving === 'saving' && translate(STOCK.saving(unsavedCounts.value))}
      {saving === 'saved' && translate(STOCK.saved)}
      {saving === 'failed' && (
        <>
          {translate(STOCK.failed(unsavedCounts.value))} {translate(describeError(stockError.value))}{' '}
          <button type="button" class="text-button" onClick={() => void saveStock()}>
            {translate(COMMON.retry)}
          </button>
        </>
      )}
    </p>
  );
}
