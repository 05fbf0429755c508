import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectFormat, type RosterFormat, RosterFormatError, readRoster } from './index.ts';

const schaledb = (collection: object) => Buffer.from(JSON.stringify(collection)).toString('base64');
const onlyRow = (text: string, format?: RosterFormat) => {
  const { students } = readRoster(text, { format });
  assert.equal(students.length, 1);
  return students[0] as (typeof students)[number];
};
const codes = (text: string) => onlyRow(text).warnings.map(({ code, field }) => `${code} ${field}`);

const nagisa = {
  studentUid: '20048',
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
};
const nagisaInSchaleDb = {
  ...{ s: 5, l: 90, e1: 10, e2: 9, e3: 9, e4: 2, ws: 2, wl: 40, b: 50, s1: 5, s2: 10, s3: 10, s4: 10 },
  ...{ pm: 25, pa: 25, ph: 0, lock: false },
};
const nagisaInPlanner = {
  ...{ level: '90', bond: '50', star: 5, ue: 2, ue_level: '40', ex: '5', basic: '10', passive: '10' },
  ...{ sub: '10', gear1: '10', gear2: '9', gear3: '9', bond_gear: '2' },
  ...{ book_hp: '25', book_atk: '25', book_heal: '0' },
};
const character = (current: object, more: object = {}) => ({
  id: '20048',
  name: 'Nagisa (Swimsuit)',
  current,
  target: current,
  eleph: { owned: '0', unlocked: true },
  enabled: true,
  ...more,
});
const planner = (...characters: unknown[]) => JSON.stringify({ exportVersion: 2, characters });
const scanner = (current: object, more: object = { id: '20048' }) =>
  JSON.stringify({ characters: [{ ...more, name: 'Nagisa (Swimsuit)', current }] });
const yuzuTrends = JSON.stringify({
  globalPlans: [
    {
      uuid: 'a',
      studentId: 20048,
      current: {
        ...{ level: 90, star: 5, uw: 2, uwLevel: 40, ex: 5, normal: 10, passive: 10, sub: 10, eleph: 0 },
        ...{ affection: 50, affectionExp: 0, equipment: [10, 9, 9], gear: 2 },
        potential: { hp: 25, atk: 25, heal: 0 },
      },
      target: {},
    },
  ],
  eventPlans: {},
  version: '2.0.1',
});

const { book_hp, book_atk, book_heal, bond_gear, ...named } = nagisaInPlanner;
const samples: [RosterFormat, string, string][] = [
  ['schaledb', 'the collection of SchaleDB', schaledb({ 20048: nagisaInSchaleDb })],
  ['schaledb', 'a collection of SchaleDB without Base64', JSON.stringify({ 20048: nagisaInSchaleDb })],
  ['planner', 'a save of the planner', planner(character(nagisaInPlanner))],
  ['planner', 'a save without eleph', planner(character(nagisaInPlanner, { eleph: undefined }))],
  [
    'planner',
    'a save of a fork that spells bondgear',
    planner(character({ ...nagisaInPlanner, bond_gear: '', bondgear: '2' })),
  ],
  ['yuzutrends', 'an export of YuzuTrends', yuzuTrends],
  ['ba-scanner', 'the final values of BA-Scanner', scanner(nagisaInPlanner)],
  [
    'ba-scanner',
    'the raw students of BA-Scanner',
    scanner({ ...named, gear_bond: 2, talent_hp: 25, talent_atk: 25, talent_healing: 0 }, { id: 20048 }),
  ],
];
for (const [format, title, text] of samples)
  test(`reads ${title}`, () => {
    assert.equal(detectFormat(text), format);
    assert.equal(detectFormat(`\uFEFF\n ${text}\n`), format);
    assert.deepEqual(onlyRow(text, format).wanted, nagisa);
    assert.deepEqual(onlyRow(text).warnings, []);
    assert.match(
      readRoster(text)
        .warnings.map(({ en }) => en)
        .join(),
      /left as they are: equip1Level, equip2Level, equip3Level, bondExp\.$/,
    );
  });

test('a zero of another tool means none, locked or unknown, never the number', () => {
  const zero = Object.fromEntries(Object.keys(nagisaInPlanner).map((key) => [key, 0]));
  assert.deepEqual(onlyRow(planner(character({ ...zero, star: 3 }))).wanted, {
    ...Object.fromEntries(Object.keys(nagisa).map((name) => [name, null])),
    ...{ studentUid: '20048', tier: 3, weaponTier: 0, weaponLevel: 0 },
    ...{ abilityHp: 0, abilityAtk: 0, abilityHeal: 0 },
  });
});

test('keys that are missing or empty leave their fields alone', () => {
  assert.deepEqual(onlyRow(schaledb({ 20048: { s: 3, ws: 0, l: null } })).wanted, {
    studentUid: '20048',
    tier: 3,
    weaponTier: 0,
  });
  assert.deepEqual(onlyRow(planner(character({ star: 3, ue: 0, level: '', bond: '12' }))).wanted, {
    studentUid: '20048',
    tier: 3,
    weaponTier: 0,
    bond: 12,
  });
});

test('reads the abilities of a raw scan from their own keys', () => {
  const talents = { talent_hp: 1, talent_atk: 2, talent_healing: 3 };
  const { wanted } = onlyRow(scanner({ star: 5, ue: 1, ...talents }));
  assert.deepEqual([wanted?.abilityHp, wanted?.abilityAtk, wanted?.abilityHeal], [1, 2, 3]);
});

test('brackets in a text with escaped quotes are no nesting', () => {
  const name = `"${'['.repeat(100)}\\`;
  assert.equal(onlyRow(planner(character(nagisaInPlanner, { name }))).name, name);
});

test('a student of the planner that is not unlocked is no row, whether enabled or not', () => {
  const locked = character(nagisaInPlanner, { id: '10000', eleph: { unlocked: false } });
  const disabled = character(nagisaInPlanner, { enabled: false });
  assert.deepEqual(
    readRoster(planner(locked, disabled)).students.map(({ studentUid }) => studentUid),
    ['20048'],
  );
});

test('a weapon level of 0 beside a unique weapon is unknown', () => {
  const row = onlyRow(planner(character({ ...nagisaInPlanner, ue_level: '0' })));
  const { weaponLevel, ...rest } = nagisa;
  assert.deepEqual(row.wanted, rest);
  assert.deepEqual(
    row.warnings.map(({ code }) => code),
    ['weapon_level_unknown'],
  );
});

const corrections: [string, object, object, string[]][] = [
  ['a unique weapon raises the tier', { s: 3, ws: 1 }, { tier: 5, weaponTier: 1 }, ['tier_raised tier']],
  [
    'a weapon level and abilities without a unique weapon become 0',
    { s: 5, ws: 0, wl: 50, pm: 3, pa: 0, ph: 25 },
    { tier: 5, weaponTier: 0, weaponLevel: 0, abilityHp: 0, abilityAtk: 0, abilityHeal: 0 },
    ['weapon_missing weaponLevel', 'weapon_missing abilityHp', 'weapon_missing abilityHeal'],
  ],
  [
    'a weapon level above its cap becomes the cap',
    { s: 5, ws: 1, wl: 50 },
    { tier: 5, weaponTier: 1, weaponLevel: 30 },
    ['weapon_level_capped weaponLevel'],
  ],
  [
    'a weapon level above every cap becomes the cap',
    { s: 5, ws: 4, wl: 70 },
    { tier: 5, weaponTier: 4, weaponLevel: 60 },
    ['weapon_level_capped weaponLevel'],
  ],
  [
    'a missing unique weapon is read as none',
    { s: 5, wl: 20 },
    { tier: 5, weaponTier: 0, weaponLevel: 0 },
    ['weapon_tier_missing weaponTier', 'weapon_missing weaponLevel'],
  ],
  [
    "the lowest values of SchaleDB may stand for none, but not a student's open skill",
    { s: 1, ws: 0, e1: 1, e2: 2, s3: 1, s4: 1, e4: 1 },
    { tier: 1, weaponTier: 0, equip1: 1, equip2: 2, skillEnhanced: 1, skillSub: 1, equipSpecial: 1 },
    ['may_be_empty skillEnhanced', 'may_be_empty equip1'],
  ],
  [
    'an open skill of SchaleDB is at 1',
    { s: 2, ws: 0, s3: 1 },
    { tier: 2, weaponTier: 0, skillEnhanced: 1 },
    [],
  ],
];
for (const [title, student, wanted, warnings] of corrections)
  test(`${title}`, () => {
    const text = schaledb({ 20048: student });
    assert.deepEqual(onlyRow(text).wanted, { studentUid: '20048', ...wanted });
    assert.deepEqual(codes(text), warnings);
  });

test('a bond experience outside its rank is read as null, and one without a rank is left to the recorded rank', () => {
  const json = (student: object) =>
    JSON.stringify({ rollbook: 1, students: [{ studentUid: '1', tier: 1, weaponTier: 0, ...student }] });
  assert.equal(onlyRow(json({ bond: 2, bondExp: 45 })).wanted?.bondExp, null);
  assert.deepEqual(codes(json({ bond: 2, bondExp: 45 })), ['bond_exp_outside_rank bondExp']);
  assert.equal(onlyRow(json({ bond: 2, bondExp: 44 })).wanted?.bondExp, 44);
  assert.equal(onlyRow(json({ bondExp: 45 })).wanted?.bondExp, 45);
});

const broken: [string, object, string][] = [
  ['no tier', { ws: 0 }, 'value_missing tier'],
  ['a tier of 0', { s: 0, ws: 0 }, 'value_invalid tier'],
  ['a tier of 6', { s: 6, ws: 0 }, 'value_invalid tier'],
  ['a weapon tier of 5', { s: 5, ws: 5 }, 'value_invalid weaponTier'],
  ['a level above the cap', { s: 5, ws: 0, l: 91 }, 'value_invalid level'],
  ['a fraction', { s: 5, ws: 0, l: 1.5 }, 'value_invalid level'],
  ['a negative weapon level', { s: 5, ws: 1, wl: -1 }, 'value_invalid weaponLevel'],
  ['a word', { s: 5, ws: 0, b: 'max' }, 'value_invalid bond'],
  ['true', { s: 5, ws: 0, b: true }, 'value_invalid bond'],
  ['a list', { s: 5, ws: 0, b: [5] }, 'value_invalid bond'],
  ['an object', { s: 5, ws: 0, b: { length: 5 } }, 'value_invalid bond'],
];
for (const [title, student, expected] of broken)
  test(`a row with ${title} has an error and stops no other row`, () => {
    const { students } = readRoster(schaledb({ 10000: student, 20048: nagisaInSchaleDb }));
    assert.equal(`${students[0]?.error?.code} ${students[0]?.error?.field}`, expected);
    assert.equal(students[0]?.wanted, undefined);
    assert.deepEqual(students[1]?.wanted, nagisa);
  });

test('a student that has no UID or that the scanner did not recognize has an error, and its name', () => {
  for (const id of ['N/A', undefined, '', null, 1.5, {}]) {
    const row = onlyRow(scanner(nagisaInPlanner, { id }));
    assert.deepEqual([row.studentUid, row.name, row.error?.code], ['', 'Nagisa (Swimsuit)', 'uid_missing']);
  }
});

test('equal rows of one student are one row, and one that differs has an error', () => {
  const other = character({ ...nagisaInPlanner, level: 89 });
  const same = character({ ...nagisaInPlanner, level: 90 }, { id: 20048 });
  const { students } = readRoster(planner(character(nagisaInPlanner), same, other));
  assert.deepEqual(
    students.map(({ wanted, error }) => [wanted?.level, error?.code]),
    [
      [90, undefined],
      [undefined, 'conflicting_row'],
    ],
  );
});

test('a text in another format than the named one is refused, and the error names both', () => {
  for (const [format, , text] of samples)
    for (const named of ['json', 'csv', 'schaledb', 'planner', 'yuzutrends', 'ba-scanner'] as const)
      if (named !== format)
        assert.throws(
          () => readRoster(text, { format: named }),
          (error) =>
            error instanceof RosterFormatError && /not in the format of .*looks like /.test(error.en),
          `${format} as ${named}`,
        );
});

test('reads the recruited students of the file with everything', () => {
  const account = { accountId: 'a', name: 'yuuka', createdAt: '2026-01-01T00:00:00.000Z' };
  const students = [{ studentUid: '10000', tier: null, bond: 5 }, nagisa];
  const file = { exportedAt: '2026-01-02T00:00:00.000Z', account, students, growthGoals: {}, keys: [] };
  const text = JSON.stringify(file);
  assert.equal(detectFormat(text), 'json');
  assert.deepEqual(onlyRow(text).wanted, nagisa);
  for (const other of [
    { ...file, exportedAt: undefined },
    { ...file, exportedAt: 1 },
    { ...file, students: undefined },
    { ...file, students: { 10000: nagisa } },
  ])
    assert.equal(detectFormat(JSON.stringify(other)), undefined);
  assert.throws(() => readRoster(JSON.stringify({ ...file, rollbook: 2 })), /newer program/);
});

test('a Rollbook JSON of an unknown version is refused', () => {
  assert.throws(() => readRoster('{"rollbook": 2, "students": []}'), /newer program/);
});

test('every notice and error is written in Korean and in English', () => {
  const { students, warnings } = readRoster(schaledb({ 1: { s: 3, ws: 2, wl: 70 }, 2: { s: 9 } }));
  const notices = [...warnings, ...students.flatMap((row) => [...row.warnings, row.error ?? []].flat())];
  assert.equal(notices.length, 5);
  for (const { ko, en } of notices) {
    assert.match(ko, /[가-힣]/);
    assert.doesNotMatch(en, /[가-힣]/);
  }
  assert.throws(
    () => readRoster('hello'),
    (error) => error instanceof RosterFormatError && error.message === error.en && /[가-힣]/.test(error.ko),
  );
});

test('refuses a text of more rows than the caller reads, also of equal ones', () => {
  const csv = `studentUid,tier,weaponTier\n${'20048,5,2\n'.repeat(3)}`;
  assert.equal(readRoster(csv, { maxRows: 3 }).students.length, 1);
  for (const text of [csv, '{"characters":[{"id":1},{"id":1},{"id":1}]}'])
    assert.throws(() => readRoster(text, { maxRows: 2 }), /more than 2 students/);
});
