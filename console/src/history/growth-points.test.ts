import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNearest, pointsWithin, toLine, toPoints, valuesOf } from './growth-points.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-24T12:00:00Z');
const daysAgo = (days: number) => NOW - days * DAY_MS;
const dayAt = (at: number, recruited: number, levels: readonly number[] = []) => ({
  at: new Date(at).toISOString(),
  recruited,
  levelSum: levels.reduce((sum, level) => sum + level, 0),
  levelCount: levels.length,
  uniqueWeapons: 0,
  bondSum: recruited * 2,
});

test('a point tells what the changes of a day have led to, the first one what was before', () => {
  const points = toPoints([dayAt(daysAgo(10), 0), dayAt(daysAgo(3), 5), dayAt(NOW, 8)]);
  assert.deepEqual(valuesOf(points, 'recruited'), [
    { kind: 'start', at: daysAgo(10), changedFrom: daysAgo(10), value: 0 },
    { kind: 'day', at: daysAgo(9), changedFrom: daysAgo(10), value: 5 },
    { kind: 'day', at: daysAgo(2), changedFrom: daysAgo(3), value: 8 },
    { kind: 'now', at: NOW, changedFrom: daysAgo(2), value: 8 },
  ]);
});

test('the changes of today lead to now, and a day does not reach into the next one', () => {
  const points = toPoints([dayAt(NOW - 5000, 1), dayAt(NOW - 1000, 4), dayAt(NOW, 9)]);
  assert.deepEqual(
    valuesOf(points, 'recruited').map(({ kind, at, value }) => [kind, NOW - at, value]),
    [
      ['start', 5000, 1],
      ['day', 1000, 4],
      ['now', 0, 9],
    ],
  );
  assert.deepEqual(toPoints([]), []);
});

test('an average is left out while no level is known', () => {
  const points = toPoints([
    dayAt(daysAgo(2), 1),
    dayAt(daysAgo(1), 2, [80, 85, 90, 91]),
    dayAt(NOW, 3, [10]),
  ]);
  assert.deepEqual(
    valuesOf(points, 'averageLevel').map(({ value }) => value),
    [86.5, 10],
  );
});

test('a range begins with the state of its beginning', () => {
  const points = toPoints([
    dayAt(daysAgo(400), 1),
    dayAt(daysAgo(100), 2),
    dayAt(daysAgo(20), 3),
    dayAt(NOW, 4),
  ]);
  const shown = (range: Parameters<typeof pointsWithin>[1]) =>
    valuesOf(pointsWithin(points, range), 'recruited').map(({ at, value }) => [(NOW - at) / DAY_MS, value]);
  assert.deepEqual(shown('month'), [
    [30, 3],
    [19, 4],
    [0, 4],
  ]);
  assert.deepEqual(shown('half-year')[0], [182, 2]);
  assert.deepEqual(shown('all')[0], [400, 1]);
  assert.equal(pointsWithin(points, 'all').length, 5);
});

test('the line is level between days with changes', () => {
  const points = toPoints([dayAt(daysAgo(10), 0), dayAt(daysAgo(3), 5), dayAt(NOW, 8)]);
  assert.deepEqual(
    toLine(valuesOf(points, 'recruited')).map(({ at, value }) => [(NOW - at) / DAY_MS, value]),
    [
      [10, 0],
      [9, 5],
      [3, 5],
      [2, 8],
      [0, 8],
    ],
  );
});

test('finds the point that is nearest to a time', () => {
  const points = [0, 10, 40].map((at) => ({ at }));
  assert.deepEqual(
    [-5, 4, 6, 10, 24, 26, 99].map((at) => findNearest(points, at)),
    [0, 0, 1, 1, 1, 2, 2],
  );
});
