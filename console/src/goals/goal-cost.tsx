import { addCosts } from '../../../game/cost-sum.ts';
import { plannedCost } from '../../../game/planned-cost.ts';
import { GOALS } from '../texts/goal-texts.ts';
import { translate } from '../texts/translate.ts';
import { describeCost, listCosts } from './describe-cost.ts';
import { CostText } from './goal-parts.tsx';
import { growthFacts } from './plan-state.ts';
import type { GoalDraft } from './use-goal-draft.ts';

const SHOWN = 4;

/** What the entered goal takes, while it is entered. */
export function GoalCost({ draft }: { draft: GoalDraft }) {
  const facts = growthFacts.value;
  if (facts === undefined || Object.keys(draft.errors.value).length > 0) return null;
  const known = draft.chosen.value.filter((uid) => Object.hasOwn(facts.students, uid));
  const costs = known.map((uid) => plannedCost(facts, uid, draft.stateOf(uid) ?? {}, draft.wanted.value));
  const texts = describeCost(facts, addCosts(costs));
  if (texts.length === 0) return null;
  return (
    <CostText>
      <b>{translate(GOALS.takes)}</b> {listCosts(texts, SHOWN)}
    </CostText>
  );
}
