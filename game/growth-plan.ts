import type { Goal, Stock, WantedValues } from '../contract/goals.ts';
import type { GrowthState, StateName } from '../contract/state-fields.ts';
import type { GrowthCost } from './cost-sum.ts';
import { isGoalReached } from './goal-state.ts';
import type { GrowthFacts } from './growth-facts.ts';
import { findShortage } from './growth-shortage.ts';
import type { GrowthValues } from './growth-steps.ts';
import { assumedLevels, plannedCost } from './planned-cost.ts';

/** A state with every field: all of them null for a student who is not recruited, except for a bond that is recorded. */
export type RecordedValues = { readonly [Name in StateName]: GrowthState[Name] | null };

/** What a goal that is not reached still costs. */
export interface PlannedStudent {
  readonly studentUid: string;
  readonly from: RecordedValues;
  /** The levels that count as the cap of their tier, because they are not recorded. Left out if there are none. */
  readonly assumed?: readonly StateName[];
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

/** The goals that are neither paused nor reached. */
export const openGoals = <Goal extends RecordedGoal>(goals: readonly Goal[]): Goal[] =>
  goals.filter(({ wanted, isPaused, recorded }) => !isPaused && !isGoalReached(recorded, wanted));

/** The plan of the open goals, which stay in their order. */
export function planGrowth(
  facts: GrowthFacts,
  goals: readonly RecordedGoal[],
  stock: Stock['items'],
  costOf = ({ studentUid, recorded, wanted }: RecordedGoal): GrowthCost =>
    plannedCost(facts, studentUid, recorded, wanted),
): GrowthPlan {
  const students = openGoals(goals).map(
    (goal): PlannedStudent => ({
      studentUid: goal.studentUid,
      from: goal.recorded,
      ...assumedIn(goal.recorded, goal.wanted),
      to: goal.wanted,
      cost: costOf(goal),
    }),
  );
  const { total, shortage } = findShortage(facts, students, stock);
  return { students, total, stock, shortage };
}

/** Left out if there are none. */
export function assumedIn(from: GrowthValues, to: WantedValues): Pick<PlannedStudent, 'assumed'> {
  const assumed = assumedLevels(from, to);
  return assumed.length === 0 ? {} : { assumed };
}
