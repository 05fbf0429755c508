import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FixedWindowCounter } from './memory-rate-limiter.ts';
import { createRateLimitReporter } from './rate-limit-headers.ts';

test('who waits as long as Retry-After says is served', () => {
  const windows = new FixedWindowCounter(1, 60_000);
  const tell = createRateLimitReporter('read', 1);
  const allow = (now: number) => tell(windows.consume('a', now));
  allow(0);
  assert.equal(allow(58_500).error?.headers['retry-after'], '2');
  const { headers, error } = allow(59_500);
  assert.equal(error?.headers['retry-after'], '1');
  assert.deepEqual(headers, { 'ratelimit-policy': '"read";q=1;w=60', ratelimit: '"read";r=0;t=1' });
  assert.equal(allow(59_500 + 1000).error, undefined);
});
