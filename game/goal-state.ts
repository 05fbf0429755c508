import { BOND_RANK_STARTS } from '../contract/bond-ranks.ts';
import type { WantedValues } from '../contract/goals.ts';
import { STATE_NAMES, type StateName } from '../contract/state-fields.ts';
import { EQUIPMENT } from './equipment-slots.ts';
import { bondExperience } from './growth-cost.ts';
import type { GrowthValues } from './growth-steps.ts';

const TIER_OF_LEVEL = new Map<StateName, StateName>(EQUIPMENT.map(({ tier, level }) => [level, tier]));

/**
 * Whether a student has reached all that is wanted. Of a piece of equipment the tier decides, then the level; of a bond
 * the cumulative experience, which without one is that of the rank's start. A value that is not recorded reaches
 * nothing: of a student who is not recruited, all but the bond.
 */
export const isGoalReached = (recorded: GrowthValues, wanted: WantedValues): boolean =>
  STATE_NAMES.every((name) => isValueReached(name, recorded, wanted));

/** Whether a student has reached one of the wanted values. */
export function isValueReached(name: StateName, recorded: GrowthValues, wanted: WantedValues): boolean {
  const value = wanted[name];
  if (value === undefined) return true;
  if (name === 'bond' || name === 'bondExp')
    return (
      isKnown(recorded.bond) &&
      bondExperience(BOND_RANK_STARTS, recorded) >= bondExperience(BOND_RANK_STARTS, wanted)
    );
  const tier = TIER_OF_LEVEL.get(name);
  return (tier !== undefined && isAbove(recorded[tier], wanted[tier])) || isAbove(recorded[name], value - 1);
}

const isKnown = (value: number | null | undefined): value is number => value !== null && value !== undefined;
const isAbove = (value: number | null | undefined, limit: number | undefined): boolean =>
  isKnown(value) && limit !== undefined && value > limit;
