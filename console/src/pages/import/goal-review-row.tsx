import { useComputed } from '@preact/signals';
import { STATE_NAMES } from '../../../../contract/state-fields.ts';
import { Portrait } from '../../components/portrait.tsx';
import type { PlannedGoal } from '../../plan/plan-bulk-goals.ts';
import { studentsByUid } from '../../roster/catalogue-state.ts';
import { GOAL_IMPORT } from '../../texts/goal-import-texts.ts';
import { translate } from '../../translate.ts';
import { ChangedValue } from './changed-value.tsx';
import { includeGoals, leftOutGoals } from './goal-import-state.ts';
import type { ValueChange } from './plan-entries.ts';
import { StudentName } from './student-names.tsx';

/** One goal of a planner's save: what is wanted, and of a goal that is there already, what was. */
export function GoalRow({ planned }: { planned: PlannedGoal }) {
  const { studentUid, before, goal } = planned;
  const isIncluded = useComputed(() => !leftOutGoals.value.has(studentUid)).value;
  const newLabels = (goal.labels ?? []).filter((label) => !before?.labels.includes(label));
  const { isPaused = false } = goal;
  return (
    <li class={isIncluded ? 'plan-row' : 'plan-row left-out'}>
      <label>
        <input
          type="checkbox"
          checked={isIncluded}
          onChange={({ currentTarget }) => includeGoals([studentUid], currentTarget.checked)}
        />
        <Portrait student={studentsByUid.value.get(studentUid)} />
        <strong>
          <StudentName uid={studentUid} />
        </strong>
        <span class={`pill ${before === undefined ? 'register' : 'change'}`}>
          {translate(before === undefined ? GOAL_IMPORT.newGoal : GOAL_IMPORT.changedGoal)}
        </span>
      </label>
      <div class="plan-values">
        <ul>
          {listWanted(planned).map((change) => (
            <li key={change.name} class="plan-value">
              <ChangedValue change={change} />
            </li>
          ))}
          {newLabels.map((label) => (
            <li key={`label ${label}`} class="plan-value">
              {translate(GOAL_IMPORT.label(label))}
            </li>
          ))}
          {isPaused !== (before?.isPaused ?? false) && (
            <li class="plan-value">{translate(isPaused ? GOAL_IMPORT.paused : GOAL_IMPORT.resumed)}</li>
          )}
        </ul>
      </div>
    </li>
  );
}

/** The wanted values that differ; null is one that is not wanted any more. */
const listWanted = ({ before, goal }: PlannedGoal): ValueChange[] =>
  STATE_NAMES.flatMap((name) => {
    const [from, to] = [before?.wanted[name], goal.wanted[name]];
    if (from === to) return [];
    return [{ name, from: before === undefined ? undefined : (from ?? null), to: to ?? null }];
  });
