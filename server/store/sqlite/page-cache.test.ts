import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageCache } from './page-cache.ts';

const page = (text: string) => ({ text, next: null });

test('only so much is kept, and whoever was met first is forgotten first', () => {
  const pages = new PageCache();
  const accounts = Array.from({ length: 40 }, (_, i) => `account ${i}`);
  for (const account of accounts) {
    pages.set(account, 'all', page('x'.repeat(1_000_000)));
    assert.ok(pages.get(account, 'all'), 'the latest is there');
  }
  const kept = accounts.filter((account) => pages.get(account, 'all'));
  assert.deepEqual(kept, accounts.slice(-kept.length));
  assert.ok(kept.length >= 13 && kept.length <= 15, String(kept.length));
});

test('what is forgotten or replaced leaves its room to others', () => {
  const pages = new PageCache();
  const emptied = [() => pages.deleteAccount('a'), () => pages.clear(), () => {}];
  for (const emptying of emptied) {
    for (let i = 0; i < 20; i++) {
      pages.set('a', 'all', page('x'.repeat(1_000_000)));
      emptying();
    }
    pages.deleteAccount('a');
  }
  pages.set('first', 'all', page('x'.repeat(1_000_000)));
  pages.set('last', 'all', page('x'.repeat(14_000_000)));
  assert.ok(pages.get('first', 'all'));
});

test('what is more than all that may be kept is not', () => {
  const pages = new PageCache();
  pages.set('a', 'all', page('x'.repeat(20_000_000)));
  assert.equal(pages.get('a', 'all'), undefined);
});
