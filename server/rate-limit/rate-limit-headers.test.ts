import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FixedWindowCounter } from './memory-rate-limiter.ts';
import { createRateLimitReporter } from './rate-limit-headers.ts';

test('allows the next request after waiting for Retry-After', () => {
  const counter = new FixedWindowCounter(1, 60_000);
  const report = createRateLimitReporter('read', 1);
  const request = (now: number) => report(counter.consume('a', now));
  request(0);
  assert.equal(request(58_500).error?.headers['retry-after'], '2');
  const { headers, error } = request(59_500);
  assert.equal(error?.headers['retry-after'], '1');
  assert.deepEqual(headers, { 'ratelimit-policy': '"read";q=1;w=60', ratelimit: '"read";r=0;t=1' });
  assert.equal(request(59_500 + 1000).error, undefined);
});
