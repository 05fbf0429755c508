import assert from 'node:assert/strict';
import { test } from 'node:test';
import { character, current, data, realSave } from '../../test/planner-save.ts';
import { RosterFormatError, readPlannerGoals } from './index.ts';

const read = (save: object) => readPlannerGoals(JSON.stringify({ exportVersion: 2, ...save }), data);
const readOne = (target: object, rest: object = {}) =>
  read({ characters: [character('10000', target, rest)] });
const codes = (notices: { code: string }[]) => notices.map(({ code }) => code);

test('a save gives goals with labels, priority and pauses, and the stock by item', () => {
  const { goals, stock, skipped, warnings } = read(realSave);
  assert.deepEqual(
    goals.map(({ studentUid, goal }) => [studentUid, goal]),
    [
      [
        '10000',
        {
          wanted: { level: 90, skillEx: 5, equip3: 7 },
          isPaused: false,
          labels: ['Binah', 'Kaiten'],
          priority: 30,
        },
      ],
      [
        '10010',
        { wanted: { tier: 5, weaponTier: 2, weaponLevel: 40, abilityAtk: 10 }, isPaused: true, labels: [] },
      ],
      ['10098', { wanted: { skillSub: 7 }, isPaused: false, labels: ['Kaiten'], priority: 20 }],
      ['16001', { wanted: { bond: 50 }, isPaused: true, labels: ['Binah'], priority: 10 }],
    ],
  );
  assert.deepEqual(stock, {
    ...{ 100: 14, 3021: 7, 9999: 3, 2001: 8, 5000: 2, credits: 123456789, 10: 10, 13: 2, e2: 5 },
    ...{ e101001: 15, e106009: 1, e13: 6, e40: 9, e32: 0, 10000: 64, 16001: 12 },
  });
  assert.deepEqual([skipped, warnings, goals.flatMap(({ warnings: own }) => own)], [[], [], []]);
});

test('a target that the rules refuse is corrected, with a warning', () => {
  for (const [target, wanted, expected] of [
    [{ ue: 1 }, { tier: 5, weaponTier: 1 }, ['tier_raised']],
    [
      { star: 5, ue: 1, ue_level: '50' },
      { tier: 5, weaponTier: 1, weaponLevel: 30 },
      ['weapon_level_capped'],
    ],
    [{ level: 90, ue_level: 40 }, { level: 90 }, ['weapon_missing']],
    [{ level: 90, book_hp: '5' }, { level: 90 }, ['weapon_missing']],
    [{ level: '100', ex: '5' }, { skillEx: 5 }, ['value_left_out']],
    [{ level: 'x', ex: '5' }, { skillEx: 5 }, ['value_left_out']],
  ] as const) {
    const { goals } = readOne(target);
    assert.deepEqual(goals[0]?.goal.wanted, wanted);
    assert.deepEqual(codes(goals[0]?.warnings ?? []), expected);
  }
});

test('a target within the current state is no goal, and lowers no limit of it', () => {
  for (const target of [{}, { level: '1', bond: null }, { ex: '', sub: 0 }])
    assert.deepEqual(readOne(target).goals, []);
  const strong = { ...current, star: 5, ue: 2, ue_level: '35' };
  const { goals } = readOne({ ue: 1, star: 5, ue_level: '40' }, { current: strong });
  assert.deepEqual(goals[0]?.goal.wanted, { weaponLevel: 40 });
  assert.deepEqual(goals[0]?.warnings, []);
});

test('a character of an old save, and one without a readable current state, have goals', () => {
  const flat = { level: '50', level_target: '90', star: 3, star_target: 5, gear1: '', gear1_target: '3' };
  const characters = [
    { id: '10000', name: 'Old', ...flat },
    { id: 10010, current: { star: '?' }, target: { level: 2, ex: 1, gear1: 1 } },
    { id: '13002', target: { star: 3 } },
  ];
  assert.deepEqual(
    read({ characters }).goals.map(({ studentUid, goal }) => [studentUid, goal.wanted]),
    [
      ['10000', { tier: 5, level: 90, equip1: 3 }],
      ['10010', { level: 2, equip1: 1 }],
      ['13002', { tier: 3 }],
    ],
  );
});

test('two forms of a student are one goal, and a second one that differs is skipped', () => {
  const same = [character('10098', { level: '90' }), character('10099', { level: 90 })];
  assert.deepEqual([read({ characters: same }).goals.length, read({ characters: same }).skipped], [1, []]);
  const { goals, skipped } = read({ characters: [same[0], character('10099', { level: '80' })] });
  assert.deepEqual(
    goals.map(({ goal }) => goal.wanted),
    [{ level: 90 }],
  );
  assert.deepEqual(
    skipped.map(({ studentUid, reason }) => [studentUid, reason.code]),
    [['10099', 'conflicting_row']],
  );
});

test('unknown students, items, counts and groups are named', () => {
  const { skipped, warnings, stock, goals } = read({
    characters: [character('99999', { level: 90 }), { name: 'Nobody' }, 5, character('10000', { level: 90 })],
    owned_materials: {
      Eligma: 5,
      constructor: 1,
      100: -1,
      101: '1.5',
      102: 10_000_000_000,
      103: {},
      110: ' 7 ',
    },
    groups: { ['x'.repeat(41)]: ['10000'], 'a\u0000b': [['10000']], ' Goz ': '10000', empty: null },
  });
  assert.deepEqual(
    skipped.map(({ studentUid, name, reason }) => [studentUid, name, reason.code]),
    [
      ['99999', 'Student 99999', 'student_unknown'],
      ['', 'Nobody', 'uid_missing'],
      ['', undefined, 'uid_missing'],
    ],
  );
  assert.deepEqual(codes(warnings), ['items_unknown', 'counts_left_out', 'labels_left_out']);
  assert.match(warnings[0]?.en ?? '', /2 in all.*Eligma.*constructor/);
  assert.match(warnings[1]?.en ?? '', /4 in all/);
  assert.deepEqual([stock, goals[0]?.goal.labels], [{ 110: 7 }, ['Goz']]);
});

test('a student has at most ten labels', () => {
  const groups = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`g${index}`, [['10000']]]));
  const { goals, warnings } = read({ characters: [character('10000', { level: 90 })], groups });
  assert.deepEqual([goals[0]?.goal.labels?.length, codes(warnings)], [10, ['labels_left_out']]);
});

test('a text that is no save of the planner is refused', () => {
  for (const text of ['', '{}', '[]', 'studentUid,tier,weaponTier\n', '{"characters":[{"id":"10000"}]}'])
    assert.throws(() => readPlannerGoals(text, data), RosterFormatError, text);
});
