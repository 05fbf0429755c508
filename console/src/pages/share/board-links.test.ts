import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShareView } from '../../../../server/shares/views.ts';
import { clubSettings, listOpenLinks, NEW_LINK, suggestLink } from './board-links.ts';

const NOW = Date.parse('2026-05-10T12:00:00Z');

const link = (shareId: string, more: Partial<ShareView> = {}): ShareView => ({
  ...{ shareId, name: shareId, url: '', version: '', createdAt: '', renewedAt: null, picture: null },
  ...{ shows: ['weapon', 'growth'], students: null, showsPlayer: true, borrow: {}, expiresAt: null },
  ...{ boards: [], ...more },
});

test('a link that is made for a board has its name, the student values and the player', () => {
  assert.deepEqual(clubSettings('게헨나', ['게헨나'], NOW), {
    ...{ name: '게헨나 2', shows: ['weapon', 'growth'], students: null, showsPlayer: true },
    ...{ borrow: {}, expiresAt: null },
  });
});

test('the link that stands there is suggested first, then one that shows what a club shows, then a new one', () => {
  const hidden = link('hidden', { showsPlayer: false });
  const names = link('names', { shows: ['bond'] });
  const listed = link('listed', { students: ['10000'] });
  const whole = link('whole', { shows: ['weapon', 'growth', 'bond'] });
  assert.equal(suggestLink([hidden, names, listed, whole], 'names', true), 'names');
  assert.equal(suggestLink([hidden, names, listed, whole], null, true), 'whole');
  assert.equal(suggestLink([hidden, names, listed], null, true), NEW_LINK);
  assert.equal(suggestLink([hidden, names, listed], null, false), 'hidden');
  assert.equal(suggestLink([], null, false), undefined);
});

test('a link that has ended cannot stand on a board', () => {
  const ended = link('ended', { expiresAt: '2026-05-10T11:00:00Z' });
  assert.deepEqual(listOpenLinks([ended, link('open')], NOW), [link('open')]);
});
