import { normalizeBondExp } from '../../contract/bond.ts';
import {
  type GrowthState,
  STATE_FIELDS,
  STATE_NAMES,
  type StateName,
  type StudentPatch,
  type StudentRegistration,
} from '../../contract/state-fields.ts';
import { WEAPON_REQUIRED_TIER } from '../../contract/state-rules.ts';
import { NOTICES, type Notice } from './notices.ts';
import { ownValue } from './parse-json.ts';
import { isReadable, type StatedValues } from './read-row.ts';

/** BA-Scanner has the planner's keys. */
type ForeignKeys = 'schaledb' | 'planner' | 'yuzutrends' | 'eriduops' | 'plana' | 'torment';
type WritableKeys = 'schaledb' | 'planner';

/** How the tools that have a field name and fill it. Reading and writing both follow from this table. */
interface ForeignField extends Partial<Record<ForeignKeys, string>> {
  /** Read where the planner's key is missing: names in its forks and in BA-Scanner. */
  plannerAliases?: readonly string[];
  /** Written where ours is null; 0 if left out. */
  empty?: number;
  /** The tools whose lowest value is 1, so that it may stand for none. */
  floored?: readonly ForeignKeys[];
  /** The tier from which a student has this skill; below, `empty` is 0. */
  unlockedFrom?: number;
}

const FLOORED: readonly ForeignKeys[] = ['schaledb', 'eriduops'];

const FOREIGN_FIELDS: Readonly<Record<StateName, ForeignField>> = {
  tier: {
    ...{ schaledb: 's', planner: 'star', yuzutrends: 'star' },
    ...{ eriduops: 'star', plana: 'student_star', torment: 'tier' },
  },
  weaponTier: {
    ...{ schaledb: 'ws', planner: 'ue', yuzutrends: 'uw' },
    ...{ eriduops: 'weapon', plana: 'weapon_star', torment: 'weaponTier' },
  },
  level: {
    ...{ schaledb: 'l', planner: 'level', yuzutrends: 'level' },
    ...{ eriduops: 'characterLevels.current', plana: 'level' },
    empty: 1,
  },
  skillEx: {
    ...{ schaledb: 's1', planner: 'ex', yuzutrends: 'ex' },
    ...{ eriduops: 'skillLevels.Ex.current', plana: 'ex_skill' },
    empty: 1,
  },
  skillNormal: {
    ...{ schaledb: 's2', planner: 'basic', yuzutrends: 'normal' },
    ...{ eriduops: 'skillLevels.Public.current', plana: 'skill1' },
    empty: 1,
  },
  skillEnhanced: {
    ...{ schaledb: 's3', planner: 'passive', yuzutrends: 'passive' },
    ...{ eriduops: 'skillLevels.Passive.current', plana: 'skill2' },
    empty: 1,
    floored: FLOORED,
    unlockedFrom: 2,
  },
  skillSub: {
    ...{ schaledb: 's4', planner: 'sub', yuzutrends: 'sub' },
    ...{ eriduops: 'skillLevels.ExtraPassive.current', plana: 'skill3' },
    empty: 1,
    floored: ['eriduops'],
    unlockedFrom: 3,
  },
  equip1: {
    ...{ schaledb: 'e1', planner: 'gear1', yuzutrends: 'equipment.0', eriduops: 'equip1', plana: 'equip1' },
    floored: FLOORED,
  },
  equip2: {
    ...{ schaledb: 'e2', planner: 'gear2', yuzutrends: 'equipment.1', eriduops: 'equip2', plana: 'equip2' },
    floored: FLOORED,
  },
  equip3: {
    ...{ schaledb: 'e3', planner: 'gear3', yuzutrends: 'equipment.2', eriduops: 'equip3', plana: 'equip3' },
    floored: FLOORED,
  },
  equip1Level: { plana: 'equip1_level' },
  equip2Level: { plana: 'equip2_level' },
  equip3Level: { plana: 'equip3_level' },
  equipSpecial: {
    ...{ schaledb: 'e4', planner: 'bond_gear', yuzutrends: 'gear' },
    ...{ eriduops: 'exclusiveGearLevel.current', plana: 'equip4' },
    plannerAliases: ['bondgear', 'gear_bond'],
  },
  weaponLevel: { schaledb: 'wl', planner: 'ue_level', yuzutrends: 'uwLevel', plana: 'weapon_level' },
  abilityHp: {
    ...{ schaledb: 'pm', planner: 'book_hp', yuzutrends: 'potential.hp' },
    ...{ eriduops: 'potentialLevels.maxhp.current', plana: 'stat_hp' },
    plannerAliases: ['talent_hp'],
  },
  abilityAtk: {
    ...{ schaledb: 'pa', planner: 'book_atk', yuzutrends: 'potential.atk' },
    ...{ eriduops: 'potentialLevels.attack.current', plana: 'stat_atk' },
    plannerAliases: ['talent_atk'],
  },
  abilityHeal: {
    ...{ schaledb: 'ph', planner: 'book_heal', yuzutrends: 'potential.heal' },
    ...{ eriduops: 'potentialLevels.healpower.current', plana: 'stat_heal' },
    plannerAliases: ['talent_healing'],
  },
  bond: {
    ...{ schaledb: 'b', planner: 'bond', yuzutrends: 'affection', eriduops: 'bondDetailData.currentBond' },
    empty: 1,
  },
  bondExp: { yuzutrends: 'affectionExp' },
};

const FIELDS = STATE_NAMES.map((name) => [name, FOREIGN_FIELDS[name]] as const);
const fieldsOf = (keys: ForeignKeys) => FIELDS.filter(([, field]) => field[keys] !== undefined);

/** No student has more stars than these when recruited. */
const MAX_BASE_TIER = 3;

/**
 * True if the planner, YuzuTrends or EriduOps has filled in every value. Older planners have locked skills whatever
 * the stars, so 0 counts as a default too.
 */
export const isUntouchedIn =
  (keys: ForeignKeys) =>
  (state: StudentRegistration): boolean =>
    state.tier <= MAX_BASE_TIER &&
    FIELDS.every(
      ([name, field]) =>
        name === 'tier' || (state[name] ?? 0) <= emptyValue(keys, field, WEAPON_REQUIRED_TIER),
    );

/** The notice that goes with every text of another tool. */
export const foreignNotices = (keys: ForeignKeys): Notice[] => [
  NOTICES.fieldsNotInFormat(STATE_NAMES.filter((name) => FOREIGN_FIELDS[name][keys] === undefined)),
];

export function readForeignState(
  keys: ForeignKeys,
  student: unknown,
): { values: StatedValues; warnings: Notice[] } {
  const values: StatedValues = {};
  const warnings: Notice[] = [];
  for (const [name, field] of fieldsOf(keys)) {
    const paths = [field[keys] as string, ...((keys === 'planner' && field.plannerAliases) || [])];
    values[name] = paths.map((path) => readStated(name, student, path)).find((value) => value !== undefined);
  }
  if (values.tier !== undefined && values.weaponTier === undefined) {
    values.weaponTier = 0;
    warnings.push(NOTICES.weaponTierMissing());
  }
  if (numberOf(values.weaponTier) >= 1 && values.weaponLevel === 0) {
    delete values.weaponLevel;
    warnings.push(NOTICES.weaponLevelUnknown());
  }
  const { bond, bondExp } = values;
  if (typeof bondExp === 'number' && isReadable('bondExp', bondExp) && !isWithinRank(bond, bondExp)) {
    // YuzuTrends mostly has 0 in the place of an experience that nobody entered.
    if (bondExp !== 0) warnings.push(NOTICES.bondExpLeftOut(bondExp));
    delete values.bondExp;
  }
  for (const [name, { floored, unlockedFrom = Infinity }] of FIELDS)
    if (floored?.includes(keys) && values[name] === 1 && numberOf(values.tier) < unlockedFrom)
      warnings.push(NOTICES.mayBeEmpty(name));
  return { values, warnings };
}

/** `Number` throws for some objects that a text can have. */
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

const isWithinRank = (bond: unknown, bondExp: number): boolean =>
  bondExp > 0 &&
  typeof bond === 'number' &&
  isReadable('bond', bond) &&
  normalizeBondExp(bond, bondExp) !== null;

/** Values that stand where ours is null, and are read as values. A skill that is locked is read back as null. */
export const foreignPlaceholders = (keys: ForeignKeys): StudentPatch =>
  Object.fromEntries(
    fieldsOf(keys)
      .filter(([name]) => STATE_FIELDS[name].nullable)
      .map(([name, field]) => [name, emptyValue(keys, field, WEAPON_REQUIRED_TIER)] as const)
      .filter(([name, value]) => value >= STATE_FIELDS[name].min),
  );

/** Undefined if the student has no value at the path, null if it has none of what the field counts. */
function readStated(name: StateName, student: unknown, path: string): unknown {
  const value = path.split('.').reduce(ownValue, student);
  if (value === null || value === '') return undefined;
  const stated = parseInteger(value);
  const { min, nullable } = STATE_FIELDS[name];
  return stated === 0 && min > 0 && nullable ? null : stated;
}

/** Other tools have numbers as strings, too. */
export const parseInteger = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;

/** The value that a field counts as where nothing is known. A skill that is locked can be had at 1 without any cost. */
export const lowestValue = (name: StateName): number => FOREIGN_FIELDS[name].empty ?? 0;

export function writeForeignState(keys: WritableKeys, state: GrowthState): Record<string, number> {
  return Object.fromEntries(
    fieldsOf(keys).map(([name, field]) => [field[keys], state[name] ?? emptyValue(keys, field, state.tier)]),
  );
}

function emptyValue(
  keys: ForeignKeys,
  { empty = 0, floored = [], unlockedFrom = 0 }: ForeignField,
  tier: number,
): number {
  if (tier < unlockedFrom) return 0;
  return floored.includes(keys) ? 1 : empty;
}
