import { useComputed, useSignal } from '@preact/signals';
import { useCallback, useRef } from 'preact/hooks';
import type { Goal } from '../../../../contract/goals.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { setTo } from '../../components/set-to.ts';
import { showToast } from '../../components/toast.tsx';
import { changeGoals, reorderGoal } from '../../goals/goal-store.ts';
import { coveredStudents, filteredProgress, type GoalProgress } from '../../goals/plan-state.ts';
import { chosenGoals, showsCoveredOnly } from '../../goals/plan-view.ts';
import { nameOfUid } from '../../goals/student-names.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { DONE } from '../../texts/done-texts.ts';
import { GOALS } from '../../texts/goal-texts.ts';
import { translate } from '../../texts/translate.ts';
import { ChosenBar } from './chosen-bar.tsx';
import styles from './goal-list.module.css';
import { GoalRow } from './goal-row.tsx';
import { useGoalDrag } from './use-goal-drag.ts';

/** Goals by priority; those that are reached stand folded below. */
export function GoalList() {
  const open = useComputed(() =>
    filteredProgress.value.filter(
      ({ goal, isReached }) =>
        !isReached && (!showsCoveredOnly.value || coveredStudents.value.has(goal.studentUid)),
    ),
  ).value;
  const reached = useComputed(() => filteredProgress.value.filter(({ isReached }) => isReached)).value;
  const announced = useSignal('');
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef<readonly Goal[]>([]);
  shown.current = open.map(({ goal }) => goal);
  // The same function each time, so that only the rows that move are rendered again.
  const move = useCallback((studentUid: string, to: number) => {
    const { length } = shown.current;
    const place = Math.min(Math.max(to, 0), length - 1);
    if (shown.current[place]?.studentUid === studentUid) return;
    void reorderGoal(shown.current, studentUid, place);
    announced.value = translate(GOALS.moved(nameOfUid(studentUid), place + 1, length));
  }, []);
  const startDrag = useGoalDrag(list, move);
  const isChoosing = useComputed(() => chosenGoals.value !== undefined).value;
  return (
    <section class={styles.list} aria-label={translate(GOALS.order)}>
      <div class={styles.head}>
        <Checkbox size="small" text={GOALS.coveredOnly} signal={showsCoveredOnly} />
        {open.length > 1 && (
          <Button
            size="small"
            text={DONE.chooseSome}
            aria-pressed={isChoosing}
            onClick={setTo(chosenGoals, isChoosing ? undefined : new Set<string>())}
          />
        )}
      </div>
      <p class="visually-hidden" role="status">
        {announced}
      </p>
      {open.length === 0 ? (
        reached.length === 0 || showsCoveredOnly.value ? (
          <p class="hint">{translate(showsCoveredOnly.value ? GOALS.noneCovered : GOALS.noneFiltered)}</p>
        ) : null
      ) : (
        <ol ref={list} class={styles.rows}>
          {open.map((progress, place) => (
            <GoalRow
              key={progress.goal.studentUid}
              progress={progress}
              place={place}
              onMove={move}
              onDrag={startDrag}
            />
          ))}
        </ol>
      )}
      {isChoosing && <ChosenBar shown={open} />}
      {reached.length > 0 && <ReachedGoals reached={reached} />}
    </section>
  );
}

function ReachedGoals({ reached }: { reached: readonly GoalProgress[] }) {
  const remove = () => {
    const goals: Goal[] = reached.map(({ goal }) => goal);
    void changeGoals(goals.map(({ studentUid }) => ({ studentUid, goal: null })));
    showToast(GOALS.removedReached(goals.length), {
      action: {
        label: COMMON.undo,
        run: () => void changeGoals(goals.map(({ studentUid, ...goal }) => ({ studentUid, goal }))),
      },
    });
  };
  return (
    <details>
      <summary>{translate(GOALS.reachedTitle(reached.length))}</summary>
      <ol class={styles.rows}>
        {reached.map((progress) => (
          <GoalRow key={progress.goal.studentUid} progress={progress} />
        ))}
      </ol>
      <Button size="small" class={styles.removal} text={GOALS.removeReached} onClick={remove} />
    </details>
  );
}
