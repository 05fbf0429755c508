import { ChangeReport } from '../../changes/change-report.tsx';
import { countRows, Messages } from '../../changes/row-groups.tsx';
import { Button } from '../../components/button.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { CHANGES } from '../../texts/change-texts.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { PROPOSAL } from '../../texts/proposal-texts.ts';
import { translate } from '../../texts/translate.ts';
import { GoalReport } from './goal-report.tsx';
import { keptCount, proposal, reset, writer } from './import-state.ts';
import { ClosedGoalsReport } from './reached-goals-section.tsx';
import { groupProblems } from './review-messages.ts';
import { keepingEntries, review } from './review-state.ts';

/** What was saved of the text, its goals included. */
export function ReportStep() {
  const shownReview = review.value;
  const group = writer.group.value;
  const isWhole = shownReview !== undefined && shownReview.only === undefined;
  const unsaved = isWhole ? groupProblems(shownReview) : [];
  return (
    <ChangeReport
      writer={writer}
      title={proposal.value === undefined ? IMPORT.reportTitle : PROPOSAL.reportTitle}
      links={(style) => (
        <>
          <PageLink to="roster" look={style} text={CHANGES.openRoster} />
          {group !== undefined && (
            <PageLink to="history" query={`?group=${group}`} look="quiet" text={IMPORT.takeBack} />
          )}
          {proposal.value === undefined && <Button text={IMPORT.another} onClick={reset} />}
        </>
      )}
    >
      <Messages title={IMPORT.problems(countRows(unsaved))} groups={unsaved} />
      {isWhole && keepingEntries.value.length > 0 && (
        <p class="hint">{translate(IMPORT.keptReport(keepingEntries.value.length))}</p>
      )}
      {keptCount.value > 0 && <p class="hint">{translate(IMPORT.keptRows(keptCount.value))}</p>}
      <ClosedGoalsReport />
      <GoalReport />
    </ChangeReport>
  );
}
