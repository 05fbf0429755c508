import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressLimiter, NETWORK_FACTOR } from './address-limiter.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';

const LIMIT = 3;
const createLimiter = () =>
  createAddressLimiter(
    createMemoryRateLimiter({ limit: LIMIT, windowMs: 60_000 }, () => 0),
    createMemoryRateLimiter({ limit: LIMIT * NETWORK_FACTOR, windowMs: 60_000 }, () => 0),
  );

test('the networks of one /48 have eight times the limit of one together', async () => {
  const { consume } = createLimiter();
  const allowed = async (address: string) => (await consume(address)).allowed;
  for (let i = 0; i < NETWORK_FACTOR; i += 1)
    for (let count = 0; count < LIMIT; count += 1) assert.ok(await allowed(`2001:db8:1:${i}::/64`));
  assert.deepEqual(await consume('2001:db8:1:ffff::/64'), { allowed: false, remaining: 0, resetMs: 60_000 });
  assert.ok(await allowed('2001:db8:2:0::/64'), 'the next /48 has a limit of its own');
});

test('an address that is over its limit uses up nothing of its neighbours’', async () => {
  const { consume } = createLimiter();
  for (let i = 0; i < LIMIT * NETWORK_FACTOR * 2; i += 1) await consume('2001:db8:1:1::/64');
  assert.deepEqual(await consume('2001:db8:1:2::/64'), { allowed: true, remaining: 2, resetMs: 60_000 });
});

test('it tells of the window that is nearer to its end', async () => {
  const { consume } = createLimiter();
  for (let i = 0; i < NETWORK_FACTOR - 1; i += 1)
    for (let count = 0; count < LIMIT; count += 1) await consume(`2001:db8:1:${i}::/64`);
  await consume('2001:db8:1:aa::/64');
  await consume('2001:db8:1:bb::/64');
  assert.equal((await consume('2001:db8:1:cc::/64')).remaining, 0);
});

test('IPv4 addresses count each by itself', async () => {
  const { consume } = createLimiter();
  for (let i = 0; i < 20; i += 1)
    for (let count = 0; count < LIMIT; count += 1) assert.ok((await consume(`192.0.2.${i}`)).allowed);
  assert.equal((await consume('192.0.2.0')).allowed, false);
});
