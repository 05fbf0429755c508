import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SHIPPED_PARTS } from '../../test/shipped-growth.ts';
import { readRoster } from './index.ts';

const catalogue = {
  date: '2026-06-24',
  students: SHIPPED_PARTS.students.map(({ uid, names, aliases }) => ({
    ...{ studentUid: uid, names, aliases: [...aliases], forms: [], attributes: {} },
  })),
};
const scanned = {
  ...{ student_id: 'nagisa_swimsuit', display_name: '나기사(수영복)', level: 90, student_star: 5 },
  ...{ weapon_state: 'weapon_equipped', weapon_star: 2, weapon_level: 40 },
  ...{ ex_skill: 5, skill1: 10, skill2: 10, skill3: 7, equip1: 'T10', equip2: 'T9', equip3: 'T9' },
  ...{ equip4: 'null', equip1_level: 70, equip2_level: 65, equip3_level: null },
  ...{ combat_hp: 1, combat_atk: 1, combat_def: 1, combat_heal: 1, stat_hp: 25, stat_atk: 25, stat_heal: 0 },
};
const nagisa = {
  ...{ studentUid: '20048', tier: 5, weaponTier: 2, level: 90, weaponLevel: 40 },
  ...{ skillEx: 5, skillNormal: 10, skillEnhanced: 10, skillSub: 7, equip1: 10, equip2: 9, equip3: 9 },
  ...{ equip1Level: 70, equip2Level: 65, equipSpecial: null, abilityHp: 25, abilityAtk: 25, abilityHeal: 0 },
};
const state = (...students: unknown[]) =>
  JSON.stringify({ format: 'ba_planner_state', version: 1, students, inventory: {}, resources: {} });
const onlyRow = (student: object) => {
  const { students } = readRoster(state({ ...scanned, ...student }), { catalogue });
  assert.equal(students.length, 1);
  return students[0] as (typeof students)[number];
};
const codesOf = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code);

test('reads a student with the levels of equipment, and leaves bond and what was not scanned alone', () => {
  const text = state(scanned);
  const roster = readRoster(text, { catalogue });
  assert.deepEqual([roster.format, roster.placeholders], ['planner-of-plana', {}]);
  assert.deepEqual(
    roster.warnings.map(({ code, fields }) => [code, fields]),
    [['fields_not_in_format', ['bond', 'bondExp']]],
  );
  const row = onlyRow({});
  assert.deepEqual([row.wanted, row.warnings], [nagisa, []]);
});

test('null is a value that was not scanned, and 0 a skill that is locked', () => {
  const unread = Object.fromEntries(Object.keys(scanned).map((key) => [key, null]));
  const { student_id, display_name, student_star } = scanned;
  const { wanted } = onlyRow({ ...unread, student_id, display_name, student_star, skill2: 0, skill3: 0 });
  assert.deepEqual(wanted, {
    ...{ studentUid: '20048', tier: 5, weaponTier: 0, skillEnhanced: null, skillSub: null },
  });
});

for (const [equip1, expected] of [
  ['T1', 1],
  ['T10', 10],
  ['empty', null],
  ['level_locked', null],
  ['unknown', undefined],
  [null, undefined],
] as const)
  test(`equipment ${equip1} is read as ${expected}`, () => {
    assert.equal(onlyRow({ equip1 }).wanted?.equip1, expected);
    assert.deepEqual(codesOf(onlyRow({ equip1 })), []);
  });

for (const [equip4, expected] of [
  ['T2', 2],
  ['love_locked', null],
  ['empty', null],
  ['null', null],
] as const)
  test(`a favourite item ${equip4} is read as ${expected}`, () => {
    assert.equal(onlyRow({ equip4 }).wanted?.equipSpecial, expected);
  });

for (const [weapon_state, weapon_star, expected, codes] of [
  ['no_weapon_system', null, 0, []],
  ['weapon_equipped', 4, 4, []],
  ['weapon_equipped', null, 1, ['weapon_tier_unknown']],
  ['weapon_unlocked_not_equipped', null, 1, ['weapon_tier_unknown']],
  [null, null, 0, ['weapon_tier_missing']],
] as const)
  test(`a weapon that is ${weapon_state} with ${weapon_star} stars is read as ${expected}`, () => {
    const row = onlyRow({ weapon_state, weapon_star, weapon_level: null, stat_hp: 0, stat_atk: 0 });
    assert.deepEqual([row.wanted?.weaponTier, codesOf(row)], [expected, codes]);
  });

test('a student whose stars were never read has an error', () => {
  for (const student_star of [0, null]) {
    const { error } = onlyRow({ student_star });
    assert.deepEqual([error?.code, error?.field], ['value_missing', 'tier']);
  }
});

for (const [student_id, studentUid] of [
  ['aru', '10000'],
  ['shiroko_riding', '10024'],
  ['shun_kid', '10025'],
  ['asuna_bunny_girl', '10028'],
  ['chinatsu_hot_springs', '10030'],
  ['hibiki_cheerleader', '16010'],
  ['yuuka_sportswear', '10053'],
  ['juri_part_timer', '10114'],
  ['hoshino_battle', '10098'],
  ['rio_battle', '10133'],
  ['kotama_camping', '10084'],
  ['mari_idol', '10105'],
  ['yuuka_pajama', '10108'],
  ['asuna_school_uniform', '10112'],
  ['shoukouhou_misaki', '10080'],
  ['shiroko_terror', '10100'],
  ['aris_battle', '10134'],
] as const)
  test(`${student_id} is student ${studentUid}, whatever the name beside the ID`, () => {
    assert.equal(onlyRow({ student_id, display_name: '?' }).studentUid, studentUid);
  });

test('an ID that is unknown gives way to the name, and a student without either has an error', () => {
  for (const student_id of ['nobody', '', 5, null, {}, 'constructor', '20048']) {
    assert.equal(onlyRow({ student_id }).studentUid, '20048');
    const { error, unidentified } = onlyRow({ student_id, display_name: '아무개' });
    assert.deepEqual([error?.code, unidentified?.level], ['name_unknown', 90]);
  }
  const [row] = readRoster(state(scanned)).students;
  assert.deepEqual([row?.error?.code, row?.name], ['uid_missing', '나기사(수영복)']);
});

test('every student of the shipped catalogue has an ID of her own', () => {
  const rows = SHIPPED_PARTS.students.map(({ names }) => ({ ...scanned, display_name: names.ko }));
  const { students } = readRoster(state(...rows.map((row) => ({ ...row, student_id: '' }))), { catalogue });
  assert.equal(new Set(students.map(({ studentUid }) => studentUid)).size, SHIPPED_PARTS.students.length);
});

test('another version is refused, and another format is another format', () => {
  const later = JSON.stringify({ format: 'ba_planner_state', version: 2, students: [scanned] });
  assert.throws(() => readRoster(later), /version of planner_of_plana cannot be read/);
  for (const value of [
    { format: 'other', version: 1, students: [scanned] },
    { format: 'ba_planner_state', version: 1 },
  ])
    assert.throws(() => readRoster(JSON.stringify(value)), /not a roster/);
});
