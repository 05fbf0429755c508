import type { WantedValues } from '../../../contract/goals.ts';
import type { GrowthState, StateName } from '../../../contract/state-fields.ts';
import type { GrowthCost } from '../../../game/cost-sum.ts';
import { withPairs } from '../../../game/field-pairs.ts';
import type { GrowthFacts, Materials } from '../../../game/growth-facts.ts';
import { findShortage } from '../../../game/growth-shortage.ts';
import { spendStock } from '../../../game/growth-spending.ts';
import { plannedCost } from '../../../game/planned-cost.ts';
import { findSteps, type WantedStep } from '../goals/goal-progress.ts';

/** A goal to complete: as a whole, or some of its fields. */
export interface DoneRequest {
  readonly studentUid: string;
  readonly wanted: WantedValues;
  /** All that are wanted by default. */
  readonly fields?: readonly StateName[] | undefined;
  /** Null is not recruited. */
  readonly state: GrowthState | null;
}

/** What of an item is taken. */
export interface SpentItem {
  readonly itemId: string;
  readonly before: number;
  readonly spent: number;
}

/** What a completion will do. */
export interface DoneReview {
  readonly students: readonly { readonly studentUid: string; readonly steps: readonly WantedStep[] }[];
  /** `credits` first, then by item. */
  readonly items: readonly SpentItem[];
  /** What the stock does not have of it. */
  readonly missing: GrowthCost;
}

/** As the service computes it, student by student. Nothing is raised of a student who is not recruited. */
export function reviewGoals(
  facts: GrowthFacts,
  requests: readonly DoneRequest[],
  stock: Materials,
): DoneReview {
  const left: Record<string, number> = { ...stock };
  const spent = new Map<string, number>();
  const costs: { studentUid: string; cost: GrowthCost }[] = [];
  const students = requests.map(({ studentUid, wanted, fields, state }) => {
    const chosen = chooseFields(wanted, fields);
    const steps = findSteps(state, wanted).filter(({ field }) => chosen[field] !== undefined);
    if (state === null || steps.length === 0 || !Object.hasOwn(facts.students, studentUid))
      return { studentUid, steps: state === null ? [] : steps };
    const cost = plannedCost(facts, studentUid, state, chosen);
    costs.push({ studentUid, cost });
    for (const [item, count] of Object.entries(spendStock(facts, studentUid, cost, left))) {
      left[item] = (left[item] ?? 0) - count;
      spent.set(item, (spent.get(item) ?? 0) + count);
    }
    return { studentUid, steps };
  });
  const items = [...spent].map(([itemId, count]) => ({ itemId, before: stock[itemId] ?? 0, spent: count }));
  return {
    students,
    items: items.toSorted((a, b) => Number(b.itemId === 'credits') - Number(a.itemId === 'credits')),
    missing: findShortage(facts, costs, stock).shortage,
  };
}

const chooseFields = (wanted: WantedValues, fields: readonly StateName[] | undefined): WantedValues =>
  fields === undefined
    ? wanted
    : Object.fromEntries(
        withPairs(fields).flatMap((field) => (wanted[field] === undefined ? [] : [[field, wanted[field]]])),
      );
