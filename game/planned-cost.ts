import type { StateName } from '../contract/state-fields.ts';
import type { GrowthCost } from './cost-sum.ts';
import { EQUIPMENT } from './equipment-slots.ts';
import { growthCost } from './growth-cost.ts';
import type { GrowthFacts } from './growth-facts.ts';
import type { GrowthValues } from './growth-steps.ts';

const isRecorded = (value: number | null | undefined): value is number => (value ?? null) !== null;

/** The equipment levels that are not recorded although their tiers are, as other tools leave them. */
export const assumedLevels = (from: GrowthValues): StateName[] =>
  EQUIPMENT.filter(({ tier, level }) => isRecorded(from[tier]) && !isRecorded(from[level])).map(
    ({ level }) => level,
  );

/** What growth costs in a plan, where these levels count as the cap of their tier. */
export function plannedCost(
  facts: GrowthFacts,
  studentUid: string,
  from: GrowthValues,
  to: GrowthValues,
): GrowthCost {
  const { capByTier } = facts.costs.equip;
  const caps = EQUIPMENT.map(({ tier, level }) => [level, capByTier[(from[tier] ?? 0) - 1]] as const);
  const assumed = assumedLevels(from);
  const filled = Object.fromEntries(caps.filter(([level]) => assumed.includes(level)));
  return growthCost(facts, studentUid, { ...from, ...filled }, to);
}
