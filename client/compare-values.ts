import type { GrowthState, StateName, StudentPatch } from '../contract/state-fields.ts';
import { applyPatch } from '../contract/state-rules.ts';
import { changesTo } from './changes.ts';

/** The effect of a new value on the recorded one. `records`: there was none. */
export type ValueEffect = 'raises' | 'records' | 'lowers' | 'clears';

/** A step of the first value sets the second one back, so that a lower second one is no loss. */
export const PAIRS: readonly (readonly [StateName, StateName])[] = [
  ['equip1', 'equip1Level'],
  ['equip2', 'equip2Level'],
  ['equip3', 'equip3Level'],
  ['bond', 'bondExp'],
];

/** The fields of `wanted` that differ from the recorded state, with what each value does to it. */
export function compareValues(recorded: GrowthState, wanted: StudentPatch): Map<StateName, ValueEffect> {
  const next = applyPatch(recorded, wanted);
  const names = Object.keys(changesTo(recorded, wanted)) as StateName[];
  return new Map(names.map((name) => [name, compareField(name, recorded, next)]));
}

export const isLoss = (effect: ValueEffect | undefined): boolean =>
  effect === 'lowers' || effect === 'clears';

/** The fields that `wanted` would lower or clear. */
export const findLosses = (recorded: GrowthState, wanted: StudentPatch): StateName[] =>
  [...compareValues(recorded, wanted)].flatMap(([name, effect]) => (isLoss(effect) ? [name] : []));

/** What is left of `wanted` for a write that may only raise. */
export function omitLosses(recorded: GrowthState, wanted: StudentPatch): StudentPatch {
  const losses: readonly string[] = findLosses(recorded, wanted);
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => !losses.includes(name)));
}

/** The effect of a field that differs between two states. */
export function compareField(name: StateName, recorded: GrowthState, next: GrowthState): ValueEffect {
  const effect = compareNumbers(recorded[name], next[name]);
  const [first] = PAIRS.find(([, second]) => second === name) ?? [];
  if (first === undefined || recorded[first] === next[first]) return effect;
  const step = compareNumbers(recorded[first], next[first]);
  return step === 'lowers' || (step === 'raises' && effect === 'lowers') ? step : effect;
}

function compareNumbers(from: number | null, to: number | null): ValueEffect {
  if (from === null) return 'records';
  if (to === null) return 'clears';
  return to < from ? 'lowers' : 'raises';
}
