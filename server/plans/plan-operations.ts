import type { BetaOperationId } from '../../contract/beta-operations.ts';
import type { AppContext } from '../app-context.ts';
import { tagOf, unlessKept } from '../http/etags.ts';
import { jsonOutcome, type Outcome } from '../request/outcome.ts';
import type { Operation, RequestContext } from '../request/request-context.ts';
import { createFarmReader } from './farm.ts';
import type { CompleteGoal } from './goal-completion.ts';
import type { GoalActions } from './goals.ts';
import { createPlanReader, readPlanLabel } from './growth-plan.ts';
import { parseIfMatch } from './preconditions.ts';
import type { StockActions } from './stock.ts';

/** Goals, stock and plan below /beta. */
export function createPlanOperations(
  context: AppContext,
  goals: GoalActions,
  complete: CompleteGoal,
  stock: StockActions,
) {
  const readPlan = createPlanReader(context);
  const readFarm = createFarmReader(context);
  return {
    listGoals: tagged(async ({ caller }) => ({ goals: await goals.list(caller.accountId) })),
    getGoal: tagged((context) => goals.get(context.caller.accountId, uidIn(context))),
    putGoal: tagged(async (context) =>
      goals.put(context.caller, uidIn(context), await context.readBody(), parseIfMatch(context.request)),
    ),
    deleteGoal: answer((context) =>
      goals.remove(context.caller, uidIn(context), parseIfMatch(context.request)),
    ),
    async completeGoal(context) {
      const { changeGroup, completed } = await complete(
        context,
        uidIn(context),
        context.readBody,
        parseIfMatch(context.request),
      );
      return { ...jsonOutcome(JSON.stringify(completed)), changeGroup };
    },
    getStock: tagged(({ caller }) => stock.read(caller.accountId)),
    getFarmPlan: answer(({ caller, request }) => readFarm(caller.accountId, request)),
    getPlan: answer(async ({ caller, request }) => readPlan(caller.accountId, readPlanLabel(request))),
    patchStock: tagged(async ({ caller, request, readBody }) =>
      stock.change(caller, await readBody(), parseIfMatch(request)),
    ),
  } satisfies Partial<Record<BetaOperationId, Operation>>;
}

const answer =
  (operate: (context: RequestContext) => Promise<object>) =>
  async (context: RequestContext): Promise<Outcome> =>
    jsonOutcome(JSON.stringify(await operate(context)));

/** With the ETag of what is answered, and 304 where a read's `If-None-Match` has it. */
const tagged =
  (operate: (context: RequestContext) => Promise<object>) =>
  async (context: RequestContext): Promise<Outcome> => {
    const json = JSON.stringify(await operate(context));
    return unlessKept(context.request, jsonOutcome(json), { etag: tagOf(json) });
  };

const uidIn = ({ request }: RequestContext): string => request.params.studentUid ?? '';
