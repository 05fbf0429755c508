import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { ChangeRows } from '../../changes/change-row.tsx';
import { ValueItem } from '../../changes/changed-value.tsx';
import { countRows, Messages } from '../../changes/row-groups.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { formatCount } from '../../components/format-count.ts';
import { toggle } from '../../components/set-to.ts';
import { growthFacts } from '../../goals/plan-state.ts';
import { nameOfItem } from '../../stock/item-names.ts';
import { GOAL_IMPORT } from '../../texts/goal-import-texts.ts';
import { STUDENT_GOALS } from '../../texts/student-goal-texts.ts';
import { translate } from '../../texts/translate.ts';
import {
  type GoalImportReview,
  goalReview,
  goalSelection,
  takesGoals,
  takesStock,
} from './goal-import-state.ts';
import styles from './goal-review.module.css';
import { GoalRow } from './goal-review-row.tsx';
import { groupGoalNotices } from './review-messages.ts';

/** What the goals and the items of a text change; all of it can be left out. */
export function GoalReview() {
  const review = goalReview.value;
  if (review === undefined) return null;
  const notices = groupGoalNotices(review.found);
  return (
    <section class={styles.review} aria-labelledby="goal-review">
      <h3 id="goal-review">{translate(GOAL_IMPORT.title)}</h3>
      <Messages title={GOAL_IMPORT.notices(countRows(notices))} groups={notices} />
      {review.found.goals.length > 0 && <FoundGoals review={review} />}
      {Object.keys(review.found.stock).length > 0 && <FoundStock review={review} />}
    </section>
  );
}

function FoundGoals({ review: { added, changed, unchanged, isMove } }: { review: GoalImportReview }) {
  const planned = [...added, ...changed];
  const included = planned.filter(({ studentUid }) => goalSelection.has(studentUid)).length;
  return (
    <>
      <Tick
        label={GOAL_IMPORT.takeGoals}
        counts={[
          ...(added.length > 0 ? [STUDENT_GOALS.added(added.length)] : []),
          ...(changed.length > 0 ? [STUDENT_GOALS.changed(changed.length)] : []),
          ...(unchanged > 0 ? [STUDENT_GOALS.unchanged(unchanged)] : []),
        ]}
        isChosen={takesGoals.value && included > 0}
        isPartial={takesGoals.value && included > 0 && included < planned.length}
        isBlocked={planned.length === 0}
        choose={() => {
          const isWanted = !takesGoals.peek() || included < planned.length;
          goalSelection.include(
            planned.map(({ studentUid }) => studentUid),
            true,
          );
          takesGoals.value = isWanted;
        }}
      />
      {isMove && changed.length > 0 && (
        <p class={`hint ${styles.replaced}`}>{translate(GOAL_IMPORT.replaced)}</p>
      )}
      {takesGoals.value && planned.length > 0 && (
        <Unfolded title={GOAL_IMPORT.showGoals(planned.length)}>
          <ChangeRows>
            {planned.map((one) => (
              <GoalRow key={one.studentUid} planned={one} />
            ))}
          </ChangeRows>
        </Unfolded>
      )}
    </>
  );
}

function FoundStock({ review: { counts } }: { review: GoalImportReview }) {
  const facts = growthFacts.value;
  const added = counts.filter(({ from }) => from === undefined).length;
  const changed = counts.length - added;
  return (
    <>
      <Tick
        label={GOAL_IMPORT.takeStock}
        counts={[
          ...(added > 0 ? [GOAL_IMPORT.newCounts(added)] : []),
          ...(changed > 0 ? [GOAL_IMPORT.changedCounts(changed)] : []),
          ...(counts.length === 0 ? [GOAL_IMPORT.sameCounts] : []),
        ]}
        isChosen={takesStock.value && counts.length > 0}
        isBlocked={counts.length === 0}
        choose={toggle(takesStock)}
      />
      {takesStock.value && counts.length > 0 && facts && (
        <Unfolded title={GOAL_IMPORT.showCounts(counts.length)}>
          <ul class={styles.counts}>
            {counts.map(({ itemId, from, to }) => (
              <ValueItem key={itemId}>
                {nameOfItem(facts, itemId)} {from !== undefined && <s>{formatCount(from)} →</s>}{' '}
                <b>{formatCount(to)}</b>
              </ValueItem>
            ))}
          </ul>
        </Unfolded>
      )}
    </>
  );
}

interface TickProps {
  label: Bilingual;
  counts: readonly Bilingual[];
  isChosen: boolean;
  isPartial?: boolean;
  isBlocked: boolean;
  choose: () => void;
}

const Tick = ({ label, counts, isChosen, isPartial = false, isBlocked, choose }: TickProps) => (
  <Checkbox
    class={styles.tick}
    checked={isChosen && !isPartial}
    onChange={choose}
    isPartial={isPartial}
    disabled={isBlocked}
  >
    <span>
      {translate(label)} <span class="hint">{counts.map((count) => translate(count)).join(' · ')}</span>
    </span>
  </Checkbox>
);

/** A long list, rendered once it is opened. */
function Unfolded({ title, children }: { title: Bilingual; children: ComponentChildren }) {
  const isOpen = useSignal(false);
  return (
    <details
      class={styles.unfolded}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>{translate(title)}</summary>
      {isOpen.value && children}
    </details>
  );
}
