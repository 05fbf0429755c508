import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { Goal } from '../../../../contract/goals.ts';
import type { GrowthState, StateName } from '../../../../contract/state-fields.ts';
import { plannedCost } from '../../../../game/planned-cost.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { FieldSection } from '../../components/panel.tsx';
import { setTo } from '../../components/set-to.ts';
import { useResource } from '../../components/use-resource.ts';
import { openedDone } from '../../done/opened-done.ts';
import { SpendSwitch } from '../../done/spend-switch.tsx';
import { applyPreset } from '../../goals/apply-preset.ts';
import { completeGoalTiers } from '../../goals/complete-goal-tiers.ts';
import { describeCost, listCosts } from '../../goals/describe-cost.ts';
import { GoalDecisions } from '../../goals/goal-decisions.tsx';
import { CostText, LabelStep, Steps } from '../../goals/goal-parts.tsx';
import type { GoalPreset } from '../../goals/goal-presets.ts';
import { findSteps, isFree } from '../../goals/goal-progress.ts';
import { findGoal, goalValues, hasGoalsOf, restoreGoals, saveGoals } from '../../goals/goal-store.ts';
import { loadPresets, presets } from '../../goals/own-presets.ts';
import { growthFacts, loadFacts } from '../../goals/plan-state.ts';
import { openedGoal } from '../../goals/plan-view.ts';
import { refreshGoals } from '../../goals/refresh-goals.ts';
import { isUnsent } from '../../outbox/edit.ts';
import { panelTargets } from '../../roster/panel-targets.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { loadStock } from '../../stock/stock-store.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { DONE } from '../../texts/done-texts.ts';
import { EDITS } from '../../texts/edit-texts.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { GOALS } from '../../texts/goal-texts.ts';
import { STUDENT_GOALS } from '../../texts/student-goal-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './student-goal.module.css';

interface StudentGoalProps {
  studentUid: string;
  /** As it is recorded. */
  state: GrowthState | null;
  /** As it is in the fields, beside which the targets are. */
  entered: GrowthState;
}

/** The goal of the student in the panel: what it still takes, or the presets to begin with. */
export function StudentGoal({ studentUid, state, entered }: StudentGoalProps) {
  const accountId = currentAccountId();
  const [resource, reload] = useResource(async () => {
    await Promise.all([refreshGoals(accountId), loadPresets(accountId), loadStock(accountId)]);
    completeGoalTiers();
  });
  const goal = hasGoalsOf(accountId) ? findGoal(studentUid) : undefined;
  useTargets(goal, state, entered);
  useEffect(
    () => () => {
      openedGoal.value = undefined;
      openedDone.value = undefined;
    },
    [],
  );
  const chosen = useSignal<'saved' | 'reached' | undefined>(undefined);
  const isWaiting = goalValues.edits.value.some(
    (edit) => edit.key === studentUid && isUnsent(edit) && edit.isWaiting,
  );
  const usePreset = async (preset: GoalPreset) => {
    const wanted = applyPreset(preset, state);
    if (Object.keys(wanted).length === 0) {
      chosen.value = 'reached';
      return;
    }
    const { kind } = await saveGoals([{ studentUid, goal: { wanted }, seen: null }]);
    if (kind === 'saved' || kind === 'waiting') chosen.value = 'saved';
  };
  const undo = () => {
    chosen.value = undefined;
    void restoreGoals(new Map([[studentUid, undefined]]));
  };
  const { error } = resource.value;
  return (
    <FieldSection legend={translate(goal === undefined ? STUDENT_GOALS.none : STUDENT_GOALS.title)}>
      {goal !== undefined && <Summary goal={goal} state={state} />}
      <SpendSwitch />
      {goal === undefined && hasGoalsOf(accountId) && (
        <Presets studentUid={studentUid} onChoose={(preset) => void usePreset(preset)} />
      )}
      <p class="hint" role="status">
        {chosen.value === 'reached' && translate(GOALS.presetReached)}
        {isWaiting && translate(EDITS.willBeSaved)}{' '}
        {chosen.value === 'saved' && goal !== undefined && (
          <>
            {!isWaiting && translate(STUDENT_GOALS.saved)}{' '}
            <Button look="link" text={COMMON.undo} onClick={undo} />
          </>
        )}
      </p>
      <GoalDecisions studentUid={studentUid} />
      <ErrorMessage error={hasGoalsOf(accountId) ? undefined : error} />
      {error !== undefined && <Button look="link" text={COMMON.retry} onClick={() => void reload()} />}
    </FieldSection>
  );
}

/** Shows the wanted values beside the fields. */
function useTargets(goal: Goal | undefined, state: GrowthState | null, entered: GrowthState): void {
  useLayoutEffect(() => {
    const { wanted = {} } = goal ?? {};
    const unreached = new Set(findSteps(entered, wanted).map(({ field }) => field));
    panelTargets.value = new Map(
      Object.entries(wanted).map(([name, value]) => [
        name as StateName,
        {
          wanted: value,
          isReached: !unreached.has(name as StateName),
          done: doneOf(goal, name as StateName),
        },
      ]),
    );
    /** Not of a value that was entered and is not saved. */
    function doneOf(goal: Goal | undefined, field: StateName) {
      const wanted = goal?.wanted[field];
      if (goal === undefined || wanted === undefined || state === null) return undefined;
      if (!unreached.has(field) || entered[field] !== state[field]) return undefined;
      return {
        label: translate(DONE.fieldButton(translate(FIELD_LABELS[field]), String(wanted))),
        run: setTo(openedDone, { studentUids: [goal.studentUid], fields: [field] }),
      };
    }
  }, [goal, state, entered]);
  useLayoutEffect(
    () => () => {
      panelTargets.value = new Map();
    },
    [],
  );
}

const SHOWN_COSTS = 5;

function Summary({ goal, state }: { goal: Goal; state: GrowthState | null }) {
  const { studentUid, labels, isPaused } = goal;
  return (
    <>
      <div class={styles.summary}>
        <CostText>
          <Missing goal={goal} state={state} />
        </CostText>
        {(isPaused || labels.length > 0) && (
          <Steps>
            {isPaused && <li>{translate(GOALS.paused)}</li>}
            {labels.map((label) => (
              <LabelStep key={label} label={label} />
            ))}
          </Steps>
        )}
      </div>
      <Buttons>
        {state !== null && (
          <Button
            size="small"
            text={DONE.button}
            onClick={setTo(openedDone, { studentUids: [studentUid] })}
          />
        )}
        <Button size="small" text={STUDENT_GOALS.edit} onClick={setTo(openedGoal, { studentUid })} />
      </Buttons>
    </>
  );
}

/** What of the goal is missing, in one line. */
function Missing({ goal: { studentUid, wanted }, state }: { goal: Goal; state: GrowthState | null }) {
  // The facts are loaded for a student who has a goal.
  const [facts, reload] = useResource(loadFacts);
  const known = growthFacts.value;
  if (findSteps(state, wanted).length === 0) return translate(STUDENT_GOALS.reached);
  if (known === undefined)
    return facts.value.error === undefined ? null : (
      <Button look="link" text={COMMON.retry} onClick={() => void reload()} />
    );
  if (!Object.hasOwn(known.students, studentUid)) return translate(GOALS.unknownPart);
  const cost = plannedCost(known, studentUid, state ?? {}, wanted);
  if (isFree(cost)) return translate(STUDENT_GOALS.free);
  const texts = describeCost(known, cost);
  return (
    <>
      <b>{translate(STUDENT_GOALS.missing)}</b> {listCosts(texts, SHOWN_COSTS)}
    </>
  );
}

function Presets({ studentUid, onChoose }: { studentUid: string; onChoose: (preset: GoalPreset) => void }) {
  return (
    <Buttons>
      {presets.value.map((preset) => (
        <Button
          key={preset.hint.en + preset.name.en}
          size="small"
          text={preset.name}
          title={translate(preset.hint)}
          onClick={() => onChoose(preset)}
        />
      ))}
      <Button size="small" text={STUDENT_GOALS.other} onClick={setTo(openedGoal, { studentUid })} />
    </Buttons>
  );
}
