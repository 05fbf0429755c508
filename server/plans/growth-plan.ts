import { PlanQuery } from '../../contract/beta-schemas.ts';
import { type GrowthPlan, openGoals, planGrowth } from '../../game/growth-plan.ts';
import type { AppContext } from '../app-context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { parseQueryString } from '../http/paging.ts';
import { compileValidator } from '../http/validation.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { createPause, takeTurn } from '../scheduling/event-loop-turns.ts';
import { GoalCosts } from './goal-costs.ts';
import { listRecordedGoals } from './goal-records.ts';
import { createStockReader } from './stock.ts';

const validateQuery = compileValidator(PlanQuery);

/**
 * What the goals of accounts still cost. Those of students who have left the catalogue are no part of it.
 * With a goal for every student a plan takes 40 ms, so others are served in between.
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

export type ReadPlan = ReturnType<typeof createPlanReader>;

/** The label of GET /beta/plan. One that no goal has is none the less a label. */
export function readPlanLabel({ query }: Pick<IncomingRequest, 'query'>): string | undefined {
  const sent = parseQueryString(query);
  const errors = validateQuery(sent);
  if (errors.length > 0) throw invalidRequest(errors);
  return sent.label as string | undefined;
}
