import { describeError } from '../../describe-error.ts';
import { saveStock, stockError, stockSaving, unsavedCounts } from '../../plan/stock-store.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { STOCK } from '../../texts/stock-texts.ts';
import { translate } from '../../translate.ts';

/** Whether what was typed is saved, and a way to try again. */
export function StockStatus() {
  const saving = stockSaving.value;
  return (
    <p class={`stock-status ${saving ?? ''}`} role="status">
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
