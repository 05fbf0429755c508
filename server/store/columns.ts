import { bondInterval } from '../../contract/bond.ts';
import { BOND_RANK_STARTS } from '../../contract/bond-ranks.ts';
import { type GrowthState, STATE_FIELDS, STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import { ABILITY_FIELDS, WEAPON_LEVEL_CAPS, WEAPON_REQUIRED_TIER } from '../../contract/state-rules.ts';
import type { StoredStudent } from './stored-student.ts';

/** The field table (contract/state-fields.ts) as SQL that both engines understand. */
export const toColumnName = (name: StateName): string =>
  name.replace(/[A-Z]/g, (char) => `_${char.toLowerCase()}`);

export const GROWTH_COLUMNS: readonly string[] = STATE_NAMES.map(toColumnName);

/** Values in the order of GROWTH_COLUMNS. */
export const toColumnValues = (growth: Partial<GrowthState>): (number | null)[] =>
  STATE_NAMES.map((name) => growth[name] ?? null);

/** A record of a student of whom nothing is recorded. */
export const NO_VALUES = Object.fromEntries(STATE_NAMES.map((name) => [name, null])) as Record<
  StateName,
  null
>;

/** The record as the engine returns it after this write: `json` equals the JSON that the database generates. */
export const toStoredStudent = (studentUid: string, growth: Partial<GrowthState>): StoredStudent => ({
  json: JSON.stringify({ studentUid, ...NO_VALUES, ...growth }),
  recruited: typeof growth.tier === 'number',
});

export const parseGrowth = (text: string): GrowthState => {
  const { studentUid: _, ...growth } = JSON.parse(text);
  return growth;
};

/** In the order of GROWTH_COLUMNS. A null passes a range; ROW_CHECKS decide where null is allowed. */
export const GROWTH_RANGES: readonly string[] = STATE_NAMES.map((name) => {
  const { min, max } = STATE_FIELDS[name];
  return `${toColumnName(name)} BETWEEN ${min} AND ${max}`;
});

const requiredColumns = STATE_NAMES.filter((name) => !STATE_FIELDS[name].nullable).map(toColumnName);
const recruitedOnlyColumns = STATE_NAMES.filter(
  (name) => STATE_FIELDS[name].nullable && name !== 'bond' && name !== 'bondExp',
).map(toColumnName);
const bondExpByRank = (end: 'from' | 'to') =>
  `CASE ${toColumnName('bond')} ${BOND_RANK_STARTS.map((_, i) => `WHEN ${i + 1} THEN ${bondInterval(i + 1)[end]}`).join(' ')} END`;
const levelCapsByTier = WEAPON_LEVEL_CAPS.map((cap, tier) => `WHEN ${tier} THEN ${cap}`).join(' ');

const joinConditions = (columns: string[], condition: string) =>
  columns.map((column) => `${column} ${condition}`).join(' AND ');

/**
 * The rules of contract/state-rules.ts as CHECK constraints: the database rejects an invalid row even if the code has a
 * bug.
 */
export const ROW_CHECKS: Readonly<Record<string, string>> = {
  recruited_or_only_bond: `(${joinConditions(requiredColumns, 'IS NOT NULL')}) OR (${joinConditions([...requiredColumns, ...recruitedOnlyColumns], 'IS NULL')} AND ${toColumnName('bond')} IS NOT NULL)`,
  weapon_needs_tier: `${toColumnName('weaponTier')} = 0 OR ${toColumnName('tier')} = ${WEAPON_REQUIRED_TIER}`,
  weapon_level_cap: `${toColumnName('weaponLevel')} <= CASE ${toColumnName('weaponTier')} ${levelCapsByTier} END`,
  ability_needs_weapon: `${toColumnName('weaponTier')} > 0 OR (${ABILITY_FIELDS.map((name) => `coalesce(${toColumnName(name)}, 0) = 0`).join(' AND ')})`,
  bond_exp_of_rank: `${toColumnName('bondExp')} IS NULL OR (${toColumnName('bond')} IS NOT NULL AND ${toColumnName('bondExp')} BETWEEN ${bondExpByRank('from')} AND ${bondExpByRank('to')})`,
};
