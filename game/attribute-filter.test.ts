import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCodeFinder, meetsFilter } from './attribute-filter.ts';
import type { StudentAttributes } from './attributes.ts';

const TODAY = Date.parse('2026-06-24');
const STUDENT: StudentAttributes = {
  school: 'abydos',
  star: 3,
  role: 'dealer',
  roleAlt: 'tank',
  terrain: { street: 'S', outdoor: 'B', indoor: 'D' },
  equipment: ['shoes', 'badge', 'watch'],
  released: '2021-02-04',
  releasedGlobal: '2021-11-09',
};

describe('a filter by attributes', () => {
  for (const [title, filter, expected] of [
    ['without attributes is met', {}, true],
    ['is met by one of several codes', { school: ['gehenna', 'abydos'] }, true],
    ['is not met by other codes', { school: ['gehenna'] }, false],
    ['is met by the role of another form', { role: ['tank'] }, true],
    ['is met by a number of stars', { star: [1, 3] }, true],
    ['is met by one of the kinds of equipment', { equipment: ['watch', 'hat'] }, true],
    ['is met by a rank in a terrain', { street: ['S', 'SS'] }, true],
    ['is not met by another rank', { indoor: ['S', 'SS'] }, false],
    ['must be met in each attribute', { school: ['abydos'], star: [1] }, false],
    ['is not met by an attribute that is not known', { club: ['veritas'] }, false],
    ['is met by a student who is out on the server', { releasedOn: 'global', role: ['dealer'] }, true],
  ] as const)
    test(title, () => {
      assert.equal(meetsFilter(STUDENT, filter, TODAY), expected);
    });

  test('is not met by a student who is not out on the server yet', () => {
    const announced = { ...STUDENT, releasedGlobal: '2026-07-01' };
    assert.equal(meetsFilter(announced, { releasedOn: 'global' }, TODAY), false);
    assert.equal(meetsFilter(announced, { releasedOn: 'jp' }, TODAY), true);
  });

  test('is met by nobody of whom nothing is known', () => {
    for (const filter of [
      { school: ['abydos'] },
      { star: [3] },
      { street: ['S'] },
      { equipment: ['hat'] },
    ] as const)
      assert.equal(meetsFilter({}, filter, TODAY), false, JSON.stringify(filter));
  });
});

describe('the code of an attribute', () => {
  const find = createCodeFinder({
    redwinter: { ko: '붉은겨울', ja: 'レッドウィンター', en: 'Red Winter' },
    special: { ko: '스페셜', ja: 'スペシャル', en: 'Special' },
    SR: { ko: 'special', ja: 'special', en: 'special' },
  });

  test('is found by itself and by its label in any language, folded', () => {
    for (const text of ['redwinter', 'RedWinter', 'red winter', '붉은 겨울', 'れっどうぃんたー'])
      assert.equal(find(text), 'redwinter', text);
  });

  test('is preferred to a label that reads the same', () => {
    assert.equal(find('special'), 'special');
  });

  test('is not found by anything else', () => {
    for (const text of ['', '!?', 'red', '__proto__', 'constructor'])
      assert.equal(find(text), undefined, text);
  });
});
