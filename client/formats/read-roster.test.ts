import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bondInterval } from '../../contract/bond.ts';
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
    const lacking = [
      'equip1Level',
      'equip2Level',
      'equip3Level',
      ...(format === 'yuzutrends' ? [] : ['bondExp']),
    ];
    assert.deepEqual(
      readRoster(text).warnings.map(({ en }) => en),
      [`Fields that this format lacks are left as they are: ${lacking.join(', ')}.`],
    );
  });

test('a zero of another tool means none, locked or unknown, never the number', () => {
  const zero = Object.fromEntries(Object.keys(nagisaInPlanner).map((key) => [key, 0]));
  assert.deepEqual(onlyRow(planner(character({ ...zero, star: 3 }))).untouched, {
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

const untouchedInPlanner = {
  ...{ level: 1, bond: 1, star: 3, ue: 0, ue_level: 0, ex: 1, basic: 1, passive: 1, sub: 1 },
  ...{ gear1: 0, gear2: 0, gear3: 0, bond_gear: 0, book_hp: 0, book_atk: 0, book_heal: 0 },
};
const untouchedInYuzuTrends = {
  ...{ level: 1, star: 2, uw: 0, uwLevel: 0, ex: 1, normal: 1, passive: 1, sub: 0, eleph: 0 },
  ...{ affection: 1, affectionExp: 0, equipment: [0, 0, 0], gear: 0, potential: { hp: 0, atk: 0, heal: 0 } },
};
const yuzuPlan = (current: object) =>
  JSON.stringify({ globalPlans: [{ uuid: 'a', studentId: 20048, current }], version: '2.0.1' });
const untouched: [string, string][] = [
  ['the planner', planner(character(untouchedInPlanner))],
  [
    'a planner that has locked every skill',
    planner(character({ ...untouchedInPlanner, passive: 0, sub: 0 })),
  ],
  ['YuzuTrends', yuzuPlan(untouchedInYuzuTrends)],
];
for (const [title, text] of untouched)
  test(`a row of nothing but the defaults of ${title} is untouched, with a notice`, () => {
    const row = onlyRow(text);
    assert.deepEqual([row.wanted, row.error, row.untouched?.level], [undefined, undefined, 1]);
    assert.deepEqual(codes(text), ['untouched_defaults undefined']);
  });

test('a row with one value that is no default is wanted', () => {
  const edits = [
    { level: 2 },
    { bond: '2' },
    { star: 4 },
    { star: 5, ue: 1 },
    { gear1: '1' },
    { bond_gear: 1 },
  ];
  const edited = [
    ...edits.map((edit) => planner(character({ ...untouchedInPlanner, ...edit }))),
    yuzuPlan({ ...untouchedInYuzuTrends, equipment: [0, 1, 0] }),
    yuzuPlan({ ...untouchedInYuzuTrends, sub: 2 }),
    // These tools list a student only when the player says so.
    schaledb({ 20048: { s: 3, l: 1, ws: 0, wl: 0, b: 1, s1: 1, s2: 1, s3: 1, s4: 1 } }),
    scanner(untouchedInPlanner),
  ];
  for (const text of edited) {
    const row = onlyRow(text);
    assert.deepEqual([row.wanted?.studentUid, row.untouched], ['20048', undefined], text);
  }
});

test('an untouched row gives way to any other row of the student', () => {
  const [defaults, edited] = [character(untouchedInPlanner), character(nagisaInPlanner)];
  for (const characters of [
    [defaults, edited],
    [edited, defaults],
    [defaults, defaults, edited, defaults],
  ]) {
    const row = onlyRow(planner(...characters));
    assert.deepEqual([row.wanted, row.untouched, row.warnings], [nagisa, undefined, []]);
  }
  const two = onlyRow(planner(defaults, character({ ...untouchedInPlanner, star: 2 })));
  assert.equal(two.untouched?.tier, 3);
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
];
for (const [title, student, expected] of broken)
  test(`a row with ${title} has an error and stops no other row`, () => {
    const { students } = readRoster(schaledb({ 10000: student, 20048: nagisaInSchaleDb }));
    assert.equal(`${students[0]?.error?.code} ${students[0]?.error?.field}`, expected);
    assert.equal(students[0]?.wanted, undefined);
    assert.deepEqual(students[1]?.wanted, nagisa);
  });

const leftOut: [string, object, string][] = [
  ['a level above the cap', { l: 91 }, 'level'],
  ['a fraction', { l: 1.5 }, 'level'],
  ['a negative weapon level', { ws: 1, wl: -1 }, 'weaponLevel'],
  ['a word', { b: 'max' }, 'bond'],
  ['true', { b: true }, 'bond'],
  ['a list', { b: [5] }, 'bond'],
  ['an object', { b: { length: 5 } }, 'bond'],
];
for (const [title, student, field] of leftOut)
  test(`a field with ${title} is left out with a notice, and the others are read`, () => {
    const text = schaledb({ 20048: { s: 5, ws: 0, s1: 4, l: 80, ...student } });
    const { wanted, warnings } = onlyRow(text);
    const weaponTier = field === 'weaponLevel' ? 1 : 0;
    assert.deepEqual(wanted, {
      ...{ studentUid: '20048', tier: 5, weaponTier, skillEx: 4 },
      ...(field !== 'level' && { level: 80 }),
    });
    assert.deepEqual(codes(text), [`value_left_out ${field}`]);
    assert.match(warnings[0]?.en ?? '', /^Left out: \w+ must be an integer from \d+ to \d+, not /);
  });

test('a row of defaults with a field that is left out is wanted, because somebody has edited it', () => {
  const row = onlyRow(planner(character({ ...untouchedInPlanner, level: '91' })));
  assert.deepEqual([row.wanted?.level, row.wanted?.bond, row.untouched], [undefined, 1, undefined]);
});

test('a row without a UID is named in its error, by its number if it has no name', () => {
  const { students } = readRoster('studentUid,name,tier,weaponTier\n1,,3,0\n,Aru,3,0\n,,3,0\n');
  assert.deepEqual(
    students.map(({ error }) => error?.en),
    [undefined, 'The row of "Aru" has no student UID.', 'Row 3 has no student UID.'],
  );
  assert.match(students[1]?.error?.ko ?? '', /"Aru"/);
  assert.match(students[2]?.error?.ko ?? '', /^3번째/);
});

test('reads the bond experience of YuzuTrends where it is above 0 and within the rank', () => {
  const read = (current: object) => yuzuPlan({ ...untouchedInYuzuTrends, level: 2, ...current });
  const { from } = bondInterval(20);
  assert.equal(onlyRow(read({ affection: 20, affectionExp: from + 1 })).wanted?.bondExp, from + 1);
  for (const [affection, affectionExp, expected] of [
    [20, 0, []],
    [1, 0, []],
    [20, from - 1, ['bond_exp_left_out bondExp']],
    ['', 5, ['bond_exp_left_out bondExp']],
    [20, 'x', ['value_left_out bondExp']],
  ] as const) {
    const text = read({ affection, affectionExp });
    assert.equal('bondExp' in (onlyRow(text).wanted ?? {}), false, text);
    assert.deepEqual(codes(text), expected);
  }
});

const flatNagisa = Object.fromEntries(
  Object.entries(nagisaInPlanner).flatMap(([key, value]) =>
    /^(bond_gear|book_.*)$/.test(key)
      ? []
      : [
          [key, value],
          [`${key}_target`, value],
        ],
  ),
);
test('reads the flat characters of an old save of the planner', () => {
  const { equipSpecial, abilityHp, abilityAtk, abilityHeal, ...wanted } = nagisa;
  const flat = { id: '20048', name: 'Nagisa (Swimsuit)', ...flatNagisa, enabled: false };
  for (const save of [{ exportVersion: 1 }, { disabled_characters: [] }, {}]) {
    const text = JSON.stringify({ ...save, characters: [flat] });
    assert.equal(detectFormat(text), 'planner');
    assert.deepEqual(onlyRow(text).wanted, wanted);
    assert.equal(onlyRow(text).name, flat.name);
  }
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

test('reads bare arrays and the answers of the API', () => {
  for (const value of [
    [nagisa],
    { students: [nagisa], nextCursor: null },
    { students: [nagisa] },
    { nextCursor: null, students: [nagisa, nagisa] },
  ]) {
    const text = JSON.stringify(value);
    assert.equal(detectFormat(text), 'json');
    assert.deepEqual(onlyRow(text).wanted, nagisa);
    assert.deepEqual(readRoster(text).warnings, []);
  }
  for (const text of ['[]', '{"students":[],"nextCursor":null}'])
    assert.deepEqual([detectFormat(text), readRoster(text).students], ['json', []]);
  const { students } = readRoster(JSON.stringify([{ tier: 3 }, nagisa]));
  assert.deepEqual(
    students.map(({ error }) => error?.code),
    ['uid_missing', undefined],
  );
  for (const text of ['[5]', '[{"id":1}]', '{"students":[{"Id":1}]}', '{"students":{"length":1}}'])
    assert.equal(detectFormat(text), undefined, text);
});

test('one page of a list has a notice', () => {
  const { warnings } = readRoster(JSON.stringify({ students: [nagisa], nextCursor: 'abc' }));
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['more_pages'],
  );
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
