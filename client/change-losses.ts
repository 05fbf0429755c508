import type { GrowthState, StateName, StudentPatch } from '../contract/state-fields.ts';
import { compareValues, isLoss, PAIRS } from './compare-values.ts';

/** True if a change lowers or clears anything. */
export const hasLoss = (recorded: GrowthState, wanted: StudentPatch): boolean =>
  [...compareValues(recorded, wanted).values()].some(isLoss);

/** The fields that belong together, of which a field is one. */
export const pairOf = (name: StateName): readonly StateName[] =>
  PAIRS.find((pair) => pair.includes(name)) ?? [name];
