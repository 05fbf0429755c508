import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raiseWanted } from './raise-wanted.ts';

test('of each value the higher one is wanted, and a tier brings its own level', () => {
  for (const [before, added, expected] of [
    [
      { level: 90, skillEx: 3 },
      { level: 80, skillEx: 5, skillSub: 10 },
      { level: 90, skillEx: 5, skillSub: 10 },
    ],
    [
      { equip1: 9, equip1Level: 65 },
      { equip1: 10, equip1Level: 1 },
      { equip1: 10, equip1Level: 1 },
    ],
    [{ equip1: 10 }, { equip1: 9, equip1Level: 65 }, { equip1: 10 }],
    [
      { equip1: 9, equip1Level: 50 },
      { equip1: 9, equip1Level: 65 },
      { equip1: 9, equip1Level: 65 },
    ],
    [{ equip1Level: 65 }, { equip1Level: 70 }, { equip1Level: 70 }],
    [{ bond: 10, bondExp: 320 }, { bond: 20 }, { bond: 20 }],
    [{ bondExp: 320 }, { bond: 20 }, { bond: 20 }],
  ] as const)
    assert.deepEqual(raiseWanted(before, added), expected);
});
