import type { RosterFormat } from '../../../client/formats/index.ts';
import { STATE_NAMES } from '../../../contract/state-fields.ts';

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
};
