import { type GrowthState, STATE_NAMES } from './state-fields.ts';

/** The ETag of a student's state: its values in the order of the field table, so that equal states have equal tags. */
export const stateTag = (state: GrowthState): string =>
  `"${STATE_NAMES.map((name) => state[name] ?? '').join('.')}"`;
