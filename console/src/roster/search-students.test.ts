import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedCatalogue } from '../../../server/catalogue/catalogue.ts';
import { createStudentSearch } from './search-students.ts';

test('the search in the browser finds what the service finds, in the same order', () => {
  const catalogue = shippedCatalogue();
  const { students } = JSON.parse(catalogue.json);
  const search = createStudentSearch(students);
  for (const query of [
    '시로코',
    '시롴',
    'ㅅㄹㅋ',
    'tlfhzh',
    'shiroko',
    'シロコ',
    '10098',
    '10099',
    '수영복',
    '',
    '!',
  ]) {
    const expected = catalogue
      .search(query)
      .page(0, 300)
      .map((summary) => JSON.parse(summary).studentUid);
    assert.deepEqual(
      search(query).map((place) => students[place].studentUid),
      expected,
      query,
    );
  }
});
