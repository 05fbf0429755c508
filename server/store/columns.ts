import { BOND_RANK_STARTS, bondInterval } from '../../contract/bond.ts';
import { type Growth, STATE_FIELDS, STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import { ABILITIES, WEAPON_LEVEL_CAPS, WEAPON_NEEDS_TIER } from '../../contract/state-rules.ts';
import type { StoredStudent } from './types.ts';

/** The field table as SQL, in words that every engine understands. */
export const columnOf = (name: StateName): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const GROWTH_COLUMNS: readonly string[] = STATE_NAMES.map(columnOf);

/** Values in the order of GROWTH_COLUMNS. Without a tier it is a bond recorded for one not recruited. */
export const toColumnValues = (growth: Partial<Growth>): (number | null)[] =>
  STATE_NAMES.map((name) => growth[name] ?? null);

const NOTHING = Object.fromEntries(STATE_NAMES.map((name) => [name, null]));

/** As the engine will read what was just written, letter for letter. */
export const toStoredStudent = (studentUid: string, growth: Partial<Growth>): StoredStudent => ({
  text: JSON.stringify({ studentUid, ...NOTHING, ...growth }),
  recruited: typeof growth.tier === 'number',
});

export const parseGrowth = (text: string): Growth => {
  const { studentUid: _, ...growth } = JSON.parse(text);
  return growth;
};

/** The range of each field. Null is refused or allowed by the checks below, row by row. */
export const GROWTH_RANGES: readonly string[] = STATE_NAMES.map((name) => {
  const { min, max } = STATE_FIELDS[name];
  return `${columnOf(name)} BETWEEN ${min} AND ${max}`;
});

const col = columnOf;
const required = STATE_NAMES.filter((name) => !STATE_FIELDS[name].nullable).map(col);
const onlyRecruited = STATE_NAMES.filter(
  (name) => STATE_FIELDS[name].nullable && name !== 'bond' && name !== 'bondExp',
).map(col);
const byRank = (end: 'from' | 'to') =>
  `CASE ${col('bond')} ${BOND_RANK_STARTS.map((_, i) => `WHEN ${i + 1} THEN ${bondInterval(i + 1)[end]}`).join(' ')} END`;
const caps = WEAPON_LEVEL_CAPS.map((cap, tier) => `WHEN ${tier} THEN ${cap}`).join(' ');

const everyOf = (columns: string[], is: string) => columns.map((column) => `${column} ${is}`).join(' AND ');

/** SPEC 2.3 once more, so that the database refuses an invalid row even if the code is wrong. */
export const ROW_CHECKS: Readonly<Record<string, string>> = {
  recruited_or_only_bond: `(${everyOf(required, 'IS NOT NULL')}) OR (${everyOf([...required, ...onlyRecruited], 'IS NULL')} AND ${col('bond')} IS NOT NULL)`,
  weapon_needs_tier: `${col('weaponTier')} = 0 OR ${col('tier')} = ${WEAPON_NEEDS_TIER}`,
  weapon_level_cap: `${col('weaponLevel')} <= CASE ${col('weaponTier')} ${caps} END`,
  ability_needs_weapon: `${col('weaponTier')} > 0 OR (${ABILITIES.map((name) => `coalesce(${col(name)}, 0) = 0`).join(' AND ')})`,
  bond_exp_of_rank: `${col('bondExp')} IS NULL OR (${col('bond')} IS NOT NULL AND ${col('bondExp')} BETWEEN ${byRank('from')} AND ${byRank('to')})`,
};
