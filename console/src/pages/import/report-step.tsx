import { ActionButton } from '../../components/form-fields.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { PageLink } from '../../frame/page-link.tsx';
import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../translate.ts';
import { useAction } from '../../use-action.ts';
import { GoalReport } from './goal-report.tsx';
import { isConflict } from './import-outcome.ts';
import { applyError, continueImport, outcome, reset } from './import-state.ts';
import { groupFailures, OutcomeCounts } from './outcome-counts.tsx';
import { groupProblems } from './review-messages.ts';
import { keepingEntries, review } from './review-state.ts';
import { countRows, Messages } from './row-groups.tsx';
import { StepHeading } from './step-heading.tsx';

/** What was done, what was not and why, and how to go on. */
export function ReportStep() {
  const proceed = useAction(continueImport);
  const report = outcome.value;
  const { failed, left, isUncertain } = report;
  const remaining = failed.length + left.length;
  const shownReview = review.value;
  const unsaved = shownReview && shownReview.only === undefined ? groupProblems(shownReview) : [];
  const title =
    left.length > 0 ? IMPORT.stoppedTitle : failed.length > 0 ? IMPORT.partlyTitle : IMPORT.reportTitle;
  return (
    <section class="import-report" aria-labelledby="import-report">
      <StepHeading id="import-report" title={translate(title)} />
      {left.length > 0 && (
        <Notice kind="warning">{translate(isUncertain ? IMPORT.uncertain : IMPORT.stoppedText)}</Notice>
      )}
      <OutcomeCounts outcome={report} />
      <Messages isWarning title={IMPORT.failures(failed.length)} groups={groupFailures(report)} />
      <Messages title={IMPORT.problems(countRows(unsaved))} groups={unsaved} />
      {shownReview?.only === undefined && keepingEntries.value.length > 0 && (
        <p class="hint">{translate(IMPORT.keptReport(keepingEntries.value.length))}</p>
      )}
      <GoalReport />
      <ErrorMessage error={proceed.error.value ?? applyError.value} />
      <div class="buttons">
        {remaining > 0 && (
          <ActionButton pending={proceed.pending.value} onClick={() => void proceed.run()}>
            {translate(
              failed.some(({ error }) => isConflict(error))
                ? IMPORT.reviewAgain(remaining)
                : left.length > 0
                  ? IMPORT.goOn(remaining)
                  : IMPORT.tryAgain(remaining),
            )}
          </ActionButton>
        )}
        <PageLink to="roster" class={remaining > 0 ? 'button quiet' : 'button primary'}>
          {translate(IMPORT.openRoster)}
        </PageLink>
        <button type="button" class="button quiet" onClick={reset}>
          {translate(IMPORT.another)}
        </button>
      </div>
    </section>
  );
}
