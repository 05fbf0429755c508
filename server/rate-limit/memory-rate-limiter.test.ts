import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryRateLimiter, FixedWindowCounter } from './memory-rate-limiter.ts';

test('a window starts with its first request, not at a clock boundary', () => {
  const counter = new FixedWindowCounter(2, 1000);
  assert.deepEqual(counter.consume('a', 500), { allowed: true, remaining: 1, resetMs: 1000 });
  assert.deepEqual(counter.consume('a', 1400), { allowed: true, remaining: 0, resetMs: 100 });
  assert.deepEqual(counter.consume('a', 1499), { allowed: false, remaining: 0, resetMs: 1 });
  assert.deepEqual(counter.consume('a', 1500), { allowed: true, remaining: 1, resetMs: 1000 });
});

test('a rejected request neither counts nor extends the window', () => {
  const counter = new FixedWindowCounter(1, 1000);
  counter.consume('a', 0);
  for (let now = 1; now < 1000; now += 1) assert.equal(counter.consume('a', now).allowed, false);
  assert.equal(counter.consume('a', 1000).allowed, true);
});

test('peek tells what is left of a window and counts nothing', () => {
  const counter = new FixedWindowCounter(2, 1000);
  const unused = { allowed: true, remaining: 2, resetMs: 0 };
  assert.deepEqual(counter.peek('a', 0), unused);
  counter.consume('a', 0);
  for (let i = 0; i < 5; i += 1)
    assert.deepEqual(counter.peek('a', 400), { allowed: true, remaining: 1, resetMs: 600 });
  assert.equal(counter.consume('a', 500).allowed, true);
  counter.consume('a', 500);
  assert.deepEqual(counter.peek('a', 999), { allowed: false, remaining: 0, resetMs: 1 });
  assert.deepEqual(counter.peek('a', 1000), unused);
  assert.deepEqual(counter.peek('b', 999), unused);
});

test('counts each account separately, even after many others', () => {
  const counter = new FixedWindowCounter(1, 1000);
  for (let i = 0; i < 100; i += 1) assert.equal(counter.consume(`account ${i}`, i).allowed, true);
  for (let i = 0; i < 100; i += 1) assert.equal(counter.consume(`account ${i}`, 999).allowed, false);
  for (let i = 0; i < 100; i += 1) assert.equal(counter.consume(`account ${i}`, 1000 + i).allowed, true);
});

test('a window that starts between two milliseconds lasts exactly as long as configured', async () => {
  for (let i = 0; i < 1000; i += 1) {
    const { resetMs } = await createMemoryRateLimiter(
      { limit: 1, windowMs: 60_000 },
      () => 1234.1 + i * 7.77,
    ).consume('a');
    assert.equal(resetMs, 60_000);
  }
});
