import { useComputed } from '@preact/signals';
import { STATE_NAMES } from '../../../../contract/state-fields.ts';
import type { ValueChange } from '../../changes/change-entries.ts';
import { ChangeRow } from '../../changes/change-row.tsx';
import { ChangedValue, ValueItem } from '../../changes/changed-value.tsx';
import type { PlannedGoal } from '../../goals/plan-bulk-goals.ts';
import { GOAL_IMPORT } from '../../texts/goal-import-texts.ts';
import { GOALS } from '../../texts/goal-texts.ts';
import { translate } from '../../texts/translate.ts';
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
    <ChangeRow
      studentUid={studentUid}
      action={before === undefined ? 'register' : 'change'}
      pillText={translate(before === undefined ? GOAL_IMPORT.newGoal : GOAL_IMPORT.changedGoal)}
      isSaved={isIncluded}
      choice={{ isIncluded, include: (isWanted) => goalSelection.include([studentUid], isWanted) }}
    >
      <ul>
        {listWanted(planned).map((change) => (
          <ValueItem key={change.name}>
            <ChangedValue change={change} />
          </ValueItem>
        ))}
        {newLabels.map((label) => (
          <ValueItem key={`label ${label}`}>{translate(GOAL_IMPORT.label(label))}</ValueItem>
        ))}
        {lostLabels.map((label) => (
          <ValueItem key={`lost label ${label}`}>{translate(GOAL_IMPORT.lostLabel(label))}</ValueItem>
        ))}
        {note !== (before?.note ?? '') && (
          <ValueItem>{translate(note === '' ? GOAL_IMPORT.noNote : GOAL_IMPORT.note(note))}</ValueItem>
        )}
        {isMoved && <ValueItem>{translate(GOAL_IMPORT.moved)}</ValueItem>}
        {isPaused !== (before?.isPaused ?? false) && (
          <ValueItem>{translate(isPaused ? GOALS.paused : GOAL_IMPORT.resumed)}</ValueItem>
        )}
      </ul>
    </ChangeRow>
  );
}

/** The wanted values that differ; null is one that is not wanted any more. */
const listWanted = ({ before, goal }: PlannedGoal): ValueChange[] =>
  STATE_NAMES.flatMap((name) => {
    const [from, to] = [before?.wanted[name], goal.wanted[name]];
    if (from === to) return [];
    return [{ name, from: before === undefined ? undefined : (from ?? null), to: to ?? null }];
  });
