import type { StateName } from '../../../../contract/state-fields.ts';
import type { GrowthFacts } from '../../../../game/growth-facts.ts';
import { findGoalRemarks } from '../../../../game/growth-unlocks.ts';
import { assumedLevels } from '../../../../game/planned-cost.ts';
import { REMARKS } from '../../../../game/unlock-texts.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { formatCount } from '../../components/format-count.ts';
import { setTo } from '../../components/set-to.ts';
import { showToast } from '../../components/toast.tsx';
import { openedDone } from '../../done/opened-done.ts';
import { describeCost } from '../../goals/describe-cost.ts';
import { findPartCosts, findSteps } from '../../goals/goal-progress.ts';
import { changeGoals } from '../../goals/goal-store.ts';
import { type GoalProgress, growthFacts } from '../../goals/plan-state.ts';
import { openedGoal } from '../../goals/plan-view.ts';
import { nameOfUid } from '../../goals/student-names.ts';
import { gameServer } from '../../roster/game-server.ts';
import { groupItems } from '../../stock/item-groups.ts';
import { nameOfGroup, nameOfItem } from '../../stock/item-names.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { DONE } from '../../texts/done-texts.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { GOALS } from '../../texts/goal-texts.ts';
import { KIND_LABELS } from '../../texts/plan-texts.ts';
import { translate } from '../../texts/translate.ts';
import { AssumedLevels } from './assumed-levels.tsx';
import { GiftNote } from './gift-note.tsx';
import styles from './goal-details.module.css';
import { ItemMark } from './item-chip.tsx';

interface GoalDetailsProps {
  progress: GoalProgress;
  place: number | undefined;
  onMove: ((studentUid: string, to: number) => void) | undefined;
}

/** What each value costs, what the game asks for, gifts, and what can be done with the goal. */
export function GoalDetails({ progress, place, onMove }: GoalDetailsProps) {
  const facts = growthFacts.value;
  const { goal, state, isReached } = progress;
  if (facts === undefined) return null;
  const isKnown = Object.hasOwn(facts.students, goal.studentUid);
  return (
    <div class={styles.details}>
      {isKnown && !isReached && (
        <>
          <PartCosts facts={facts} progress={progress} />
          <GiftNote facts={facts} progress={progress} />
        </>
      )}
      <ul class={styles.remarks}>
        {remarksOf(facts, progress).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {state === null && <li>{translate(GOALS.notRecruitedCost)}</li>}
      </ul>
      {state !== null && <AssumedLevels facts={facts} goal={goal} state={state} />}
      <GoalActions progress={progress} place={place} onMove={onMove} />
    </div>
  );
}

function remarksOf(facts: GrowthFacts, { goal, state }: GoalProgress): string[] {
  if (!Object.hasOwn(facts.students, goal.studentUid)) return [];
  const remarks = findGoalRemarks(facts, goal.studentUid, state ?? {}, goal.wanted, gameServer.value).map(
    (remark) => `${translate(FIELD_LABELS[remark.field])}: ${translate(REMARKS[remark.code](remark))}`,
  );
  if (state === null) return remarks;
  const assumed = assumedLevels(state, goal.wanted);
  const unrecorded = findSteps(state, goal.wanted)
    .filter(({ now, field }) => now === null && field !== 'bondExp')
    .map(({ field }) => field);
  const listed = (fields: readonly StateName[]) =>
    fields.map((field) => translate(FIELD_LABELS[field])).join(', ');
  const fromStart = unrecorded.filter((field) => !assumed.includes(field));
  return [
    ...remarks,
    ...(fromStart.length > 0 ? [translate(GOALS.unrecordedFields(listed(fromStart)))] : []),
  ];
}

function PartCosts({ facts, progress: { goal, state } }: { facts: GrowthFacts; progress: GoalProgress }) {
  const parts = findPartCosts(facts, goal.studentUid, state, goal.wanted);
  return (
    <dl class={styles.costs} aria-label={translate(GOALS.costs)}>
      {parts.map(({ fields: [field = 'level'], cost }) => (
        <div key={field}>
          <dt>{translate(FIELD_LABELS[field as StateName])}</dt>
          <dd>
            {describeCost(facts, { ...cost, items: {} }).map((text) => (
              <span key={text}>{text}</span>
            ))}
            {groupItems(facts, Object.keys(cost.items)).map(({ kind, groups }) =>
              groups.map(({ group, itemIds }) => (
                <span key={`${kind} ${group}`} class={styles.group}>
                  {group !== undefined && kind !== 'eleph' && (
                    <span>{`${translate(KIND_LABELS[kind])} ${nameOfGroup(facts, kind, group)}`}</span>
                  )}
                  {itemIds.map((itemId) => (
                    <span key={itemId} title={nameOfItem(facts, itemId)}>
                      <ItemMark itemId={itemId} kind={kind} /> {formatCount(cost.items[itemId] ?? 0)}
                    </span>
                  ))}
                </span>
              )),
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function GoalActions({ progress: { goal, state, isReached }, place, onMove }: GoalDetailsProps) {
  const { studentUid, ...settings } = goal;
  const remove = () => {
    void changeGoals([{ studentUid, goal: null }]);
    showToast(GOALS.removed(nameOfUid(studentUid)), {
      action: { label: COMMON.undo, run: () => void changeGoals([{ studentUid, goal: settings }]) },
    });
  };
  return (
    <Buttons class={styles.actions}>
      {!isReached && state !== null && (
        <Button
          look="primary"
          size="small"
          icon="check"
          text={DONE.button}
          onClick={setTo(openedDone, { studentUids: [studentUid] })}
        />
      )}
      <Button size="small" text={GOALS.edit} onClick={setTo(openedGoal, { studentUid })} />
      {place !== undefined && onMove && (
        <>
          <Button size="small" text={GOALS.first} onClick={() => onMove(studentUid, 0)} />
          <Button size="small" text={GOALS.up} onClick={() => onMove(studentUid, place - 1)} />
          <Button size="small" text={GOALS.down} onClick={() => onMove(studentUid, place + 1)} />
        </>
      )}
      {!isReached && (
        <Button
          size="small"
          text={goal.isPaused ? GOALS.resume : GOALS.pause}
          onClick={() =>
            void changeGoals([{ studentUid, goal: { ...settings, isPaused: !settings.isPaused } }])
          }
        />
      )}
      <Button look="danger" size="small" icon="trash" text={GOALS.remove} onClick={remove} />
    </Buttons>
  );
}
