import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { arbitraryStudents, gameUid } from '../../test/arbitrary-states.ts';
import { readRoster, writeRoster } from './index.ts';

const preset = (contents: object) =>
  JSON.stringify({ schemaVersion: 1, type: 'ba-torment-preset', ...contents });
const pool = (students: unknown) => preset({ exportedAt: '2026-11-01T00:00:00.000Z', pool: { students } });
const statesOf = (text: string) =>
  readRoster(text).students.map(({ studentUid, wanted }) => [studentUid, wanted?.tier, wanted?.weaponTier]);

test('reads stars and those of the weapon from a pool, and nothing else', () => {
  const roster = readRoster(pool({ 20048: 52, 10003: 40 }));
  assert.equal(roster.format, 'ba-torment');
  assert.deepEqual(
    roster.students.map(({ wanted }) => wanted),
    [
      { studentUid: '10003', tier: 4, weaponTier: 0 },
      { studentUid: '20048', tier: 5, weaponTier: 2 },
    ],
  );
  assert.equal(roster.warnings[0]?.fields?.length, 18);
  assert.equal(roster.warnings[0]?.fields?.includes('tier'), false);
});

test('reads a pool without its wrapper, of a former type, and what the site keeps in the browser', () => {
  const students = { 20048: 52 };
  for (const text of [
    preset({ pool: students }),
    JSON.stringify({ type: 'ba-torment-pool', pool: { students } }),
    JSON.stringify({ state: { pool: { students }, filter: { policy: 'atLeast' } }, version: 2 }),
  ])
    assert.deepEqual(statesOf(text), [['20048', 5, 2]], text);
});

test('a grade of the list is read, any other is an error of its row', () => {
  const grades = [10, 20, 30, 40, 50, 51, 52, 53, 54];
  for (const grade of grades)
    assert.deepEqual(statesOf(pool({ 10000: grade })), [['10000', Math.floor(grade / 10), grade % 10]]);
  for (const grade of [0, 5, 23, 41, 55, 60, 52.5, '52', null, true, [52], { valueOf: 1, toString: 1 }]) {
    const [row] = readRoster(pool({ 10000: grade })).students;
    assert.equal(row?.error?.field, 'tier', JSON.stringify(grade));
  }
});

test('the grade with which a student is added has a warning', () => {
  const { students } = readRoster(pool({ 10000: 54, 10001: 53 }));
  assert.deepEqual(
    students.map(({ warnings }) => warnings.map(({ code }) => code)),
    [['weapon_tier_default'], []],
  );
});

test('a filter is no pool, and another version is refused', () => {
  assert.throws(
    () => readRoster(preset({ filter: { policy: 'atLeast' } })),
    /a filter of BA Torment, not a student pool/,
  );
  assert.throws(
    () => readRoster(preset({ schemaVersion: 2, pool: {} })),
    /version of BA Torment cannot be read/,
  );
  for (const text of [preset({}), preset({ pool: [] }), preset({ pool: 5 })])
    assert.throws(() => readRoster(text), /not a roster/, text);
});

test('keys that are no UIDs are skipped', () => {
  assert.deepEqual(statesOf(pool({ 10000: 30, note: 30, constructor: 30 })), [['10000', 3, 0]]);
});

test('a pool is one line with what the site asks for, and each form that the site has', () => {
  const unknown = Object.fromEntries(
    ['level', 'bond', 'weaponLevel'].map((name) => [name, null]),
  ) as unknown as Parameters<typeof writeRoster>[0][number];
  const states = ['20048', '10098', '10143'].map((studentUid) => ({
    ...unknown,
    ...{ studentUid, tier: 5, weaponTier: 2 },
  }));
  const forms = new Map([
    ['10098', ['10099']],
    ['10143', ['10144']],
  ]);
  assert.equal(
    writeRoster(states, { format: 'ba-torment', forms }),
    '{"schemaVersion":1,"type":"ba-torment-preset","pool":{"students":{"10098":52,"10143":52,"10144":52,"20048":52}}}',
  );
});

test('a pool keeps the stars of any roster', () => {
  fc.assert(
    fc.property(arbitraryStudents(gameUid), (states) => {
      assert.deepEqual(
        statesOf(writeRoster(states, { format: 'ba-torment' })),
        states.map(({ studentUid, tier, weaponTier }) => [studentUid, tier, weaponTier]),
      );
    }),
  );
});
