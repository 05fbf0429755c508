import type { RosterFormat } from '../../../client/formats/index.ts';
import { STATE_NAMES, type StateName } from '../../../contract/state-fields.ts';
import students from '../../../data/students.json' with { type: 'json' };
import { writePlanaText } from '../../plana-text.ts';

/** The state that each text below says, as far as its format can. */
export const STATED = {
  tier: 5,
  weaponTier: 2,
  level: 90,
  skillEx: 5,
  skillNormal: 10,
  skillEnhanced: 10,
  skillSub: 10,
  equip1: 10,
  equip2: 9,
  equip3: 9,
  equipSpecial: 2,
  weaponLevel: 40,
  abilityHp: 25,
  abilityAtk: 25,
  abilityHeal: 0,
  bond: 50,
} as const;

const STARS: readonly StateName[] = ['tier', 'weaponTier'];

/** Of the state, what the format can say. */
export function statedIn(format: RosterFormat): Partial<typeof STATED> {
  const isSaid = (name: StateName) => {
    if (format === 'ba-torment') return STARS.includes(name);
    return name !== (format === 'eriduops' ? 'weaponLevel' : format === 'planner-of-plana' ? 'bond' : '');
  };
  return Object.fromEntries(Object.entries(STATED).filter(([name]) => isSaid(name as StateName)));
}

const inSchaleDb = {
  ...{ s: 5, l: 90, e1: 10, e2: 9, e3: 9, e4: 2, ws: 2, wl: 40, b: 50, s1: 5, s2: 10, s3: 10, s4: 10 },
  ...{ pm: 25, pa: 25, ph: 0, lock: false },
};
const inPlanner = {
  ...{ level: '90', bond: '50', star: 5, ue: 2, ue_level: '40', ex: '5', basic: '10', passive: '10' },
  ...{ sub: '10', gear1: '10', gear2: '9', gear3: '9', bond_gear: '2' },
  ...{ book_hp: '25', book_atk: '25', book_heal: '0' },
};
const inYuzuTrends = {
  ...{ level: 90, star: 5, uw: 2, uwLevel: 40, ex: 5, normal: 10, passive: 10, sub: 10, eleph: 0 },
  ...{ affection: 50, affectionExp: 0, equipment: [10, 9, 9], gear: 2 },
  potential: { hp: 25, atk: 25, heal: 0 },
};

const current = (value: number) => ({ current: value, target: value });
const inEriduOps = {
  ...{ characterLevels: current(90), gradeLevels: current(7), bondDetailData: { currentBond: 50 } },
  skillLevels: { Ex: current(5), Public: current(10), Passive: current(10), ExtraPassive: current(10) },
  potentialLevels: { maxhp: current(25), attack: current(25), healpower: current(0) },
  equipmentLevels: { Hat: current(10), Hairpin: current(9), Watch: current(9) },
  exclusiveGearLevel: current(2),
};
const inPlannerOfPlana = {
  ...{ level: 90, student_star: 5, weapon_state: 'weapon_equipped', weapon_star: 2, weapon_level: 40 },
  ...{ ex_skill: 5, skill1: 10, skill2: 10, skill3: 10, equip1: 'T10', equip2: 'T9', equip3: 'T9' },
  ...{ equip4: 'T2', equip1_level: null, equip2_level: null, equip3_level: null },
  ...{ stat_hp: 25, stat_atk: 25, stat_heal: 0 },
};

export const schaleDb = (students: Record<string, object>): string =>
  btoa(
    JSON.stringify(
      Object.fromEntries(
        Object.entries(students).map(([uid, changes]) => [uid, { ...inSchaleDb, ...changes }]),
      ),
    ),
  );

export const planner = (uids: readonly string[], name = 'Aru'): string =>
  JSON.stringify({
    exportVersion: 2,
    characters: uids.map((id) => ({
      id,
      name,
      current: inPlanner,
      target: { ...inPlanner, bond: '100' },
      eleph: { owned: '7', unlocked: true, cost: '1', purchasable: '20' },
      enabled: true,
    })),
    owned_materials: { 100: '12' },
    groups: {},
    site_version: '1.4.22',
  });

export const rollbookJson = (students: readonly object[]): string =>
  JSON.stringify({ rollbook: 1, students });

/** A text of each format, as its tool writes it. */
export const TEXTS: Record<RosterFormat, (uids: readonly string[]) => string> = {
  schaledb: (uids) => schaleDb(Object.fromEntries(uids.map((uid) => [uid, {}]))),
  planner,
  yuzutrends: (uids) =>
    JSON.stringify({
      globalPlans: uids.map((uid) => ({
        uuid: `plan-${uid}`,
        studentId: Number(uid),
        current: inYuzuTrends,
        target: {},
      })),
      eventPlans: {},
      ownedGifts: {},
      version: '2.0.1',
    }),
  'planner-of-plana': (uids) =>
    writePlanaText(
      students
        .filter(({ uid }) => uids.includes(uid))
        .map(({ names }) => ({
          ...{ student_id: names.en.toLowerCase(), display_name: names.ko },
          ...inPlannerOfPlana,
        })),
    ),
  eriduops: (uids) =>
    JSON.stringify({
      version: '3.0',
      userData: {
        forms: Object.fromEntries(
          uids.map((uid) => [uid, { studentId: Number(uid), isOwned: true, ...inEriduOps }]),
        ),
        ...{ resources: { 5: 1000 }, equipments: {} },
      },
    }),
  'ba-torment': (uids) =>
    JSON.stringify({
      ...{ schemaVersion: 1, type: 'ba-torment-preset', exportedAt: '2026-11-24T00:00:00.000Z' },
      pool: { students: Object.fromEntries(uids.map((uid) => [uid, 52])) },
    }),
  'ba-scanner': (uids) =>
    JSON.stringify({ characters: uids.map((id) => ({ id, name: 'Aru', current: inPlanner })) }),
  json: (uids) => rollbookJson(uids.map((studentUid) => ({ studentUid, ...STATED }))),
  account: (uids) =>
    JSON.stringify({
      exportedAt: '2026-11-24T00:00:00.000Z',
      students: uids.map((studentUid) => ({ studentUid, ...STATED })),
      ...{ goals: [], stock: {}, keys: [] },
    }),
  csv: (uids) =>
    [
      `studentUid,name,${STATE_NAMES.join(',')}`,
      ...uids.map((uid) =>
        [uid, 'Aru', ...STATE_NAMES.map((name) => (STATED as Record<string, number>)[name] ?? '')].join(','),
      ),
    ].join('\r\n'),
  sheet: (uids) =>
    [
      '학생,성작,전무,렙,스킬,장비,애장품,능력개방,인연',
      ...uids.map(
        (uid) =>
          `${students.find((student) => student.uid === uid)?.names.ko},5성,2성 Lv.40,90,5/10/10/10,T10/T9/T9,2,25/25/0,50`,
      ),
    ].join('\n'),
};
