import type { WantedValues } from '../../../contract/goals.ts';
import type { GrowthState, StateName } from '../../../contract/state-fields.ts';
import type { GrowthCost } from '../../../game/cost-sum.ts';
import { EQUIPMENT } from '../../../game/equipment-slots.ts';
import { isValueReached } from '../../../game/goal-state.ts';
import type { GrowthFacts } from '../../../game/growth-facts.ts';
import { plannedCost } from '../../../game/planned-cost.ts';

/** The fields whose cost cannot be told apart, in the order of the roster's panel. */
export const COST_PARTS: readonly (readonly StateName[])[] = [
  ['tier'],
  ['weaponTier'],
  ['level'],
  ['weaponLevel'],
  ['skillEx'],
  ['skillNormal'],
  ['skillEnhanced'],
  ['skillSub'],
  ...EQUIPMENT.map(({ tier, level }) => [tier, level]),
  ['equipSpecial'],
  ['abilityHp'],
  ['abilityAtk'],
  ['abilityHeal'],
  ['bond', 'bondExp'],
];

export interface WantedStep {
  readonly field: StateName;
  readonly now: number | null;
  readonly wanted: number;
}

/** The wanted values that the state has not reached, in the order of the panel. */
export const findSteps = (state: GrowthState | null, wanted: WantedValues): WantedStep[] =>
  COST_PARTS.flat().flatMap((field) => {
    const value = wanted[field];
    if (value === undefined || (state !== null && isValueReached(field, state, wanted))) return [];
    return [{ field, now: state?.[field] ?? null, wanted: value }];
  });

/** What each part of a goal costs; those that cost nothing are left out. */
export const findPartCosts = (
  facts: GrowthFacts,
  studentUid: string,
  state: GrowthState | null,
  wanted: WantedValues,
): { fields: readonly StateName[]; cost: GrowthCost }[] =>
  COST_PARTS.map((fields) => {
    const part = Object.fromEntries(fields.map((field) => [field, wanted[field]]));
    return { fields, cost: plannedCost(facts, studentUid, state ?? {}, part) };
  }).filter(({ cost }) => !isFree(cost));

export const isFree = ({ credits, exp, items, unknown }: GrowthCost): boolean =>
  credits === 0 &&
  Object.values(exp).every((amount) => amount === 0) &&
  Object.keys(items).length === 0 &&
  unknown === undefined;
