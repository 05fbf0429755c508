import type { StateName } from '../contract/state-fields.ts';
import { EQUIPMENT } from './equipment-slots.ts';

/** The fields whose cost cannot be told apart. */
const PAIRS: readonly (readonly StateName[])[] = [
  ...EQUIPMENT.map(({ tier, level }) => [tier, level]),
  ['bond', 'bondExp'],
];

/** The fields with those that are raised with them: an equipment's tier with its level, a rank with its experience. */
export const withPairs = (fields: readonly StateName[]): StateName[] => [
  ...new Set(fields.flatMap((field) => PAIRS.find((pair) => pair.includes(field)) ?? [field])),
];
