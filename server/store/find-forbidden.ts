import { normalizeBondExp } from '../../contract/bond.ts';
import { type GrowthState, STATE_FIELDS, STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import { findViolations } from '../../contract/state-rules.ts';

/** The fields that `findForbidden` accepts for a student who is not recruited. */
const BOND_FIELDS: readonly StateName[] = ['bond', 'bondExp'];

/**
 * The fields whose values may not be stored together, none if all may: out of bounds, or against a rule. A record is of a
 * student who is recruited, or has a bond alone.
 */
export function findForbidden(growth: Readonly<Record<StateName, number | null>>): StateName[] {
  const isRecruited = growth.tier !== null;
  const forbidden = STATE_NAMES.filter((name) => {
    const value = growth[name];
    if (value === null) return isRecruited ? !STATE_FIELDS[name].nullable : name === 'bond';
    const { min, max } = STATE_FIELDS[name];
    const isInBounds = Number.isInteger(value) && value >= min && value <= max;
    return !isInBounds || !(isRecruited || BOND_FIELDS.includes(name));
  });
  if (growth.bondExp !== normalizeBondExp(growth.bond, growth.bondExp)) forbidden.push('bond', 'bondExp');
  const broken = isRecruited ? [...findViolations(growth as GrowthState)] : [];
  return [...forbidden, ...broken.flatMap(({ fields }) => fields)];
}
