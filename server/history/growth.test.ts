import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATE_NAMES } from '../../contract/state-fields.ts';
import type { SnapshotStudent } from '../store/roster-snapshots.ts';
import { compareRosters, thinOut } from './growth.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-24T12:00:00Z');
const NO_VALUES = Object.fromEntries(STATE_NAMES.map((name) => [name, null]));
const student = (studentUid: string, values: Partial<SnapshotStudent>): SnapshotStudent =>
  ({ studentUid, ...NO_VALUES, ...values }) as SnapshotStudent;
const recruited = (studentUid: string, values: Partial<SnapshotStudent> = {}) =>
  student(studentUid, { tier: 3, weaponTier: 0, ...values });

test('growth counts new students, those with a higher value, and bond ranks', () => {
  const past = [
    recruited('same', { level: 9 }),
    recruited('lowered', { level: 9, bond: 20 }),
    recruited('learned'),
    recruited('levelled', { level: 9, bond: 1 }),
    recruited('equipped', { equip1: 2, equip1Level: 20 }),
    student('only bond', { bond: 5 }),
    recruited('removed'),
  ];
  const current = [
    recruited('same', { level: 9 }),
    recruited('lowered', { level: 8, bond: 10 }),
    recruited('learned', { level: 9 }),
    recruited('levelled', { level: 10, bond: 4 }),
    recruited('equipped', { equip1: 3, equip1Level: 1 }),
    recruited('only bond', { bond: 7 }),
    recruited('new', { bond: 50 }),
    student('not recruited', { bond: 99 }),
  ];
  assert.deepEqual(compareRosters(past, current), { newStudents: 2, grownStudents: 2, bondRanks: 5 });
  assert.deepEqual(compareRosters(current, current), { newStudents: 0, grownStudents: 0, bondRanks: 0 });
});

test('days long ago are thinned out, and the first one stays', () => {
  const days = Array.from({ length: 731 }, (_, i) => ({ at: Math.floor(NOW / DAY - 730 + i) * DAY }));
  const shown = thinOut(days, NOW);
  assert.ok(shown.length <= 200, `${shown.length}`);
  assert.ok(shown.length >= 150, `${shown.length}`);
  assert.equal(shown[0], days[0]);
  assert.deepEqual(shown.slice(-30), days.slice(-30));
  const gaps = shown.slice(1).map(({ at }, i) => (at - (shown[i]?.at ?? 0)) / DAY);
  assert.ok(Math.max(...gaps) <= 8, `${Math.max(...gaps)}`);
});

test('days of a player who seldom changes anything all stay', () => {
  const days = [700, 600, 400, 90, 20, 0].map((age) => ({ at: NOW - age * DAY }));
  assert.deepEqual(thinOut(days, NOW), days);
});
