import type { Goal } from '../../../contract/goals.ts';
import { Decision } from '../components/decision.tsx';
import { CONFLICTS } from '../texts/conflict-texts.ts';
import { DECISIONS } from '../texts/decision-texts.ts';
import { FIELD_LABELS } from '../texts/field-texts.ts';
import { GOALS } from '../texts/goal-texts.ts';
import { translate } from '../texts/translate.ts';
import { type GoalEdit, type GoalPart, isWanted, mergeGoal, partOf } from './goal-edit.ts';
import { goalValues } from './goal-store.ts';
import { nameOfUid } from './student-names.ts';

/** The goals that were changed here and elsewhere, of one student or of all. */
export function GoalDecisions({ studentUid }: { studentUid?: string }) {
  return goalValues.held.value
    .filter(({ key }) => studentUid === undefined || key === studentUid)
    .map((edit) => <GoalDecision key={edit.id} edit={edit} />);
}

function GoalDecision({ edit }: { edit: GoalEdit }) {
  const current = goalValues.findSaved(edit.key);
  const merge = mergeGoal(edit, current);
  const parts = merge.kind === 'conflict' ? merge.parts : [];
  const [mine, theirs] = findLabels(edit, current);
  return (
    <Decision
      title={translate(GOALS.dialogEdit(nameOfUid(edit.key)))}
      problem={edit.problem}
      mine={mine}
      theirs={theirs}
      onDecide={(isMine) => goalValues.decide(edit, isMine)}
    >
      {current === null && <p>{translate(DECISIONS.removedElsewhere)}</p>}
      {edit.value === null && <p>{translate(DECISIONS.changedBeforeRemoval)}</p>}
      {parts.length > 0 && (
        <ul>
          {parts.map((part) => (
            <li key={part}>
              {labelOf(part)} —{' '}
              {translate(CONFLICTS.changedElsewhere(showPart(edit.before, part), showPart(current, part)))} ·{' '}
              {translate(DECISIONS.mineIs(showPart(edit.value, part)))}
            </li>
          ))}
        </ul>
      )}
    </Decision>
  );
}

const findLabels = ({ value }: GoalEdit, current: Goal | null) => {
  if (current === null) return [DECISIONS.saveAgain, DECISIONS.leaveRemoved] as const;
  if (value === null) return [DECISIONS.removeAnyway, DECISIONS.keepGoal] as const;
  return [DECISIONS.useMine, DECISIONS.useTheirs] as const;
};

const labelOf = (part: GoalPart): string =>
  translate(isWanted(part) ? FIELD_LABELS[part] : part === 'isPaused' ? DECISIONS.isPaused : GOALS[part]);

function showPart(goal: Goal | null, part: GoalPart): string {
  const value = partOf(goal, part);
  if (typeof value === 'boolean') return translate(value ? GOALS.paused : DECISIONS.counted);
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return text === '' ? '–' : text;
}
