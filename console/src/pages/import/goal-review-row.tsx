import { useComputed } from '@preact/signals';
import { STATE_NAMES } from '../../../../contract/state-fields.ts';
import type { ValueChange } from '../../changes/change-entries.ts';
import { ChangedValue } from '../../changes/changed-value.tsx';
import { UidName } from '../../changes/uid-name.tsx';
import { Portrait } from '../../components/portrait.tsx';
import type { PlannedGoal } from '../../plan/plan-bulk-goals.ts';
import { studentsByUid } from '../../roster/catalogue-state.ts';
import { GOAL_IMPORT } from '../../texts/goal-import-texts.ts';
import { translate } from '../../translate.ts';
import { goalSelection } from './goal-import-state.ts';

/** One goal of a text: what is wanted, and of a goal that is there already, what was. */
export function GoalRow({ planned }: { planned: PlannedGoal }) {
  const { studentUid, before, goal } = planned;
  const isIncluded = useComputed(() => goalSelection.has(studentUid)).value;
  const { labels = [], note = '', isPaused = false } = goal;
  const newLabels = labels.filter((label) => !before?.labels.includes(label));
  const lostLabels = before?.labels.filter((label) => !labels.includes(label)) ?? [];
  const isMoved = before !== undefined && goal.priority !== undefined && before.priority !== goal.priority;
  return (
    <li class={isIncluded ? 'plan-row' : 'plan-row left-out'}>
      <label>
        <input
          type="checkbox"
          checked={isIncluded}
          onChange={({ currentTarget }) => goalSelection.include([studentUid], currentTarget.checked)}
        />
        <Portrait student={studentsByUid.value.get(studentUid)} />
        <strong>
          <UidName uid={studentUid} />
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
          {lostLabels.map((label) => (
            <li key={`lost label ${label}`} class="plan-value">
              {translate(GOAL_IMPORT.lostLabel(label))}
            </li>
          ))}
          {note !== (before?.note ?? '') && (
            <li class="plan-value">{translate(note === '' ? GOAL_IMPORT.noNote : GOAL_IMPORT.note(note))}</li>
          )}
          {isMoved && <li class="plan-value">{translate(GOAL_IMPORT.moved)}</li>}
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
