import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type RecruitedStudent,
  STATE_FIELDS,
  STATE_NAMES,
  type StudentRegistration,
} from '../contract/state-fields.ts';
import { planRoster } from './plan.ts';
import type { RollbookError } from './rollbook-error.ts';

const empty = Object.fromEntries(STATE_NAMES.map((name) => [name, null]));
const recruited = (state: StudentRegistration): RecruitedStudent =>
  ({ ...empty, ...state }) as RecruitedStudent;
const student = (studentUid: string, forms: string[] = []) => ({
  studentUid,
  names: { ko: studentUid, ja: studentUid, en: studentUid },
  aliases: [],
  forms,
  attributes: {},
});
const CATALOGUE = [student('1'), student('2'), student('3', ['33']), student('4')];
const state = (studentUid: string, more = {}): StudentRegistration => ({
  studentUid,
  tier: 3,
  weaponTier: 0,
  ...more,
});
const plan = (wanted: StudentRegistration[], current: RecruitedStudent[] = [], options = {}) =>
  planRoster(wanted, current, CATALOGUE, options).entries;

test('a plan registers, changes only what differs, and leaves what is right', () => {
  const current = [recruited(state('2', { level: 5, bond: 3 })), recruited(state('3', { level: 7 }))];
  const wanted = [state('3', { level: 7 }), state('2', { level: 6 }), state('1', { level: 1 })];
  const [one, two, three] = plan(wanted, current);
  assert.deepEqual(one, { action: 'register', studentUid: '1', state: state('1', { level: 1 }) });
  assert.deepEqual(two, {
    action: 'change',
    studentUid: '2',
    before: current[0],
    state: wanted[1],
    changes: { level: 6 },
    kept: {},
  });
  assert.deepEqual(three, {
    action: 'unchanged',
    studentUid: '3',
    before: current[1],
    state: wanted[0],
    kept: {},
  });
});

test('a plan sees through bond experience that the service would store as null', () => {
  const current = [recruited(state('1', { bond: 3, bondExp: null }))];
  assert.equal(plan([state('1', { bond: 3, bondExp: 5 })], current)[0]?.action, 'unchanged');
  const changed = plan([state('1', { bond: 3, bondExp: 45 })], current)[0];
  assert.deepEqual(changed?.action === 'change' && changed.changes, { bondExp: 45 });
});

test('a placeholder replaces no null, but any other value, and is registered', () => {
  const current = [recruited(state('1', { bond: 3 })), recruited(state('2', { level: 5, bond: 3 }))];
  const [one, two, three] = plan(
    ['1', '2', '3'].map((uid) => state(uid, { level: 1, bond: 1 })),
    current,
    { placeholders: { level: 1 }, lower: true },
  );
  assert.deepEqual(one?.action === 'change' && one.changes, { bond: 1 });
  assert.deepEqual(two?.action === 'change' && two.changes, { level: 1, bond: 1 });
  assert.deepEqual(three?.action === 'register' && three.state, state('3', { level: 1, bond: 1 }));
});

test('prune keeps students of whom the text has nothing but defaults, in any form', () => {
  const current = ['1', '2', '3'].map((uid) => recruited(state(uid)));
  const options = { prune: true, untouched: [state('2'), state('33')] };
  assert.deepEqual(
    plan([state('1')], current, options).map(({ studentUid, action }) => [studentUid, action]),
    [['1', 'unchanged']],
  );
});

/** What a row does by default to a student of whom `recorded` is known, and what it leaves alone. */
const LOSSES: [string, recorded: object, wanted: object, changes: object, kept: object][] = [
  [
    'lower values',
    { tier: 5, level: 90, bond: 20 },
    { level: 1, bond: 1, skillEx: 5 },
    { skillEx: 5 },
    { tier: 3, level: 1, bond: 1 },
  ],
  ['cleared values', { level: 90, skillEx: 3 }, { level: null, skillEx: 5 }, { skillEx: 5 }, { level: null }],
  [
    'an equipment of a lower tier',
    { equip1: 5, equip1Level: 40 },
    { equip1: 4, equip1Level: 45 },
    {},
    { equip1: 4, equip1Level: 45 },
  ],
  [
    'a lower level of the same equipment',
    { equip1: 5, equip1Level: 45 },
    { equip1: 5, equip1Level: 1 },
    {},
    { equip1Level: 1 },
  ],
  [
    'a lower level of an equipment without a tier',
    { equip2Level: 45 },
    { equip2: 6, equip2Level: 1 },
    { equip2: 6 },
    { equip2Level: 1 },
  ],
  [
    'a level that a higher tier clears',
    { equip3: 5, equip3Level: 45 },
    { equip3: 6, equip3Level: null },
    { equip3: 6 },
    { equip3Level: null },
  ],
  [
    'an equipment level of a lower tier',
    { equip1: 5 },
    { equip1: 4, equip1Level: 20 },
    {},
    { equip1: 4, equip1Level: 20 },
  ],
  [
    'bond experience of the same rank',
    { bond: 3, bondExp: 50 },
    { bond: 3, bondExp: 45 },
    {},
    { bondExp: 45 },
  ],
  ['experience that is outside of the rank', { bond: 3, bondExp: 50 }, { bondExp: 5 }, {}, { bondExp: null }],
  [
    'a weapon, and records its level',
    { tier: 5, weaponTier: 3 },
    { tier: 5, weaponTier: 1, weaponLevel: 30 },
    { weaponLevel: 30 },
    { weaponTier: 1 },
  ],
];
for (const [name, recorded, wanted, changes, kept] of LOSSES)
  test(`a plan keeps ${name}, and loses it with lower`, () => {
    const before = recruited(state('1', recorded));
    const [entry] = plan([state('1', wanted)], [before]);
    assert.ok(entry && 'kept' in entry);
    assert.deepEqual(entry.kept, kept);
    assert.deepEqual(entry.action === 'change' ? entry.changes : {}, changes);
    const [lowered] = plan([state('1', wanted)], [before], { lower: true });
    assert.deepEqual(lowered?.action === 'change' && [lowered.changes, lowered.kept], [
      { ...changes, ...kept },
      {},
    ]);
  });

const RISES: [string, recorded: object, wanted: object, changes?: object][] = [
  ['an equipment tier with its first level', { equip1: 5, equip1Level: 45 }, { equip1: 6, equip1Level: 1 }],
  ['a bond rank of unknown experience', { bond: 3, bondExp: 50 }, { bond: 4, bondExp: null }, { bond: 4 }],
  ['what was not recorded', {}, { level: 1, equip1: 1, equip1Level: 1, bond: 1, bondExp: 0 }],
];
for (const [name, recorded, wanted, changes = wanted] of RISES)
  test(`a plan takes ${name}`, () => {
    const [entry] = plan([state('1', wanted)], [recruited(state('1', recorded))]);
    assert.deepEqual(entry?.action === 'change' && [entry.changes, entry.kept], [changes, {}]);
  });

test('only with lower, a plan takes rows of defaults, and none of a student with another row', () => {
  const current = [recruited(state('1', { level: 9 }))];
  const options = { untouched: [state('1', { level: 1 }), state('2'), state('33')] };
  const actions = (lower: boolean) =>
    plan([state('3', { level: 5 })], current, { ...options, lower }).map(({ studentUid, action }) => [
      studentUid,
      action,
    ]);
  assert.deepEqual(actions(false), [['3', 'register']]);
  assert.deepEqual(actions(true), [
    ['1', 'change'],
    ['2', 'register'],
    ['3', 'register'],
  ]);
});

const refusals: [string, StudentRegistration[], string, string[]][] = [
  ['a value out of range', [state('1', { level: STATE_FIELDS.level.max + 1 })], 'invalid_request', ['level']],
  [
    'a missing tier',
    [{ studentUid: '1', weaponTier: 0 } as StudentRegistration],
    'invalid_request',
    ['tier'],
  ],
  ['an unknown field', [state('1', { luck: 7 })], 'invalid_request', ['luck']],
  ['a broken rule', [state('1', { weaponTier: 1 })], 'invalid_request', ['tier', 'weaponTier']],
  ['a student that the catalogue lacks', [state('9')], 'not_found', []],
  [
    'two forms of a student in different states',
    [state('3', { level: 1 }), state('33', { level: 2 })],
    'conflict',
    [],
  ],
];
for (const [name, wanted, code, fields] of refusals)
  test(`a plan refuses ${name}, and plans the other students`, () => {
    const entries = plan([...wanted, state('4')]);
    const refused = entries.find(({ action }) => action === 'refuse') as { error: RollbookError };
    assert.equal(refused.error.code, code);
    assert.deepEqual(
      refused.error.fields.map(({ field }) => field),
      fields,
    );
    assert.deepEqual(entries.map(({ action }) => action).sort(), ['refuse', 'register']);
  });

test('a plan checks the state that results, with what the account has', () => {
  const current = [recruited(state('1', { tier: 5, weaponTier: 2, weaponLevel: 40 }))];
  const [entry] = plan([state('1', { tier: 5, weaponTier: 1 })], current, { lower: true });
  assert.deepEqual(entry?.action === 'refuse' && entry.error.fields.map(({ field }) => field), [
    'weaponTier',
  ]);
});

test('rows of two forms of a student in the same state are one student', () => {
  assert.deepEqual(
    plan([state('33'), state('3')]).map(({ action, studentUid }) => [action, studentUid]),
    [['register', '3']],
  );
});

test('only a plan with prune removes students, and never after a row that cannot be written', () => {
  const current = [recruited(state('1')), recruited(state('2'))];
  assert.deepEqual(
    plan([state('1')], current, { prune: true }).map(({ action }) => action),
    ['unchanged', 'remove'],
  );
  assert.deepEqual(
    plan([state('1')], current).map(({ action }) => action),
    ['unchanged'],
  );
  const isRefusal = { code: 'prune_refused' };
  assert.throws(() => plan([], current, { prune: true }), isRefusal);
  assert.throws(() => plan([state('1'), state('9')], current, { prune: true }), isRefusal);
});
