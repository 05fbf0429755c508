import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnavailableError } from '../errors/unavailable-error.ts';
import type { RateLimiter } from '../store/rate-limiter.ts';
import { withFallback } from './create-rate-limiters.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';

const createLimiter = (limit: number) => createMemoryRateLimiter({ limit, windowMs: 60_000 }, () => 0);
const failWith = (error: Error): RateLimiter => {
  const fail = () => Promise.reject(error);
  return { consume: fail, peek: fail };
};

test('counts and peeks with the shared limiter while it is available', async () => {
  const limiter = withFallback(createLimiter(3), createLimiter(9));
  assert.equal((await limiter.consume('a')).remaining, 2);
  assert.equal((await limiter.peek('a')).remaining, 2);
});

test('counts and peeks in this process while the shared limiter is unavailable', async () => {
  const limiter = withFallback(failWith(new UnavailableError('down')), createLimiter(9));
  assert.deepEqual(await limiter.peek('a'), { allowed: true, remaining: 9, resetMs: 0 });
  assert.equal((await limiter.consume('a')).remaining, 8);
  assert.deepEqual(await limiter.peek('a'), { allowed: true, remaining: 8, resetMs: 60_000 });
});

test('does not hide other errors of the shared limiter', async () => {
  const limiter = withFallback(failWith(new TypeError('a bug')), createLimiter(9));
  await assert.rejects(async () => limiter.consume('a'), TypeError);
  await assert.rejects(async () => limiter.peek('a'), TypeError);
});
