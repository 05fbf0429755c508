import { PlanQuery } from '../../contract/beta-schemas.ts';
import type { GrowthCost } from '../../game/cost-sum.ts';
import type { GrowthFacts } from '../../game/growth-facts.ts';
import { type GrowthPlan, openGoals, planGrowth, type RecordedGoal } from '../../game/growth-plan.ts';
import { plannedCost } from '../../game/planned-cost.ts';
import type { AppContext } from '../app-context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { parseQueryString } from '../http/paging.ts';
import { compileValidator } from '../http/validation.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { createPause, takeTurn } from '../scheduling/event-loop-turns.ts';
import { listRecordedGoals } from './goal-records.ts';
import { createStockReader } from './stock.ts';

const validateQuery = compileValidator(PlanQuery);

/**
 * The cost of the goals of accounts, without those of students who have left the catalogue. With a goal for every
 * student a plan takes 40 ms, so others are served in between.
 */
export function createPlanReader(context: Pick<AppContext, 'store' | 'catalogue'>) {
  const { catalogue } = context;
  const { database } = context.store;
  const readStock = createStockReader(context);
  const costs = new GoalCosts();
  return async (accountId: string, label: string | undefined): Promise<GrowthPlan> => {
    const [goals, { items }] = await Promise.all([
      listRecordedGoals(database, accountId),
      readStock(accountId),
    ]);
    const current = catalogue.current.catalogue;
    const facts = current.growthFacts;
    const planned = goals.filter(
      ({ studentUid, labels }) =>
        current.resolve(studentUid) === studentUid && (label === undefined || labels.includes(label)),
    );
    const pause = createPause();
    for (const goal of openGoals(planned)) {
      costs.costOf(facts, goal);
      await pause();
    }
    await takeTurn();
    return planGrowth(facts, planned, items, (goal) => costs.costOf(facts, goal));
  };
}

/** The label of GET /beta/plan. One that no goal has is none the less a label. */
export function readPlanLabel({ query }: Pick<IncomingRequest, 'query'>): string | undefined {
  const sent = parseQueryString(query);
  const errors = validateQuery(sent);
  if (errors.length > 0) throw invalidRequest(errors);
  return sent.label as string | undefined;
}

/** Some 2 kB each: those of 19 accounts with a goal for every student. All are forgotten when there are more. */
const MAX_KEPT_COSTS = 5_000;

/** The costs of goals, kept until the goal, the recorded state or the facts change: the key has all of them. */
class GoalCosts {
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
