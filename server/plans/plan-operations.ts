import type { BetaOperationId } from '../../contract/beta-operations.ts';
import type { AppContext } from '../app-context.ts';
import { jsonOutcome, type Outcome } from '../request/outcome.ts';
import type { Operation, RequestContext } from '../request/request-context.ts';
import type { CompleteGoal } from './goal-completion.ts';
import type { GoalActions } from './goals.ts';
import { createPlanReader, readPlanLabel } from './growth-plan.ts';
import type { StockActions } from './stock.ts';

/** Goals, stock and plan below /beta. */
export function createPlanOperations(
  context: AppContext,
  goals: GoalActions,
  complete: CompleteGoal,
  stock: StockActions,
) {
  const readPlan = createPlanReader(context);
  return {
    listGoals: answer(async ({ caller }) => ({ goals: await goals.list(caller.accountId) })),
    getGoal: answer((context) => goals.get(context.caller.accountId, uidIn(context))),
    putGoal: answer(async (context) => goals.put(context.caller, uidIn(context), await context.readBody())),
    deleteGoal: answer((context) => goals.remove(context.caller, uidIn(context))),
    async completeGoal(context) {
      const { changeGroup, completed } = await complete(context, uidIn(context), context.readBody);
      return { ...jsonOutcome(JSON.stringify(completed)), changeGroup };
    },
    getStock: answer(({ caller }) => stock.read(caller.accountId)),
    getPlan: answer(async ({ caller, request }) => readPlan(caller.accountId, readPlanLabel(request))),
    patchStock: answer(async ({ caller, readBody }) => stock.change(caller, await readBody())),
  } satisfies Partial<Record<BetaOperationId, Operation>>;
}

const answer =
  (operate: (context: RequestContext) => Promise<object>) =>
  async (context: RequestContext): Promise<Outcome> =>
    jsonOutcome(JSON.stringify(await operate(context)));

const uidIn = ({ request }: RequestContext): string => request.params.studentUid ?? '';
