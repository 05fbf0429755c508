import type { Goal, Stock, WantedValues } from '../contract/goals.ts';
import type { GrowthState, StateName } from '../contract/state-fields.ts';
import type { GrowthCost } from './cost-sum.ts';
import { isGoalReached } from './goal-state.ts';
import { growthCost } from './growth-cost.ts';
import type { GrowthFacts } from './growth-facts.ts';
import { findShortage } from './growth-shortage.ts';

/** A state with every field: all of them null for a student who is not recruited, except for a bond that is recorded. */
export type RecordedValues = { readonly [Name in StateName]: GrowthState[Name] | null };

/** What a goal that is not reached still costs. */
export interface PlannedStudent {
  readonly studentUid: string;
  readonly from: RecordedValues;
  readonly to: WantedValues;
  readonly cost: GrowthCost;
}

/** What the goals of an account still cost, as GET /beta/plan serves it. */
export interface GrowthPlan {
  /** In order of priority. */
  readonly students: readonly PlannedStudent[];
  readonly total: GrowthCost;
  readonly stock: Stock['items'];
  /** What the stock lacks, which the students take from in their order. */
  readonly shortage: GrowthCost;
}

/** A goal, and what is recorded of its student. */
export interface RecordedGoal extends Pick<Goal, 'studentUid' | 'wanted' | 'isPaused'> {
  readonly recorded: RecordedValues;
}

/** The plan of the goals that are neither paused nor reached. They stay in their order. */
export function planGrowth(
  facts: GrowthFacts,
  goals: readonly RecordedGoal[],
  stock: Stock['items'],
): GrowthPlan {
  const students = goals
    .filter(({ wanted, isPaused, recorded }) => !isPaused && !isGoalReached(recorded, wanted))
    .map(({ studentUid, wanted, recorded }): PlannedStudent => {
      const cost = growthCost(facts, studentUid, recorded, wanted);
      return { studentUid, from: recorded, to: wanted, cost };
    });
  const { total, shortage } = findShortage(facts, students, stock);
  return { students, total, stock, shortage };
}
