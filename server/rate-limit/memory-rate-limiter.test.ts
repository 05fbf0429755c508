import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedHere, FixedWindows } from './memory-rate-limiter.ts';
import type { Taken } from './rate-limiter.ts';

test('a window starts with its first request and not with the clock', () => {
  const windows = new FixedWindows(2, 1000);
  assert.deepEqual(windows.take('a', 500), { allowed: true, remaining: 1, resetMs: 1000 });
  assert.deepEqual(windows.take('a', 1400), { allowed: true, remaining: 0, resetMs: 100 });
  assert.deepEqual(windows.take('a', 1499), { allowed: false, remaining: 0, resetMs: 1 });
  assert.deepEqual(windows.take('a', 1500), { allowed: true, remaining: 1, resetMs: 1000 });
});

test('what is refused neither counts nor lengthens the window', () => {
  const windows = new FixedWindows(1, 1000);
  windows.take('a', 0);
  for (let now = 1; now < 1000; now += 1) assert.equal(windows.take('a', now).allowed, false);
  assert.equal(windows.take('a', 1000).allowed, true);
});

test('accounts are counted apart, however many came before', () => {
  const windows = new FixedWindows(1, 1000);
  for (let i = 0; i < 100; i += 1) assert.equal(windows.take(`account ${i}`, i).allowed, true);
  for (let i = 0; i < 100; i += 1) assert.equal(windows.take(`account ${i}`, 999).allowed, false);
  for (let i = 0; i < 100; i += 1) assert.equal(windows.take(`account ${i}`, 1000 + i).allowed, true);
});

test('a window that begins between two milliseconds is not longer than it says', () => {
  for (let i = 0; i < 1000; i += 1) {
    const { resetMs } = countedHere({ limit: 1, windowMs: 60_000 }, () => 1234.1 + i * 7.77).take(
      'a',
    ) as Taken;
    assert.equal(resetMs, 60_000);
  }
});
