import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type GrowthState,
  REQUIRED_NAMES,
  type RecruitedStudent,
  STATE_NAMES,
  type StateName,
  type StudentRegistration,
} from '../contract/state-fields.ts';
import { applyPatch, applyRegistration } from '../contract/state-rules.ts';
import { checkStateRules } from '../contract/violation-texts.ts';
import { validState } from '../test/arbitrary-states.ts';

import { type Plan, planRoster } from './plan.ts';

const UIDS = ['10000', '10001', '10002', '10003'];
const CATALOGUE = UIDS.map((studentUid) => ({
  studentUid,
  names: { ko: studentUid, ja: studentUid, en: studentUid },
  aliases: [],
  forms: [],
  attributes: {},
}));

/** Some of few students, so that two rosters have most of them in common. */
const arbitraryRoster: fc.Arbitrary<RecruitedStudent[]> = fc
  .tuple(fc.subarray(UIDS), fc.array(validState, { minLength: UIDS.length, maxLength: UIDS.length }))
  .map(([uids, states]) =>
    uids.map((studentUid, index) => ({ ...(states[index] as GrowthState), studentUid })),
  );

/** What a tool wants that knows some of the fields only. */
const arbitraryWanted: fc.Arbitrary<StudentRegistration[]> = fc
  .tuple(arbitraryRoster, fc.subarray(STATE_NAMES))
  .map(([students, names]) =>
    students.map(
      (student) =>
        Object.fromEntries(
          ['studentUid' as const, ...REQUIRED_NAMES, ...names].map((name) => [name, student[name]]),
        ) as StudentRegistration,
    ),
  );

function applyTo(current: readonly RecruitedStudent[], { entries }: Plan): RecruitedStudent[] {
  const next = new Map(current.map((student) => [student.studentUid, student]));
  for (const entry of entries) {
    const { studentUid, action } = entry;
    if (action === 'register')
      next.set(studentUid, { ...applyRegistration(undefined, entry.state), studentUid });
    if (action === 'change') next.set(studentUid, { ...applyPatch(entry.before, entry.changes), studentUid });
  }
  return [...next.values()].sort((a, b) => (a.studentUid < b.studentUid ? -1 : 1));
}

const DECIDING_FIELD: Partial<Record<StateName, StateName>> = {
  equip1Level: 'equip1',
  equip2Level: 'equip2',
  equip3Level: 'equip3',
  bondExp: 'bond',
};

/** The recorded values that are worth less than before. */
function findLosses(before: GrowthState, after: GrowthState): StateName[] {
  const isLess = (name: StateName) => before[name] !== null && (after[name] ?? -1) < (before[name] ?? -1);
  return STATE_NAMES.filter((name) => {
    const deciding = DECIDING_FIELD[name];
    const isSetBack =
      deciding !== undefined && before[deciding] !== null && (after[deciding] ?? 0) > before[deciding];
    if (!isSetBack) return isLess(name);
    // Experience of a lower rank cannot stay. An equipment's level can.
    return name !== 'bondExp' && before[name] !== null && after[name] === null;
  });
}

/** Plans twice by default, and applies the first plan. */
function assertRaisesOnly(
  wanted: readonly StudentRegistration[],
  current: readonly RecruitedStudent[],
): void {
  const plan = planRoster(wanted, current, CATALOGUE, {});
  const after = applyTo(current, plan);
  const afterByUid = new Map(after.map((student) => [student.studentUid, student]));
  for (const before of current) {
    const student = afterByUid.get(before.studentUid);
    assert.ok(student);
    assert.deepEqual(findLosses(before, student), []);
    assert.deepEqual(checkStateRules(student, student), []);
  }
  for (const row of wanted) {
    const entry = plan.entries.find(({ studentUid }) => studentUid === row.studentUid);
    const student = afterByUid.get(row.studentUid);
    assert.ok(entry && student && entry.action !== 'refuse', 'keeping a value breaks no rule');
    const kept = 'kept' in entry ? entry.kept : {};
    const reached = applyPatch(student, row);
    for (const name of STATE_NAMES)
      if (row[name] !== undefined)
        assert.ok(name in kept || reached[name] === student[name], `${name} is written or kept`);
  }
  const second = planRoster(wanted, after, CATALOGUE, {});
  assert.deepEqual(
    second.entries.filter(({ action }) => action !== 'unchanged'),
    [],
  );
}

test('a plan loses no recorded value unasked, breaks no rule, and leaves nothing for a second one', () => {
  fc.assert(
    fc.property(arbitraryWanted, arbitraryRoster, (wanted, current) => assertRaisesOnly(wanted, current)),
    { numRuns: 1000 },
  );
});

test('a plan with lower brings every student to the wanted state or refuses it whole', () => {
  fc.assert(
    fc.property(arbitraryWanted, arbitraryRoster, (wanted, current) => {
      const plan = planRoster(wanted, current, CATALOGUE, { lower: true });
      const after = applyTo(current, plan);
      for (const entry of plan.entries) {
        const row = wanted.find(({ studentUid }) => studentUid === entry.studentUid);
        const student = after.find(({ studentUid }) => studentUid === entry.studentUid);
        assert.ok(row && student);
        if (entry.action === 'refuse') assert.deepEqual(student, findStudent(current, entry.studentUid));
        else assert.deepEqual({ ...applyPatch(student, row), studentUid: row.studentUid }, student);
      }
    }),
  );
});

const findStudent = (students: readonly RecruitedStudent[], uid: string) =>
  students.find(({ studentUid }) => studentUid === uid);
