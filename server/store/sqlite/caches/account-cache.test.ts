import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountCache } from './account-cache.ts';

const text = (json: string) => ({ json });
const createCache = () => new AccountCache<{ json: string }>(16_000_000);

test('evicts the accounts cached first beyond its limit of 16 MB', () => {
  const cache = createCache();
  const accounts = Array.from({ length: 40 }, (_, i) => `account ${i}`);
  for (const account of accounts) {
    cache.set(account, 'all', text('x'.repeat(1_000_000)));
    assert.ok(cache.get(account, 'all'), 'the latest text is cached');
  }
  const cached = accounts.filter((account) => cache.get(account, 'all'));
  assert.deepEqual(cached, accounts.slice(-cached.length));
  assert.ok(cached.length >= 13 && cached.length <= 15, String(cached.length));
});

test('reuses the space of deleted, cleared and replaced texts', () => {
  const cache = createCache();
  const freeSpace = [
    () => cache.delete('a', 'all'),
    () => cache.deleteAccount('a'),
    () => cache.clear(),
    () => {},
  ];
  for (const free of freeSpace) {
    for (let i = 0; i < 20; i++) {
      cache.set('a', 'all', text('x'.repeat(1_000_000)));
      free();
    }
    cache.deleteAccount('a');
  }
  cache.set('first', 'all', text('x'.repeat(1_000_000)));
  cache.set('last', 'all', text('x'.repeat(14_000_000)));
  assert.ok(cache.get('first', 'all'));
});

test('does not cache a text that exceeds the whole limit', () => {
  const cache = createCache();
  cache.set('a', 'all', text('x'.repeat(20_000_000)));
  assert.equal(cache.get('a', 'all'), undefined);
});
