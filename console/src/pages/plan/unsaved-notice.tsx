import { useComputed } from '@preact/signals';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { GoalDecisions } from '../../goals/goal-decisions.tsx';
import { goalValues } from '../../goals/goal-store.ts';
import { planView } from '../../goals/plan-view.ts';
import { isUnsent } from '../../outbox/edit.ts';
import { retryNow } from '../../outbox/outbox.ts';
import { stockSaving } from '../../stock/stock-store.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { PLAN } from '../../texts/plan-texts.ts';
import { translate } from '../../texts/translate.ts';
import { StockDecisions } from './stock-decisions.tsx';
import { StockStatus } from './stock-status.tsx';

/** Says in every view what is to be decided, and that something is not saved, which goals and stock say beside it. */
export function UnsavedNotice() {
  const failed = useComputed(
    () => goalValues.edits.value.filter((edit) => isUnsent(edit) && edit.isWaiting).length,
  ).value;
  return (
    <>
      <GoalDecisions />
      <StockDecisions />
      {failed > 0 && planView.value !== 'goals' && (
        <Notice kind="warning">
          <p>
            {translate(PLAN.unsaved(failed))} <Button look="link" text={COMMON.retry} onClick={retryNow} />
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
