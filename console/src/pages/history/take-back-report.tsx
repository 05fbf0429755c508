import { ActionButton } from '../../components/form-fields.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { PageLink } from '../../frame/page-link.tsx';
import { HISTORY } from '../../texts/history-texts.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../translate.ts';
import { useAction } from '../../use-action.ts';
import { isConflict } from '../import/import-outcome.ts';
import { groupFailures, OutcomeCounts } from '../import/outcome-counts.tsx';
import { Messages } from '../import/row-groups.tsx';
import { StepHeading } from '../import/step-heading.tsx';
import {
  applyError,
  continueTakeBack,
  isStepNew,
  outcome,
  resetTakeBack,
  resultGroup,
  takeBackReview,
} from './take-back-state.ts';

/** What was taken back, what was not and why, and where to find it in the history. */
export function TakeBackReport() {
  const proceed = useAction(continueTakeBack);
  const { failed, left, isUncertain } = outcome.value;
  const remaining = failed.length + left.length;
  const group = resultGroup.value;
  return (
    <section class="import-report" aria-labelledby="take-back-report">
      <StepHeading id="take-back-report" isStepNew={isStepNew} title={translate(findTitle())} />
      {left.length > 0 && (
        <Notice kind="warning">{translate(isUncertain ? HISTORY.uncertain : HISTORY.stoppedText)}</Notice>
      )}
      <OutcomeCounts outcome={outcome.value} labels={HISTORY.counts} />
      <Messages isWarning title={IMPORT.failures(failed.length)} groups={groupFailures(outcome.value)} />
      {group !== undefined && <p class="hint">{translate(HISTORY.reportText)}</p>}
      <ErrorMessage error={proceed.error.value ?? applyError.value} />
      <div class="buttons">
        {remaining > 0 && (
          <ActionButton pending={proceed.pending.value} onClick={() => void proceed.run()}>
            {translate(
              failed.some(({ error }) => isConflict(error))
                ? HISTORY.reviewAgain(remaining)
                : left.length > 0
                  ? HISTORY.goOn(remaining)
                  : HISTORY.tryAgain(remaining),
            )}
          </ActionButton>
        )}
        {group !== undefined && (
          <PageLink
            to="history"
            query={`?group=${group}`}
            class={remaining > 0 ? 'button quiet' : 'button primary'}
          >
            {translate(HISTORY.showResult)}
          </PageLink>
        )}
        <PageLink to="roster" class="button quiet">
          {translate(IMPORT.openRoster)}
        </PageLink>
        <button type="button" class="button quiet" onClick={resetTakeBack}>
          {translate(HISTORY.backToList)}
        </button>
      </div>
    </section>
  );
}

function findTitle() {
  const { failed, left } = outcome.value;
  if (left.length > 0) return HISTORY.stoppedTitle;
  if (failed.length > 0) return HISTORY.partlyTitle;
  return takeBackReview.value?.request.kind === 'restore' ? HISTORY.restoredTitle : HISTORY.reportTitle;
}
