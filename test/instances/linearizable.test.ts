import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Call, isLinearizable } from './linearizable.ts';

const write = (start: number, end: number, value: string): Call<string> => ({
  start,
  end,
  step: () => value,
});
const read = (start: number, end: number, value: string): Call<string> => ({
  start,
  end,
  step: (state) => (state === value ? state : undefined),
});
/** A compare-and-set that succeeded. */
const swap = (start: number, end: number, from: string, to: string): Call<string> => ({
  start,
  end,
  step: (state) => (state === from ? to : undefined),
});

const HISTORIES: [string, boolean, Call<string>[]][] = [
  ['an empty history', true, []],
  [
    'a sequence of writes and reads',
    true,
    [write(0, 1, 'a'), read(2, 3, 'a'), write(4, 5, 'b'), read(6, 7, 'b')],
  ],
  ['a stale read', false, [write(0, 1, 'a'), write(2, 3, 'b'), read(4, 5, 'a')]],
  ['a read of the old value during a write', true, [write(0, 1, 'a'), write(2, 6, 'b'), read(3, 4, 'a')]],
  ['a read of the new value during a write', true, [write(0, 1, 'a'), write(2, 6, 'b'), read(3, 4, 'b')]],
  [
    'a read of the new and then of the old value',
    false,
    [write(0, 1, 'a'), write(2, 9, 'b'), read(3, 4, 'b'), read(5, 6, 'a')],
  ],
  ['a read of a value that was not written', false, [write(0, 1, 'a'), read(0, 1, 'z')]],
  ['a lost update', false, [write(0, 1, 'a'), swap(2, 5, 'a', 'b'), swap(2, 5, 'a', 'c')]],
  ['two swaps in sequence', true, [write(0, 1, 'a'), swap(2, 5, 'b', 'c'), swap(2, 5, 'a', 'b')]],
  ['an unanswered write that was read', true, [write(0, 1, 'a'), write(2, Infinity, 'b'), read(3, 4, 'b')]],
  ['an unanswered write without effect', true, [write(0, 1, 'a'), write(2, Infinity, 'b'), read(3, 4, 'a')]],
  [
    'an unanswered write read before it was sent',
    false,
    [write(0, 1, 'a'), read(2, 3, 'b'), write(4, Infinity, 'b')],
  ],
  [
    'an acknowledged write that is lost',
    false,
    [write(0, 1, 'a'), write(2, 3, 'b'), read(4, 5, 'b'), read(6, 7, 'a')],
  ],
];

for (const [name, expected, history] of HISTORIES)
  test(`${name} ${expected ? 'is' : 'is not'} linearizable`, () =>
    assert.equal(isLinearizable(history, 'initially'), expected));

/** A random linearizable history of overlapping calls. */
function makeHistory(seed: number, calls: number): Call<string>[] {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  let value = 'initially';
  return Array.from({ length: calls }, (_, i) => {
    const [start, end] = [i * 10 - random(40), i * 10 + 1 + random(40)];
    if (random(2) === 0) return read(start, end, value);
    value = `value ${i}`;
    return write(start, end, value);
  });
}

test('detects one stale read or lost update in a long history', () => {
  for (let seed = 1; seed <= 5; seed += 1) {
    const history = makeHistory(seed, 200);
    assert.ok(isLinearizable(history, 'initially'), `seed ${seed}`);
    const stale: Call<string> = read(1990 + 100, 1990 + 101, 'initially');
    assert.ok(!isLinearizable([...history, stale], 'initially'), `seed ${seed}: a stale read`);
    const lost = [swap(3000, 3010, 'x', 'y'), swap(3000, 3010, 'x', 'z')];
    assert.ok(
      !isLinearizable([...history, write(2500, 2501, 'x'), ...lost], 'initially'),
      `seed ${seed}: a lost update`,
    );
  }
});
