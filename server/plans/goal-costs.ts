import type { GrowthCost } from '../../game/cost-sum.ts';
import type { GrowthFacts } from '../../game/growth-facts.ts';
import type { RecordedGoal } from '../../game/growth-plan.ts';
import { plannedCost } from '../../game/planned-cost.ts';

/** Some 2 kB each: those of 19 accounts with a goal for every student. All are forgotten when there are more. */
const MAX_KEPT_COSTS = 5_000;

/** What goals cost, kept until the goal, the recorded state or the facts change: the key has all of them. */
export class GoalCosts {
  #facts: GrowthFacts | undefined;
  readonly #costs = new Map<string, GrowthCost>();

  costOf(facts: GrowthFacts, { studentUid, recorded, wanted }: RecordedGoal): GrowthCost {
    if (facts !== this.#facts || this.#costs.size >= MAX_KEPT_COSTS) this.#costs.clear();
    this.#facts = facts;
    const key = JSON.stringify([studentUid, recorded, wanted]);
    const cost = this.#costs.get(key) ?? plannedCost(facts, studentUid, recorded, wanted);
    this.#costs.set(key, cost);
    return cost;
  }
}
