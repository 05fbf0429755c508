import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CatalogueStudent } from '../../../client/catalogue.ts';
import { shippedCatalogue } from '../../../server/catalogue/catalogue.ts';
import { valuesOf } from './attribute-conditions.ts';
import { createRosterSearch } from './search-roster.ts';
import { createStudentSearch } from './search-students.ts';

const { students, labels } = JSON.parse(shippedCatalogue().json);
const search = createRosterSearch(students, labels);
const findNames = createStudentSearch(students);
const found = (query: string): CatalogueStudent[] => search(query).places.map((place) => students[place]);

const UNDERSTOOD: Record<string, object> = {
  게헨나: { school: ['gehenna'] },
  ゲヘナ: { school: ['gehenna'] },
  げへな: { school: ['gehenna'] },
  'trinity healer': { school: ['trinity'], role: ['healer'] },
  'TRIN Heal': { school: ['trinity'], role: ['healer'] },
  '트리니티 힐러 3성': { school: ['trinity'], role: ['healer'], star: ['3'] },
  '★3 한정': { star: ['3'], recruit: ['limited'] },
  '게헨나 밀레니엄': { school: ['gehenna', 'millennium'] },
  'red winter 관통': { school: ['redwinter'], attack: ['piercing'] },
  '흥신소 68': { club: ['problem-solver-68'] },
  'tactical support': { role: ['ts'] },
  경장: { armor: ['light'] },
  SMG: { weapon: ['SMG'] },
};

describe('the words of a query that are labels choose by attribute', () => {
  for (const [query, conditions] of Object.entries(UNDERSTOOD))
    test(query, () => {
      assert.deepEqual(search(query).understood, conditions);
      const students = found(query).slice(findNames(query).length);
      assert.ok(students.length > 0);
      for (const { attributes } of students)
        for (const [attribute, values] of Object.entries(conditions))
          assert.ok(valuesOf(attributes, attribute as 'school').some((value) => values.includes(value)));
    });
});

test('every student with the attributes is found', () => {
  const explosive = students.filter(
    ({ attributes }: CatalogueStudent) =>
      attributes.school === 'gehenna' && attributes.attack === 'explosive',
  );
  assert.deepEqual(found('게헨나 폭발'), explosive);
});

test('the other words of the query are a name', () => {
  assert.deepEqual(
    found('게헨나 히나').map(({ names }) => names.ko),
    found('히나')
      .filter(({ attributes }) => attributes.school === 'gehenna')
      .map(({ names }) => names.ko),
  );
  assert.deepEqual(found('게헨나 시로코'), []);
  assert.deepEqual(search('게헨나 시로코').understood, { school: ['gehenna'] });
});

test('a query that is a name finds the names first, as the service does', () => {
  for (const query of ['아리', '하나', 'mid', 'ar', '10098', '수영복'])
    assert.deepEqual(search(query).places.slice(0, findNames(query).length), findNames(query), query);
  assert.equal(found('아리')[0]?.names.ko, '아리스');
  assert.deepEqual(search('시로코').understood, {});
  assert.deepEqual(search('시로코 수영복').places, findNames('시로코 수영복'));
});

test('a label that is still being typed does not empty the list', () => {
  for (const query of ['게헨나 ㅍ', '게헨나 포', '게헨나 폭']) assert.ok(found(query).length > 0, query);
  assert.deepEqual(found('게헨나 폭바'), found('게헨나 폭발'));
  assert.deepEqual(search('게').understood, {});
  assert.deepEqual(search('tr').understood, {});
});
