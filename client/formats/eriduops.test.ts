import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRoster } from './index.ts';

const pair = (current: number) => ({ current, target: current });
const form = {
  ...{ studentId: 20048, isOwned: true, characterLevels: pair(90), gradeLevels: { current: 7, target: 8 } },
  skillLevels: { Ex: pair(5), Public: pair(10), Passive: pair(10), ExtraPassive: pair(7) },
  potentialLevels: { attack: pair(25), maxhp: pair(24), healpower: pair(0) },
  equipmentLevels: { Hat: pair(10), Hairpin: pair(9), Watch: pair(8) },
  ...{ exclusiveGearLevel: pair(0), bondDetailData: { currentBond: 50 }, gradeInfos: { owned: 3 } },
};
const nagisa = {
  ...{ studentUid: '20048', tier: 5, weaponTier: 2, level: 90, bond: 50 },
  ...{ skillEx: 5, skillNormal: 10, skillEnhanced: 10, skillSub: 7, equip1: 10, equip2: 9, equip3: 8 },
  ...{ equipSpecial: null, abilityHp: 24, abilityAtk: 25, abilityHeal: 0 },
};
const untouched = {
  ...{ studentId: 20048, characterLevels: pair(1), gradeLevels: pair(3) },
  skillLevels: { Ex: pair(1), Public: pair(1), Passive: pair(1), ExtraPassive: pair(1) },
  equipmentLevels: { Hat: pair(1), Hairpin: pair(1), Watch: pair(1) },
  bondDetailData: { currentBond: 1 },
};
const file = (forms: unknown) =>
  JSON.stringify({ version: '3.0', timestamp: 1, settings: {}, userData: { forms, resources: { 5: 10 } } });
const catalogue = {
  date: undefined,
  students: [
    {
      ...{ studentUid: '20048', names: { ko: '', ja: '', en: '' }, aliases: [], forms: [] },
      attributes: { star: 2 },
    },
  ],
};
const onlyRow = (value: object) => {
  const { students } = readRoster(file({ 20048: value }), { catalogue });
  assert.equal(students.length, 1);
  return students[0] as (typeof students)[number];
};

test('reads a form, and leaves what the format lacks alone', () => {
  const roster = readRoster(file({ 20048: form }));
  assert.equal(roster.format, 'eriduops');
  assert.deepEqual([onlyRow(form).wanted, onlyRow(form).warnings], [nagisa, []]);
  assert.deepEqual(roster.warnings[0]?.fields, [
    ...['equip1Level', 'equip2Level', 'equip3Level', 'weaponLevel', 'bondExp'],
  ]);
});

test('forms may be a list, and the UID inside counts more than the key', () => {
  for (const forms of [[form], { 10000: form }, { x: form }])
    assert.deepEqual(readRoster(file(forms)).students[0]?.wanted, nagisa);
  const { studentId: _, ...rest } = form;
  assert.equal(readRoster(file({ 20048: rest })).students[0]?.studentUid, '20048');
  assert.equal(readRoster(file([rest])).students[0]?.error?.code, 'uid_missing');
});

for (const [grade, tier, weaponTier] of [
  [1, 1, 0],
  [5, 5, 0],
  [6, 5, 1],
  [9, 5, 4],
] as const)
  test(`a grade of ${grade} is ${tier} stars and a weapon of ${weaponTier}`, () => {
    const { wanted } = onlyRow({ studentId: 20048, isOwned: true, gradeLevels: pair(grade) });
    assert.deepEqual([wanted?.tier, wanted?.weaponTier], [tier, weaponTier]);
  });

test('a grade that there is not is an error of its row', () => {
  for (const [grade, field] of [
    [0, 'tier'],
    [10, 'weaponTier'],
    [1.5, 'tier'],
    ['x', 'tier'],
  ] as const)
    assert.equal(onlyRow({ ...form, gradeLevels: { current: grade } }).error?.field, field);
});

test('a student whose stars are left out has her own, where the catalogue knows them', () => {
  const { gradeLevels: _, ...rest } = form;
  assert.equal(onlyRow(rest).wanted?.tier, 2);
  assert.equal(readRoster(file({ 20048: rest })).students[0]?.error?.code, 'value_missing');
});

test('each kind of equipment is read into its slot', () => {
  for (const kinds of [
    ['Hat', 'Bag', 'Charm'],
    ['Gloves', 'Badge', 'Watch'],
    ['Shoes', 'Hairpin', 'Necklace'],
  ]) {
    const equipmentLevels = Object.fromEntries(kinds.map((kind, place) => [kind, pair(place + 2)]));
    const { wanted } = onlyRow({ ...form, equipmentLevels });
    assert.deepEqual([wanted?.equip1, wanted?.equip2, wanted?.equip3], [2, 3, 4], kinds.join());
  }
});

test('a form is no student who is recruited if it says so, and in doubt if it has only defaults', () => {
  assert.deepEqual(readRoster(file({ 20048: { ...form, isOwned: false } })).students, []);
  assert.deepEqual(readRoster(file({ 20048: { studentId: 20048, isOwned: false } })).students, []);
  assert.equal(onlyRow(untouched).untouched?.tier, 3);
  assert.equal(onlyRow({ ...untouched, isOwned: true }).wanted?.tier, 3);
  assert.equal(onlyRow({ ...untouched, characterLevels: pair(2) }).wanted?.level, 2);
});

test('the lowest value may stand for none where a student need not have any', () => {
  const codes = ({ warnings }: ReturnType<typeof onlyRow>) =>
    warnings.map(({ code, field }) => `${code} ${field}`);
  const lowest = { ...untouched, isOwned: true };
  assert.deepEqual(codes(onlyRow(lowest)), [
    ...['may_be_empty equip1', 'may_be_empty equip2', 'may_be_empty equip3'],
  ]);
  assert.deepEqual(codes(onlyRow({ ...lowest, gradeLevels: pair(1) })).slice(0, 2), [
    ...['may_be_empty skillEnhanced', 'may_be_empty skillSub'],
  ]);
  const { placeholders } = readRoster(file({ 20048: lowest }));
  assert.deepEqual(placeholders, {
    ...{
      level: 1,
      skillEx: 1,
      skillNormal: 1,
      skillEnhanced: 1,
      skillSub: 1,
      equip1: 1,
      equip2: 1,
      equip3: 1,
    },
    ...{ abilityHp: 0, abilityAtk: 0, abilityHeal: 0, bond: 1 },
  });
});

test('a form of the second Hoshino (Armed), which the tool ignores, is ignored', () => {
  const forms = { 10098: { ...form, studentId: 10098 }, 10099: { ...untouched, studentId: 10099 } };
  assert.deepEqual(
    readRoster(file(forms)).students.map(({ studentUid }) => studentUid),
    ['10098'],
  );
});
