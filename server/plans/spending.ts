import type { ChangedFields } from '../../contract/history.ts';
import type { GrowthState } from '../../contract/state-fields.ts';
import { isGoalReached } from '../../game/goal-state.ts';
import { spendStock } from '../../game/growth-spending.ts';
import { plannedCost } from '../../game/planned-cost.ts';
import type { AppContext } from '../app-context.ts';
import { requireAreas } from '../auth/admit-key.ts';
import type { FindSteps } from '../roster/student-writer.ts';
import type { Step } from '../store/database.ts';
import { parseGrowth } from '../store/stored-student.ts';
import { endGoal, findGoal, type GoalRow, parseGoal } from './goal-records.ts';
import {
  findUnreturned,
  noteSpent,
  returnSteps,
  type SpentItems,
  takeFromStock,
} from './spending-records.ts';
import { createStockReader } from './stock.ts';

/** The items that a growth takes from the stock, and the steps of its write that do so. */
export interface Taken {
  readonly spent: SpentItems;
  readonly steps: readonly Step[];
}

/** The spending of items by growth, and their return. */
export function createSpending(context: Pick<AppContext, 'store' | 'config' | 'now' | 'catalogue'>) {
  const { config, now, catalogue } = context;
  const { database } = context.store;
  const readStock = createStockReader(context);

  /** Spends what the plan says that a growth costs. The steps fail if the stock is another by then. */
  async function spend(
    accountId: string,
    studentUid: string,
    from: GrowthState,
    to: Partial<GrowthState>,
    endedGoal?: string,
  ): Promise<Taken> {
    const facts = catalogue.current.catalogue.growthFacts;
    const { items } = await readStock(accountId);
    const spent = spendStock(
      facts,
      studentUid,
      plannedCost(facts, studentUid, from, to as GrowthState),
      items,
    );
    return {
      spent,
      steps: [...takeFromStock(accountId, items, spent), ...note(accountId, spent, endedGoal)],
    };
  }

  /** Kept with the change, which is the account's last one within its transaction. */
  const note = (accountId: string, spent: SpentItems, endedGoal: string | undefined): Step[] =>
    config.history && (Object.keys(spent).length > 0 || endedGoal !== undefined)
      ? [noteSpent(accountId, spent, endedGoal)]
      : [];

  async function findReached(
    accountId: string,
    studentUid: string,
    next: GrowthState,
  ): Promise<GoalRow | undefined> {
    const row = await findGoal(database, accountId, studentUid);
    return row !== undefined && isGoalReached(next, parseGoal(row).wanted) ? row : undefined;
  }

  /**
   * The further wishes of a write: to spend what it costs, to end the goal that it reaches, or to take back groups with
   * what they spent and ended. A registration ends a goal, and spends nothing.
   */
  const findSteps: FindSteps = async (
    { caller: { accountId, areas = null }, asked: { takesBack, spends, endsGoal } },
    studentUid,
    stored,
    next,
  ) => {
    if (takesBack !== undefined) {
      const unreturned = await findUnreturned(database, accountId, takesBack, studentUid);
      const takenBack = unreturned.filter(({ fields }) => isTakenBack(JSON.parse(fields), next));
      if (takenBack.length > 0) requireAreas(areas, ['plan:write']);
      return returnSteps(accountId, studentUid, takenBack, now());
    }
    const before = stored?.recruited ? parseGrowth(stored.json) : undefined;
    // Without a change there is nothing to keep it with.
    if (next === undefined || (before !== undefined && isSame(before, next))) return [];
    const goal = endsGoal ? await findReached(accountId, studentUid, next) : undefined;
    const { steps } =
      spends && before !== undefined
        ? await spend(accountId, studentUid, before, next, goal?.json)
        : { steps: note(accountId, {}, goal?.json) };
    return [...(goal === undefined ? [] : [endGoal(accountId, goal)]), ...steps];
  };

  return { spend, note, findSteps };
}

/** True if all that a change raised is at most what it was before. */
const isTakenBack = (fields: ChangedFields, next: GrowthState | undefined): boolean =>
  Object.entries(fields).every(([name, [before, after]]) => {
    const wasRaised = (after ?? -1) > (before ?? -1);
    return !wasRaised || (next?.[name as keyof GrowthState] ?? -1) <= (before ?? -1);
  });

const isSame = (before: GrowthState, next: GrowthState): boolean =>
  Object.entries(next).every(([name, value]) => before[name as keyof GrowthState] === value);
