import type { WantedValues } from '../../contract/goals.ts';
import { STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import { correctState } from './correct-state.ts';
import { lowestValue, readForeignState } from './foreign-fields.ts';
import { NOTICES, type Notice } from './notices.ts';
import { ownValue } from './parse-json.ts';
import type { StatedState } from './parsed-roster.ts';
import { nestCharacter } from './planner.ts';
import { isReadable } from './read-row.ts';

/** The current state of a character. What cannot be read is left out, or the lowest. */
export function readCurrent(character: unknown): StatedState {
  const { values } = readValues(ownValue(nestCharacter(character), 'current'));
  return correctState({ tier: 1, weaponTier: 0, ...values }).corrected;
}

/** The values that a character is to reach beyond its current state. */
export function readTarget(character: unknown): { wanted: WantedValues; warnings: Notice[] } {
  const current = readCurrent(character);
  const target = readValues(ownValue(nestCharacter(character), 'target'));
  const { raised, warnings } = raiseState(current, target.values);
  const names = STATE_NAMES.filter((name) => isAbove(name, raised[name], current[name]));
  const wanted = Object.fromEntries(names.map((name) => [name, raised[name]]));
  return { wanted, warnings: [...target.warnings, ...warnings] };
}

/** Raises a state to the values that are above its own, as far as the rules allow. */
export function raiseState(
  current: StatedState,
  values: WantedValues,
): { raised: StatedState; warnings: Notice[] } {
  const names = STATE_NAMES.filter((name) => isAbove(name, values[name], current[name]));
  const { corrected, warnings } = correctState({
    ...current,
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
  });
  return { raised: corrected, warnings };
}

const isAbove = (
  name: StateName,
  value: number | null | undefined,
  current: number | null | undefined,
): boolean => (value ?? 0) > (current ?? lowestValue(name));

function readValues(student: unknown): { values: WantedValues; warnings: Notice[] } {
  // Its own warnings are about a current state, of which zeros say more than of a target.
  const stated = Object.entries(readForeignState('planner', student).values) as [StateName, unknown][];
  const named = stated.filter(([, value]) => value !== undefined && value !== null);
  return {
    values: Object.fromEntries(named.filter(([name, value]) => isReadable(name, value))),
    warnings: named
      .filter(([name, value]) => !isReadable(name, value))
      .map(([name, value]) => NOTICES.valueLeftOut(name, value)),
  };
}
