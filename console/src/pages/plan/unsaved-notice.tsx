import { useComputed } from '@preact/signals';
import { Notice } from '../../components/notice.tsx';
import { retryGoals, unsavedGoals } from '../../plan/goal-store.ts';
import { planView } from '../../plan/plan-view.ts';
import { stockSaving } from '../../plan/stock-store.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { PLAN } from '../../texts/plan-texts.ts';
import { translate } from '../../translate.ts';
import { StockStatus } from './stock-status.tsx';

/** Says in every view that something is not saved, which the goals and the stock say beside it. */
export function UnsavedNotice() {
  const failed = useComputed(
    () => [...unsavedGoals.value.values()].filter(({ error }) => error !== undefined).length,
  ).value;
  return (
    <>
      {failed > 0 && planView.value !== 'goals' && (
        <Notice kind="warning">
          <p>
            {translate(PLAN.unsaved(failed))}{' '}
            <button type="button" class="text-button" onClick={() => retryGoals(() => true)}>
              {translate(COMMON.retry)}
            </button>
          </p>
        </Notice>
      )}
      {stockSaving.value === 'failed' && planView.value !== 'stock' && (
        <Notice kind="warning">
          <StockStatus />
        </Notice>
      )}
    </>
  );
}
