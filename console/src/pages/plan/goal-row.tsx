import { useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { assumedLevels } from '../../../../game/planned-cost.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { formatCount, formatSum } from '../../components/format-count.ts';
import { Icon } from '../../components/icon.tsx';
import { Pill } from '../../components/pill.tsx';
import { setTo, toggle } from '../../components/set-to.ts';
import { openedDone } from '../../done/opened-done.ts';
import { describeSteps } from '../../goals/describe-steps.ts';
import { LabelStep, Steps } from '../../goals/goal-parts.tsx';
import { findSteps } from '../../goals/goal-progress.ts';
import { goalValues } from '../../goals/goal-store.ts';
import { coveredStudents, type GoalProgress } from '../../goals/plan-state.ts';
import { chosenGoals, shownGoal } from '../../goals/plan-view.ts';
import { nameOfUid } from '../../goals/student-names.ts';
import { isUnsent } from '../../outbox/edit.ts';
import { dropEdits, retryNow } from '../../outbox/outbox.ts';
import { stall } from '../../outbox/retry-timer.ts';
import { Portrait } from '../../roster/portrait.tsx';
import { isAvailable } from '../../roster/released-students.ts';
import { findStudent } from '../../roster/roster-store.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { DONE } from '../../texts/done-texts.ts';
import { GOALS } from '../../texts/goal-texts.ts';
import { KIND_LABELS } from '../../texts/plan-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { GoalDetails } from './goal-details.tsx';
import styles from './goal-row.module.css';

interface GoalRowProps {
  progress: GoalProgress;
  /** Among the goals that are seen; undefined for one that is reached. */
  place?: number;
  onMove?: (studentUid: string, to: number) => void;
  onDrag?: (event: PointerEvent & { currentTarget: HTMLElement }) => void;
}

/** A goal: from what to what, what it costs in a line, and the rest unfolded. */
export function GoalRow({ progress, place, onMove, onDrag }: GoalRowProps) {
  const { goal, state, isReached } = progress;
  const { studentUid } = goal;
  const name = nameOfUid(studentUid);
  const isOpen = useSignal(shownGoal.peek() === studentUid);
  const row = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLButtonElement>(null);
  const movedByKey = useRef(false);
  useLayoutEffect(() => {
    if (shownGoal.peek() !== studentUid) return;
    shownGoal.value = undefined;
    row.current?.scrollIntoView({ block: 'center' });
    row.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    // An element that is moved in the page loses the focus.
    if (movedByKey.current) grip.current?.focus();
    movedByKey.current = false;
  }, [place]);
  const steps = describeSteps(findSteps(state, goal.wanted));
  return (
    <li
      ref={row}
      class={goal.isPaused ? `${styles.goal} ${styles.paused}` : styles.goal}
      data-goal={studentUid}
    >
      <div class={styles.line}>
        <Tick studentUid={studentUid} name={name} isHidden={isReached} />
        {place !== undefined && onMove && (
          <button
            ref={grip}
            type="button"
            class={styles.grip}
            aria-label={translate(GOALS.grip(name))}
            title={translate(GOALS.gripHint)}
            onPointerDown={onDrag}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
              event.preventDefault();
              movedByKey.current = true;
              onMove(studentUid, place + (event.key === 'ArrowUp' ? -1 : 1));
            }}
          >
            <Icon name="grip" />
          </button>
        )}
        <button type="button" class={styles.toggle} aria-expanded={isOpen.value} onClick={toggle(isOpen)}>
          <Portrait student={findStudent(studentUid)?.student} />
          <strong>{name}</strong>
          <GoalMarks progress={progress} />
        </button>
        {!isReached && <GoalPrice progress={progress} />}
        {!isReached && state !== null && (
          <Button
            look="icon"
            icon="check"
            label={DONE.buttonOf(name)}
            title={translate(DONE.button)}
            onClick={setTo(openedDone, { studentUids: [studentUid] })}
          />
        )}
      </div>
      <Steps>
        {(isReached ? describeSteps(wantedAsSteps(progress)) : steps).map(({ part, label, now, wanted }) => (
          <li key={part}>
            <span>{label}</span> {isReached ? '' : `${now} → `}
            <b>{wanted}</b>
          </li>
        ))}
        {goal.labels.map((label) => (
          <LabelStep key={label} label={label} />
        ))}
      </Steps>
      {goal.note !== '' && <p class={styles.note}>{goal.note}</p>}
      <SaveFailure studentUid={studentUid} />
      {isOpen.value && <GoalDetails progress={progress} place={place} onMove={onMove} />}
    </li>
  );
}

/** While goals are chosen. */
function Tick({ studentUid, name, isHidden }: { studentUid: string; name: string; isHidden: boolean }) {
  const isChosen = useComputed(() => chosenGoals.value?.has(studentUid)).value;
  if (isChosen === undefined || isHidden) return null;
  return (
    <Checkbox
      class={styles.tick}
      checked={isChosen}
      onChange={(isChecked) => {
        const next = new Set(chosenGoals.peek());
        if (isChecked) next.add(studentUid);
        else next.delete(studentUid);
        chosenGoals.value = next;
      }}
    >
      <span class="visually-hidden">{translate(DONE.choose(name))}</span>
    </Checkbox>
  );
}

/** Or not to be recruited yet. */
function NotRecruited({ studentUid }: { studentUid: string }) {
  const student = findStudent(studentUid)?.student;
  const isComing = student !== undefined && !isAvailable({ student, state: null });
  return <Pill text={isComing ? ROSTER.unreleasedMark : ROSTER.notRecruited} />;
}

const wantedAsSteps = ({ goal }: GoalProgress) => findSteps(null, goal.wanted);

function GoalMarks({ progress: { goal, state, cost, isReached } }: { progress: GoalProgress }) {
  const isCovered = useComputed(() => coveredStudents.value.has(goal.studentUid)).value;
  const isSending = useComputed(() => findUnsent(goal.studentUid).some(({ isWaiting }) => !isWaiting)).value;
  return (
    <span class={styles.marks}>
      {isReached && <Pill look="good" text={GOALS.reached} />}
      {isCovered && !isReached && !goal.isPaused && (
        <Pill look="good" text={GOALS.covered} title={translate(GOALS.coveredTitle)} />
      )}
      {goal.isPaused && <Pill text={GOALS.paused} />}
      {state === null && <NotRecruited studentUid={goal.studentUid} />}
      {state !== null && !isReached && assumedLevels(state, goal.wanted).length > 0 && (
        <Pill text={GOALS.assumed} />
      )}
      {cost.unknown && <Pill look="warning" text={GOALS.unknownCost} />}
      {isSending && <span class="visually-hidden">{translate(GOALS.saving)}</span>}
    </span>
  );
}

function GoalPrice({ progress: { cost } }: { progress: GoalProgress }) {
  const items = Object.keys(cost.items).length;
  return (
    <span class={styles.price}>
      {cost.credits > 0 && (
        <span>
          {translate(KIND_LABELS.currency)} <b title={formatCount(cost.credits)}>{formatSum(cost.credits)}</b>
        </span>
      )}
      {items > 0 && <span>{translate(GOALS.itemKinds(items))}</span>}
    </span>
  );
}

const findUnsent = (studentUid: string) =>
  goalValues.edits.value.filter((edit) => isUnsent(edit) && edit.key === studentUid);

/** That the last change of the goal is not saved, and what to do. */
function SaveFailure({ studentUid }: { studentUid: string }) {
  const isWaiting = useComputed(() => findUnsent(studentUid).some((edit) => edit.isWaiting)).value;
  return (
    <div role="alert">
      {isWaiting && (
        <p class={styles.failure}>
          <Icon name="warning" />
          <span>
            {translate(GOALS.notSaved)} {translate(GOALS.keptHere)}
          </span>
          {stall.value?.isAskedFor || <Button look="link" text={COMMON.retry} onClick={retryNow} />}
          <Button look="link" text={WORDS.discard} onClick={() => dropEdits(findUnsent(studentUid))} />
        </p>
      )}
    </div>
  );
}
