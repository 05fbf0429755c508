import type { WantedValues } from '../../../contract/goals.ts';
import { STATE_NAMES, type StateName } from '../../../contract/state-fields.ts';
import { checkWantedValues } from '../../../contract/wanted-rules.ts';
import { EQUIPMENT } from '../../../game/equipment-slots.ts';

/** A value, and the one that belongs to it: the higher first value brings its own second one. */
const PAIRS: readonly (readonly [StateName, StateName])[] = [
  ...EQUIPMENT.map(({ tier, level }) => [tier, level] as const),
  ['bond', 'bondExp'],
];

/** Both goals in one: of each value the higher one. */
export function raiseWanted(before: WantedValues, added: WantedValues): WantedValues {
  const raised: WantedValues = {};
  for (const name of STATE_NAMES) {
    const values = [before[name], added[name]].filter((value) => value !== undefined);
    if (values.length > 0) raised[name] = Math.max(...values);
  }
  for (const [first, second] of PAIRS) {
    const [held = 0, wanted = 0] = [before[first], added[first]];
    if (held === 0 || wanted === 0 || held === wanted) continue;
    const value = (held > wanted ? before : added)[second];
    if (value === undefined) delete raised[second];
    else raised[second] = value;
  }
  return keepValid(raised);
}

/** Without the bond experience that does not fit the rank. */
export function keepValid(wanted: WantedValues): WantedValues {
  if (checkWantedValues(wanted).every(({ field }) => field !== 'bondExp')) return wanted;
  const { bondExp: _, ...rest } = wanted;
  return rest;
}
