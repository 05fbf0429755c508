import { readFileSync } from 'node:fs';
import type { ItemFacts } from '../game/growth-facts.ts';

export const items: Record<string, ItemFacts> = JSON.parse(
  readFileSync(new URL('../data/items.json', import.meta.url), 'utf8'),
);
const student = (studentUid: string, star: number, forms: string[] = []) => ({
  studentUid,
  forms,
  attributes: { star },
});
export const students = [
  student('10000', 3),
  student('10010', 3),
  student('10098', 3, ['10099']),
  student('13002', 2),
  student('16001', 1),
  student('20048', 3),
];
export const data = { students, items };

/** Built as a save of the planner is, with invented values. */
export const current = {
  ...{ level: '72', bond: '20', star: 3, ue: 0, ue_level: '0', ex: '3', basic: '4', passive: '4', sub: '1' },
  ...{ gear1: '5', gear2: '5', gear3: '0', bond_gear: '0', book_hp: '0', book_atk: '0', book_heal: '0' },
};
const eleph = {
  ...{ owned: '0', unlocked: true, cost: '1', purchasable: '20', farm_nodes: '0' },
  ...{ node_refresh: false, use_eligma: false, use_shop: false },
};
export const character = (id: string, target: object, rest: object = {}) => ({
  ...{ id, name: `Student ${id}`, current, target: { ...current, ...target }, eleph, enabled: true },
  ...rest,
});
export const realSave = {
  exportVersion: 2,
  characters: [
    character('10000', { level: '90', ex: '5', gear3: 7 }, { eleph: { ...eleph, owned: '64' } }),
    character('10010', { star: 5, ue: 2, ue_level: '40', book_atk: '10' }, { enabled: false }),
    character('10099', { sub: '7', bond: '' }),
    character('13002', {}),
    character('16001', { bond: '50' }, { eleph: { ...eleph, owned: 12, unlocked: false } }),
    character('20048', { level: '60', gear1: '2' }),
  ],
  character_order: ['20048', '16001', '10099', '10000', '99999'],
  disabled_characters: ['10010', '16001'],
  owned_materials: {
    ...{ 100: '14', 3021: 7, 9999: '3', 2001: '8', 5000: 2, Credit: '123456789' },
    ...{ XP_1: '10', XP_4: 2, Xp: 20500, GXP_2: '5', GearXp: 1800 },
    ...{ T2_Hat: '15', T10_Hairpin: '1', T9_Necklace: '', T4_Spring: '6', T1_Needle: 9, T3_Barrel: 0 },
  },
  groups: {
    Binah: [['10000', null, { id: '10010' }, null, '16001', null]],
    Kaiten: [
      [null, '10000', null, null, null, null],
      ['10099', null, null, null, null, null],
    ],
    Hod: [],
  },
  ...{ language: 'Kr', level_cap: 90, server: 'Global', site_version: '1.4.22', page_theme: 'dark' },
};
