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
/** A compare-and-set that was told it succeeded. */
const swap = (start: number, end: number, from: string, to: string): Call<string> => ({
  start,
  end,
  step: (state) => (state === from ? to : undefined),
});

const HISTORIES: [string, boolean, Call<string>[]][] = [
  ['nothing', true, []],
  ['one after the other', true, [write(0, 1, 'a'), read(2, 3, 'a'), write(4, 5, 'b'), read(6, 7, 'b')]],
  ['a stale read', false, [write(0, 1, 'a'), write(2, 3, 'b'), read(4, 5, 'a')]],
  ['a read beside a write, before it', true, [write(0, 1, 'a'), write(2, 6, 'b'), read(3, 4, 'a')]],
  ['a read beside a write, after it', true, [write(0, 1, 'a'), write(2, 6, 'b'), read(3, 4, 'b')]],
  ['new, then old again', false, [write(0, 1, 'a'), write(2, 9, 'b'), read(3, 4, 'b'), read(5, 6, 'a')]],
  ['a value nobody wrote', false, [write(0, 1, 'a'), read(0, 1, 'z')]],
  ['a lost update', false, [write(0, 1, 'a'), swap(2, 5, 'a', 'b'), swap(2, 5, 'a', 'c')]],
  ['of two swaps one after the other', true, [write(0, 1, 'a'), swap(2, 5, 'b', 'c'), swap(2, 5, 'a', 'b')]],
  ['an unanswered write that was seen', true, [write(0, 1, 'a'), write(2, Infinity, 'b'), read(3, 4, 'b')]],
  ['an unanswered write that never was', true, [write(0, 1, 'a'), write(2, Infinity, 'b'), read(3, 4, 'a')]],
  [
    'an unanswered write seen before it was sent',
    false,
    [write(0, 1, 'a'), read(2, 3, 'b'), write(4, Infinity, 'b')],
  ],
  [
    'an acknowledged write that is gone',
    false,
    [write(0, 1, 'a'), write(2, 3, 'b'), read(4, 5, 'b'), read(6, 7, 'a')],
  ],
];

for (const [name, expected, history] of HISTORIES)
  test(`${name} ${expected ? 'is' : 'is not'} linearizable`, () =>
    assert.equal(isLinearizable(history, 'initially'), expected));

/** A register as a service may have it: many at once, each call taking effect somewhere within it. */
function recorded(seed: number, calls: number): Call<string>[] {
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

test('long histories of many at once are told apart by one planted fault', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const history = recorded(seed, 200);
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
