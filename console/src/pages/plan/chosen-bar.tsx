import { useComputed } from '@preact/signals';
import { addCosts } from '../../../../game/cost-sum.ts';
import type { GrowthFacts } from '../../../../game/growth-facts.ts';
import { findShortage } from '../../../../game/growth-shortage.ts';
import { BottomBar } from '../../components/bottom-bar.tsx';
import { Button, Buttons } from '../../components/button.tsx';
import { setTo } from '../../components/set-to.ts';
import { openedDone } from '../../done/opened-done.ts';
import { describeCost, listCosts } from '../../goals/describe-cost.ts';
import { allProgress, type GoalProgress, growthFacts } from '../../goals/plan-state.ts';
import { chosenGoals } from '../../goals/plan-view.ts';
import { stock } from '../../stock/stock-store.ts';
import { DONE } from '../../texts/done-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './chosen-bar.module.css';

/** Amounts that are listed. */
const SHOWN = 5;

/** What the chosen goals take together, and what can be done with them. `shown` are those that can be chosen. */
export function ChosenBar({ shown }: { shown: readonly GoalProgress[] }) {
  const facts = growthFacts.value;
  const chosen = useComputed(() =>
    allProgress.value.filter(({ goal }) => chosenGoals.value?.has(goal.studentUid)),
  ).value;
  const recruited = chosen.filter(({ state }) => state !== null);
  return (
    <BottomBar label={translate(DONE.chosenCost)} class={styles.bar}>
      <p role="status">
        <b>{translate(DONE.chosen(chosen.length))}</b>
        {facts &&
          chosen.length > 0 &&
          listCosts(describeCost(facts, addCosts(chosen.map(({ cost }) => cost))), SHOWN)}
      </p>
      {facts && <Lacking facts={facts} chosen={chosen} />}
      <Buttons class={styles.actions}>
        <Button
          size="small"
          text={DONE.chooseAll}
          onClick={setTo(chosenGoals, new Set(shown.map(({ goal }) => goal.studentUid)))}
        />
        <Button size="small" text={DONE.clearChoice} onClick={setTo(chosenGoals, undefined)} />
        <Button
          look="primary"
          size="small"
          text={DONE.button}
          disabled={recruited.length === 0}
          onClick={setTo(openedDone, { studentUids: recruited.map(({ goal }) => goal.studentUid) })}
        />
      </Buttons>
    </BottomBar>
  );
}

function Lacking({ facts, chosen }: { facts: GrowthFacts; chosen: readonly GoalProgress[] }) {
  const costs = chosen
    .map(({ goal, cost }) => ({ studentUid: goal.studentUid, cost }))
    .filter(({ studentUid }) => Object.hasOwn(facts.students, studentUid));
  const texts = describeCost(facts, findShortage(facts, costs, stock.value).shortage);
  if (texts.length === 0) return null;
  return (
    <p class={styles.lacking}>
      <b>{translate(DONE.lacking)}</b>
      {listCosts(texts, SHOWN)}
    </p>
  );
}
