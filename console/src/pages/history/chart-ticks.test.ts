import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeTicks, valueTicks } from './chart-ticks.ts';

test('values have round lines around them', () => {
  assert.deepEqual(valueTicks(3, 118, 4, 1), [0, 50, 100, 150]);
  assert.deepEqual(valueTicks(112, 118, 4, 1), [112, 114, 116, 118]);
  assert.deepEqual(valueTicks(61.2, 61.5, 4, 0.1), [61.2, 61.3, 61.4, 61.5]);
  assert.deepEqual(valueTicks(1240, 3980, 4, 1), [1000, 2000, 3000, 4000]);
});

test('one value alone has a line below and above, and whole numbers have no lines between them', () => {
  assert.deepEqual(valueTicks(0, 0, 4, 1), [0, 1]);
  assert.deepEqual(valueTicks(7, 7, 4, 1), [7, 8]);
  assert.deepEqual(valueTicks(7, 8, 4, 1), [7, 8]);
});

const local = (year: number, month: number, day: number) => new Date(year, month - 1, day).getTime();
const DAY_MS = 86_400_000;

test('a few days have days, and years have months', () => {
  const to = local(2026, 11, 24) + DAY_MS / 2;
  assert.deepEqual(timeTicks(to - 3 * DAY_MS, to, 5), {
    unit: 'day',
    times: [22, 23, 24].map((day) => local(2026, 11, day)),
  });
  assert.deepEqual(timeTicks(to - 30 * DAY_MS, to, 5), {
    unit: 'day',
    times: [
      local(2026, 10, 27),
      local(2026, 11, 3),
      local(2026, 11, 10),
      local(2026, 11, 17),
      local(2026, 11, 24),
    ],
  });
  assert.deepEqual(timeTicks(to - 182 * DAY_MS, to, 6), {
    unit: 'month',
    times: [6, 7, 8, 9, 10, 11].map((month) => local(2026, month, 1)),
  });
  assert.deepEqual(timeTicks(to - 730 * DAY_MS, to, 5), {
    unit: 'month',
    times: [local(2025, 1, 1), local(2025, 7, 1), local(2026, 1, 1), local(2026, 7, 1)],
  });
});
