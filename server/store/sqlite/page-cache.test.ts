import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptPages } from './page-cache.ts';

const page = (text: string) => ({ text, next: null });

test('only so much is kept, and whoever was met first is forgotten first', () => {
  const pages = new KeptPages();
  const accounts = Array.from({ length: 40 }, (_, i) => `account ${i}`);
  for (const account of accounts) {
    pages.keep(account, 'all', page('x'.repeat(1_000_000)));
    assert.ok(pages.recall(account, 'all'), 'the latest is there');
  }
  const kept = accounts.filter((account) => pages.recall(account, 'all'));
  assert.deepEqual(kept, accounts.slice(-kept.length));
  assert.ok(kept.length >= 13 && kept.length <= 15, String(kept.length));
});

test('what is forgotten or replaced leaves its room to others', () => {
  const pages = new KeptPages();
  const emptied = [() => pages.forget('a'), () => pages.forgetAll(), () => {}];
  for (const emptying of emptied) {
    for (let i = 0; i < 20; i++) {
      pages.keep('a', 'all', page('x'.repeat(1_000_000)));
      emptying();
    }
    pages.forget('a');
  }
  pages.keep('first', 'all', page('x'.repeat(1_000_000)));
  pages.keep('last', 'all', page('x'.repeat(14_000_000)));
  assert.ok(pages.recall('first', 'all'));
});

test('what is more than all that may be kept is not', () => {
  const pages = new KeptPages();
  pages.keep('a', 'all', page('x'.repeat(20_000_000)));
  assert.equal(pages.recall('a', 'all'), undefined);
});
