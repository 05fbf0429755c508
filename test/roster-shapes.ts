import fc from 'fast-check';
import type { RosterFormat } from '../client/formats/index.ts';
import { STATE_FIELDS, STATE_NAMES, type StateName } from '../contract/state-fields.ts';
import { gameUid } from './arbitrary-states.ts';

/** What a text says of a student, valid or not. */
export type StatedFields = Partial<Record<StateName, unknown>>;
export type StatedStudent = readonly [studentUid: string, values: StatedFields];
type Keys = Partial<Record<StateName, string>>;

const SCHALEDB: Keys = {
  ...{ tier: 's', weaponTier: 'ws', level: 'l', skillEx: 's1', skillNormal: 's2', skillEnhanced: 's3' },
  ...{ skillSub: 's4', equip1: 'e1', equip2: 'e2', equip3: 'e3', equipSpecial: 'e4', weaponLevel: 'wl' },
  ...{ abilityHp: 'pm', abilityAtk: 'pa', abilityHeal: 'ph', bond: 'b' },
};
const FLAT_PLANNER: Keys = {
  ...{ tier: 'star', weaponTier: 'ue', level: 'level', skillEx: 'ex', skillNormal: 'basic' },
  ...{ skillEnhanced: 'passive', skillSub: 'sub', equip1: 'gear1', equip2: 'gear2', equip3: 'gear3' },
  ...{ weaponLevel: 'ue_level', bond: 'bond' },
};
const PLANNER: Keys = {
  ...FLAT_PLANNER,
  ...{ equipSpecial: 'bond_gear', abilityHp: 'book_hp', abilityAtk: 'book_atk', abilityHeal: 'book_heal' },
};
const YUZUTRENDS: Keys = {
  ...{ tier: 'star', weaponTier: 'uw', level: 'level', skillEx: 'ex', skillNormal: 'normal' },
  ...{ skillEnhanced: 'passive', skillSub: 'sub', equip1: 'equipment.0', equip2: 'equipment.1' },
  ...{ equip3: 'equipment.2', equipSpecial: 'gear', weaponLevel: 'uwLevel', abilityHp: 'potential.hp' },
  ...{
    abilityAtk: 'potential.atk',
    abilityHeal: 'potential.heal',
    bond: 'affection',
    bondExp: 'affectionExp',
  },
};
/** Stars and those of the weapon share a key. */
const ERIDUOPS: Keys = {
  ...{ level: 'characterLevels.current', bond: 'bondDetailData.currentBond' },
  ...{ skillEx: 'skillLevels.Ex.current', skillNormal: 'skillLevels.Public.current' },
  ...{ skillEnhanced: 'skillLevels.Passive.current', skillSub: 'skillLevels.ExtraPassive.current' },
  ...{ equip1: 'equipmentLevels.Shoes.current', equip2: 'equipmentLevels.Hairpin.current' },
  ...{ equip3: 'equipmentLevels.Charm.current', equipSpecial: 'exclusiveGearLevel.current' },
  ...{ abilityHp: 'potentialLevels.maxhp.current', abilityAtk: 'potentialLevels.attack.current' },
  abilityHeal: 'potentialLevels.healpower.current',
};
const PLANNER_OF_PLANA: Keys = {
  ...{ tier: 'student_star', weaponTier: 'weapon_star', level: 'level', weaponLevel: 'weapon_level' },
  ...{ skillEx: 'ex_skill', skillNormal: 'skill1', skillEnhanced: 'skill2', skillSub: 'skill3' },
  ...{ equip1: 'equip1', equip2: 'equip2', equip3: 'equip3', equipSpecial: 'equip4' },
  ...{ equip1Level: 'equip1_level', equip2Level: 'equip2_level', equip3Level: 'equip3_level' },
  ...{ abilityHp: 'stat_hp', abilityAtk: 'stat_atk', abilityHeal: 'stat_heal' },
};
const OURS: Keys = Object.fromEntries(STATE_NAMES.map((name) => [name, name]));

/** A key with dots is that of lists and objects inside. */
function rename(values: StatedFields, keys: Keys): Record<string, unknown> {
  const renamed: Record<string, unknown> = {};
  for (const [name, key] of Object.entries(keys) as [StateName, string][]) {
    const path = key.split('.');
    let target = renamed;
    for (const [place, outer] of path.slice(0, -1).entries()) {
      target[outer] ??= /^\d$/.test(path[place + 1] ?? '') ? [] : {};
      target = target[outer] as Record<string, unknown>;
    }
    target[path.at(-1) ?? key] = values[name];
  }
  return renamed;
}

/** Stars from 1 on, and above 5 those of the weapon. */
const toGrade = ({ tier, weaponTier }: StatedFields): unknown =>
  Number(weaponTier) > 0 ? 5 + Number(weaponTier) : tier;
const toPlanaTier = (tier: unknown): unknown =>
  tier === 0 ? 'empty' : typeof tier === 'number' ? `T${tier}` : (tier ?? null);

/** By whose names the students of a text are found that has no UIDs: each is called as its UID. */
export const namedStudents = (uids: readonly string[]) => ({
  date: undefined,
  students: uids.map((studentUid) => ({
    studentUid,
    names: { ko: studentUid, ja: studentUid, en: studentUid },
    ...{ aliases: [], forms: [], attributes: {} },
  })),
});

const toCell = (value: unknown): string =>
  `"${String(typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '')).replaceAll('"', '""')}"`;

/** Texts as the tools write them, of each shape that is read. */
export const ROSTER_SHAPES: Record<
  string,
  { format: RosterFormat; keys: Keys; write: (students: readonly StatedStudent[]) => string }
> = {
  'Rollbook JSON': {
    format: 'json',
    keys: OURS,
    write: (students) =>
      JSON.stringify({
        rollbook: 1,
        students: students.map(([studentUid, values]) => ({ studentUid, ...values })),
      }),
  },
  'an answer of the API': {
    format: 'json',
    keys: OURS,
    write: (students) =>
      JSON.stringify({
        students: students.map(([studentUid, values]) => ({ studentUid, ...values })),
        nextCursor: null,
      }),
  },
  'a bare array': {
    format: 'json',
    keys: OURS,
    write: (students) => JSON.stringify(students.map(([studentUid, values]) => ({ studentUid, ...values }))),
  },
  'Rollbook CSV': {
    format: 'csv',
    keys: OURS,
    write: (students) =>
      [
        ['studentUid', ...STATE_NAMES].join(';'),
        ...students.map(([uid, values]) =>
          [uid, ...STATE_NAMES.map((name) => values[name])].map(toCell).join(';'),
        ),
      ].join('\n'),
  },
  SchaleDB: {
    format: 'schaledb',
    keys: SCHALEDB,
    write: (students) =>
      btoa(
        JSON.stringify(Object.fromEntries(students.map(([uid, values]) => [uid, rename(values, SCHALEDB)]))),
      ),
  },
  'the planner': {
    format: 'planner',
    keys: PLANNER,
    write: (students) =>
      JSON.stringify({
        exportVersion: 2,
        characters: students.map(([id, values]) => ({ id, current: rename(values, PLANNER), target: {} })),
      }),
  },
  'an old save of the planner': {
    format: 'planner',
    keys: FLAT_PLANNER,
    write: (students) =>
      JSON.stringify({
        characters: students.map(([id, values]) => ({
          id,
          ...rename(values, FLAT_PLANNER),
          level_target: 1,
        })),
        disabled_characters: [],
      }),
  },
  YuzuTrends: {
    format: 'yuzutrends',
    keys: YUZUTRENDS,
    write: (students) =>
      JSON.stringify({
        globalPlans: students.map(([uid, values]) => ({
          studentId: Number(uid),
          current: rename(values, YUZUTRENDS),
        })),
      }),
  },
  EriduOps: {
    format: 'eriduops',
    keys: ERIDUOPS,
    write: (students) =>
      JSON.stringify({
        version: '3.0',
        userData: {
          forms: Object.fromEntries(
            students.map(([uid, values]) => [
              uid,
              {
                ...{ studentId: Number(uid), isOwned: true, gradeLevels: { current: toGrade(values) } },
                ...rename(values, ERIDUOPS),
              },
            ]),
          ),
        },
      }),
  },
  planner_of_plana: {
    format: 'planner-of-plana',
    keys: PLANNER_OF_PLANA,
    write: (students) =>
      JSON.stringify({
        ...{ format: 'ba_planner_state', version: 1 },
        students: students.map(([student_id, values]) => {
          const { equip1, equip2, equip3, equipSpecial, weaponTier } = values;
          const tiers = [equip1, equip2, equip3, equipSpecial].map(toPlanaTier);
          return {
            student_id,
            weapon_state: weaponTier === 0 ? 'no_weapon_system' : 'weapon_equipped',
            ...rename(values, PLANNER_OF_PLANA),
            ...Object.fromEntries(tiers.map((tier, place) => [`equip${place + 1}`, tier])),
          };
        }),
      }),
  },
  'BA Torment': {
    format: 'ba-torment',
    keys: { tier: 'tier', weaponTier: 'weaponTier' },
    write: (students) =>
      JSON.stringify({
        ...{ type: 'ba-torment-preset', schemaVersion: 1 },
        pool: {
          students: Object.fromEntries(
            students.map(([uid, { tier, weaponTier }]) => {
              const isNumber = typeof tier === 'number' && typeof weaponTier === 'number';
              const stars = Number(weaponTier) > 0 ? 5 : Number(tier);
              return [uid, isNumber ? 10 * stars + weaponTier : (tier ?? null)];
            }),
          ),
        },
      }),
  },
  'BA-Scanner': {
    format: 'ba-scanner',
    keys: PLANNER,
    write: (students) =>
      JSON.stringify({
        characters: students.map(([id, values]) => ({ id, current: rename(values, PLANNER) })),
      }),
  },
};

/** No field of a text can have it. */
export const invalidValue = fc.constantFrom<unknown>('x', true, 1.5, -1, { length: 5 }, '1e1');
const anyFields = fc.record(
  Object.fromEntries(
    STATE_NAMES.map((name) => {
      const valid = fc.integer({ min: 0, max: STATE_FIELDS[name].max });
      return [
        name,
        fc.oneof(
          { weight: 8, arbitrary: valid },
          { weight: 2, arbitrary: valid.map(String) },
          { weight: 1, arbitrary: fc.oneof(invalidValue, fc.constantFrom(undefined, null, '', 0, 1e9)) },
        ),
      ];
    }),
  ),
) as fc.Arbitrary<StatedFields>;
/** Mostly values that a field can have. */
export const anyStudents = fc.uniqueArray(fc.tuple(gameUid, anyFields), {
  minLength: 1,
  maxLength: 20,
  selector: ([uid]) => uid,
}) as fc.Arbitrary<StatedStudent[]>;
