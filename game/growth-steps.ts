import type { StateName } from '../contract/state-fields.ts';
import type { CostSum } from './cost-sum.ts';
import type { GrowthTables, StudentFacts } from './growth-facts.ts';

/** Values of a student: a whole state, or some fields of one. Null is as good as left out. */
export type GrowthValues = { readonly [Name in StateName]?: number | null | undefined };

/** How a student grows, and the cost to which each group of fields adds its own. */
export interface Growth {
  readonly costs: GrowthTables;
  readonly studentUid: string;
  readonly student: StudentFacts;
  readonly from: GrowthValues;
  readonly to: GrowthValues;
  readonly cost: CostSum;
}

/**
 * The steps of a table that lead from one value up to another; the first of the table leads up from `lowest`. There are
 * none if `to` is left out or not above `from`, and none beyond the table's end.
 */
export function stepsBetween<Step>(
  steps: readonly Step[],
  lowest: number,
  from: number | null | undefined,
  to: number | null | undefined,
): readonly Step[] {
  const start = Math.max((from ?? lowest) - lowest, 0);
  return steps.slice(start, Math.max((to ?? lowest) - lowest, start));
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
