import type { StateName } from '../contract/state-fields.ts';
import type { GrowthCost } from './cost-sum.ts';
import { EQUIPMENT } from './equipment-slots.ts';
import { growthCost } from './growth-cost.ts';
import type { GrowthFacts } from './growth-facts.ts';
import type { GrowthValues } from './growth-steps.ts';

/** The slots that are to grow and of which only the tier is recorded, as other tools leave them. */
const assumedSlots = (from: GrowthValues, to: GrowthValues) =>
  EQUIPMENT.filter(({ tier, level }) => from[tier] && !from[level] && (to[tier] || to[level]));

/** The equipment levels that `plannedCost` counts as the cap of their tier. */
export const assumedLevels = (from: GrowthValues, to: GrowthValues): StateName[] =>
  assumedSlots(from, to).map(({ level }) => level);

/** What growth costs in a plan: `growthCost`, where a piece of equipment without a level has that of its tier's cap. */
export function plannedCost(
  facts: GrowthFacts,
  studentUid: string,
  from: GrowthValues,
  to: GrowthValues,
): GrowthCost {
  const { capByTier } = facts.costs.equip;
  const caps = assumedSlots(from, to).map(({ tier, level }) => [
    level,
    capByTier[(from[tier] as number) - 1],
  ]);
  return growthCost(facts, studentUid, { ...from, ...Object.fromEntries(caps) }, to);
}
