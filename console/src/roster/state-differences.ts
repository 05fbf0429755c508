import { type GrowthState, STATE_NAMES, type StateName } from '../../../contract/state-fields.ts';

export interface Difference {
  readonly field: StateName;
  readonly from: number | null;
  readonly to: number | null;
}

/** The fields in which two states differ, in the order of the table. */
export const findDifferences = (from: GrowthState, to: GrowthState): Difference[] =>
  STATE_NAMES.filter((field) => from[field] !== to[field]).map((field) => ({
    field,
    from: from[field],
    to: to[field],
  }));
