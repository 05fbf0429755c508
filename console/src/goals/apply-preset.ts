import type { WantedValues } from '../../../contract/goals.ts';
import type { GrowthState } from '../../../contract/state-fields.ts';
import type { GoalPreset } from './goal-presets.ts';
import { findSteps } from './goal-progress.ts';

/** All values of a preset; none if the student has reached them. What is reached stays wanted, as a restore may lose it. */
export const applyPreset = ({ wantedFor }: GoalPreset, state: GrowthState | null): WantedValues =>
  wantedUnlessReached(wantedFor(state), state);

export const wantedUnlessReached = (wanted: WantedValues, state: GrowthState | null): WantedValues =>
  findSteps(state, wanted).length === 0 ? {} : wanted;
