import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FixedWindows } from './memory-rate-limiter.ts';
import { allowance } from './rate-limit-headers.ts';

test('who waits as long as Retry-After says is served', () => {
  const windows = new FixedWindows(1, 60_000);
  const tell = allowance('read', 1);
  const allow = (now: number) => tell(windows.take('a', now));
  allow(0);
  assert.equal(allow(58_500).denial?.headers['retry-after'], '2');
  const { headers, denial } = allow(59_500);
  assert.equal(denial?.headers['retry-after'], '1');
  assert.deepEqual(headers, { 'ratelimit-policy': '"read";q=1;w=60', ratelimit: '"read";r=0;t=1' });
  assert.equal(allow(59_500 + 1000).denial, undefined);
});
