import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type GrowthState,
  type RecruitedStudent,
  STATE_NAMES,
  type StateName,
} from '../../contract/state-fields.ts';
import { applyPatch, applyRegistration } from '../../contract/state-rules.ts';
import { arbitraryStudents, gameUid } from '../../test/arbitrary-states.ts';
import { anyStudents, namedStudents, ROSTER_SHAPES, type StatedStudent } from '../../test/roster-shapes.ts';
import { planRoster } from '../plan.ts';
import type { PlanEntry } from '../plan-entry.ts';
import { readRoster } from './index.ts';

/** A step of the first value begins the second one anew. */
const PAIRS: readonly (readonly StateName[])[] = [
  ['equip1', 'equip1Level'],
  ['equip2', 'equip2Level'],
  ['equip3', 'equip3Level'],
  ['bond', 'bondExp'],
];
const SINGLE: readonly (readonly StateName[])[] = STATE_NAMES.filter(
  (name) => !PAIRS.some((pair) => pair.includes(name)),
).map((name) => [name]);

/** What a player has lost, by any field alone or by the first of a pair that differs. */
const findLoss = (before: GrowthState, after: GrowthState) =>
  [...SINGLE, ...PAIRS].find((names) => {
    const changed = names.find((name) => before[name] !== after[name]);
    if (changed === undefined || before[changed] === null) return false;
    return after[changed] === null || after[changed] < before[changed];
  });

function planText(text: string, current: readonly RecruitedStudent[], uids: readonly string[]) {
  const catalogue = namedStudents(uids);
  const { students, placeholders } = readRoster(text, { catalogue });
  const wanted = students.flatMap((row) => row.wanted ?? []);
  const untouched = students.flatMap((row) => row.untouched ?? []);
  return planRoster(wanted, current, catalogue.students, { placeholders, untouched }).entries;
}

/** What the service stores of a plan. */
function applyEntries(current: readonly RecruitedStudent[], entries: readonly PlanEntry[]) {
  const after = new Map(current.map((state) => [state.studentUid, state]));
  for (const entry of entries) {
    const { studentUid } = entry;
    if (entry.action === 'register')
      after.set(studentUid, { studentUid, ...applyRegistration(undefined, entry.state) });
    if (entry.action === 'change')
      after.set(studentUid, { studentUid, ...applyPatch(entry.before, entry.changes) });
  }
  return [...after.values()];
}

/** Some of the students, with values that are as high as recorded or lower. */
const lowerStudents = fc
  .tuple(arbitraryStudents(gameUid), fc.infiniteStream(fc.constantFrom(0, 0.3, 0.9, 1, 1, 1)))
  .map(([current, shares]) => {
    const students = current.map(({ studentUid, ...state }): StatedStudent => {
      const lower = STATE_NAMES.map((name) => {
        const value = state[name];
        return [name, value === null ? undefined : Math.floor(value * shares.next().value)];
      });
      return [studentUid, Object.fromEntries(lower)];
    });
    return { current, students };
  });

for (const [title, { write }] of Object.entries(ROSTER_SHAPES)) {
  test(`an import of ${title} changes nothing of an account with higher values`, () => {
    fc.assert(
      fc.property(lowerStudents, ({ current, students }) => {
        fc.pre(students.length > 0);
        const entries = planText(
          write(students),
          current,
          current.map(({ studentUid }) => studentUid),
        );
        for (const entry of entries) assert.equal(entry.action, 'unchanged');
      }),
    );
  });

  test(`an import of ${title} lowers and clears nothing, and the same import again changes nothing`, () => {
    fc.assert(
      fc.property(anyStudents, arbitraryStudents(gameUid), fc.nat(20), (students, others, count) => {
        const uids = students.map(([uid]) => uid);
        // The first ones of the text are recruited.
        const current = others
          .slice(0, count)
          .flatMap((state, at) => (uids[at] === undefined ? [] : [{ ...state, studentUid: uids[at] }]));
        const text = write(students);
        const after = applyEntries(current, planText(text, current, uids));
        for (const before of current) {
          const now = after.find(({ studentUid }) => studentUid === before.studentUid);
          assert.equal(findLoss(before, now ?? before), undefined, `${before.studentUid}`);
        }
        for (const { action } of planText(text, after, uids))
          assert.ok(action === 'unchanged' || action === 'refuse', action);
      }),
    );
  });
}
