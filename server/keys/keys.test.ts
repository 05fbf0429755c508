import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latestExpiry } from './keys.ts';

const expiries: [string, string][] = [
  ['2026-11-21T10:20:30.456Z', '2027-11-21T10:20:30.456Z'],
  ['2028-02-29T23:59:59.999Z', '2029-02-28T23:59:59.999Z'],
  ['2027-02-28T00:00:00.000Z', '2028-02-28T00:00:00.000Z'],
  ['2027-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ['2027-12-31T23:00:00.000Z', '2028-12-31T23:00:00.000Z'],
];
for (const [issued, expires] of expiries)
  test(`a key issued at ${issued} expires at ${expires}`, () =>
    assert.equal(new Date(latestExpiry(Date.parse(issued))).toISOString(), expires));
