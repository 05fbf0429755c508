import { Button } from '../../components/button.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useAction } from '../../components/use-action.ts';
import { EDITS } from '../../texts/edit-texts.ts';
import { GOAL_IMPORT } from '../../texts/goal-import-texts.ts';
import { translate } from '../../texts/translate.ts';
import { goalOutcome, selectedCounts, selectedGoals, writeGoals } from './goal-import-state.ts';
import styles from './goal-report.module.css';

/** What became of goals and stock, after an import of a text that has any. */
export function GoalReport() {
  const write = useAction(writeGoals);
  const { added = 0, changed = 0, items = 0, unsaved, error } = goalOutcome.value ?? {};
  const isLeft = selectedGoals.value.length + selectedCounts.value.length > 0;
  if (!isLeft) return null;
  const goals = added + changed;
  const isUnwritten = goalOutcome.value === undefined || error !== undefined;
  return (
    <section class={styles.report} aria-labelledby="goal-report">
      <h3 id="goal-report">{translate(GOAL_IMPORT.title)}</h3>
      {goals + items > 0 && (
        <p>
          {translate(GOAL_IMPORT.saved(goals, items))}{' '}
          <PageLink to="plan" query={goals > 0 ? '?view=goals' : '?view=stock'} text={GOAL_IMPORT.openPlan} />
        </p>
      )}
      {goalOutcome.value === undefined && <Notice>{translate(GOAL_IMPORT.notWritten)}</Notice>}
      {unsaved === 'waiting' && <Notice>{translate(EDITS.willBeSaved)}</Notice>}
      {unsaved === 'conflict' && <Notice kind="warning">{translate(GOAL_IMPORT.changedElsewhere)}</Notice>}
      <ErrorMessage error={error} />
      {isUnwritten && <Button text={GOAL_IMPORT.write} action={write} />}
    </section>
  );
}
