import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageCache } from './page-cache.ts';

const page = (json: string) => ({ json, nextAfterUid: null });

test('evicts the accounts cached first when the pages exceed 16 MB', () => {
  const pages = new PageCache();
  const accounts = Array.from({ length: 40 }, (_, i) => `account ${i}`);
  for (const account of accounts) {
    pages.set(account, 'all', page('x'.repeat(1_000_000)));
    assert.ok(pages.get(account, 'all'), 'the latest page is cached');
  }
  const cached = accounts.filter((account) => pages.get(account, 'all'));
  assert.deepEqual(cached, accounts.slice(-cached.length));
  assert.ok(cached.length >= 13 && cached.length <= 15, String(cached.length));
});

test('reuses the space of deleted, cleared and replaced pages', () => {
  const pages = new PageCache();
  const freeSpace = [() => pages.deleteAccount('a'), () => pages.clear(), () => {}];
  for (const free of freeSpace) {
    for (let i = 0; i < 20; i++) {
      pages.set('a', 'all', page('x'.repeat(1_000_000)));
      free();
    }
    pages.deleteAccount('a');
  }
  pages.set('first', 'all', page('x'.repeat(1_000_000)));
  pages.set('last', 'all', page('x'.repeat(14_000_000)));
  assert.ok(pages.get('first', 'all'));
});

test('does not cache a page that exceeds the whole limit', () => {
  const pages = new PageCache();
  pages.set('a', 'all', page('x'.repeat(20_000_000)));
  assert.equal(pages.get('a', 'all'), undefined);
});
