import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_FILTER } from './filter-roster.ts';
import { EMPTY_VIEW, parseViewQuery, type RosterView, toViewQuery } from './view-query.ts';

const VIEW: RosterView = {
  query: 'ㅅㄹㅋ, "히나" & 100%',
  filter: {
    recruited: 'recruited',
    stars: 5,
    missing: 'skills',
    below: 80,
    attributes: { school: ['millennium', 'trinity'], role: ['support'], star: ['3'] },
  },
  order: { by: 'bond', descending: false },
  group: 'school',
};

test('a view comes back from its address', () => {
  assert.deepEqual(parseViewQuery(toViewQuery(VIEW)), VIEW);
  assert.equal(toViewQuery(EMPTY_VIEW), '');
  assert.equal(parseViewQuery(''), undefined);
});

test('an address is made of names and codes that can be read and typed', () => {
  const filter = {
    ...NO_FILTER,
    below: 80,
    attributes: { school: ['millennium', 'srt'], role: ['support'] },
  };
  const address = '?school=millennium,srt&role=support&below=80&sort=level&group=school';
  assert.equal(
    toViewQuery({ ...EMPTY_VIEW, filter, order: { by: 'level', descending: true }, group: 'school' }),
    address,
  );
  assert.deepEqual(parseViewQuery(address)?.filter, filter);
  assert.deepEqual(parseViewQuery('?school=millennium&school=srt')?.filter.attributes, {
    school: ['millennium', 'srt'],
  });
});

test('an order is that of the select, and the other direction says so', () => {
  const sorted = (text: string) => parseViewQuery(text)?.order;
  assert.deepEqual(sorted('?sort=name'), { by: 'name', descending: false });
  assert.deepEqual(sorted('?sort=released'), { by: 'released', descending: true });
  assert.deepEqual(sorted('?sort=level&reversed=yes'), { by: 'level', descending: false });
  assert.deepEqual(sorted('?reversed=yes'), { by: 'catalogue', descending: true });
});

test('what this version does not know is left out, and an address without any of it asks for no view', () => {
  assert.deepEqual(
    parseViewQuery(
      '?recruited=some&stars=12&missing=luck&below=81&star=9&school=%20&sort=luck&group=luck&reversed=maybe',
    ),
    EMPTY_VIEW,
  );
  assert.equal(parseViewQuery('?author=console&since=2026-11-24'), undefined);
});
