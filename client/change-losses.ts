import type { GrowthState, StateName, StudentPatch } from '../contract/state-fields.ts';
import { findLosses, PAIRS } from './compare-values.ts';

/** True if a change lowers or clears anything. */
export const hasLoss = (recorded: GrowthState, wanted: StudentPatch): boolean =>
  findLosses(recorded, wanted).length > 0;

/** The fields that belong together, of which a field is one. */
export const pairOf = (name: StateName): readonly StateName[] =>
  PAIRS.find((pair) => pair.includes(name)) ?? [name];
