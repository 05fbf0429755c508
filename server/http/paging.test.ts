import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListStudentsQuery } from '../../contract/schemas.ts';
import { ApiError } from '../errors/api-error.ts';
import { encodeCursor, parsePage } from './paging.ts';
import { compileValidator } from './validation.ts';

const listing = { scope: 'students of a', version: '1' };
const read = (query: Record<string, unknown>, of = listing) =>
  parsePage(compileValidator(ListStudentsQuery), query, of);
const faultsOf = (query: Record<string, unknown>, of = listing): (string | undefined)[] => {
  try {
    read(query, of);
  } catch (error) {
    return (error as ApiError).fields?.map(({ field }) => field) ?? [];
  }
  return [];
};

test('a cursor leads back to where it was given, under any limit', () => {
  const cursor = encodeCursor(listing, '10010');
  assert.deepEqual(read({ cursor }), { limit: 50, position: '10010' });
  assert.deepEqual(read({ cursor, limit: '7' }), { limit: 7, position: '10010' });
});

test('a cursor of another listing, or changed in any character, is refused', () => {
  const cursor = encodeCursor(listing, '10010');
  assert.deepEqual(faultsOf({ cursor }, { ...listing, scope: 'students of b' }), ['cursor']);
  for (let i = 0; i < cursor.length; i += 1) {
    const changed = cursor.slice(0, i) + (cursor[i] === 'A' ? 'B' : 'A') + cursor.slice(i + 1);
    assert.deepEqual(faultsOf({ cursor: changed }), ['cursor'], changed);
  }
  assert.deepEqual(faultsOf({ cursor: `${cursor}=` }), ['cursor']);
});

test('a cursor of another version says that the catalogue changed', () => {
  const cursor = encodeCursor(listing, '50');
  assert.throws(
    () => read({ cursor }, { ...listing, version: '2' }),
    (error) => error instanceof ApiError && /카탈로그/.test(error.message),
  );
});

for (const limit of ['0', '101', '', ' 5', '+5', '5.0', '1e1', '0x5', '-1', 'abc', ['5', '5']])
  test(`limit ${JSON.stringify(limit)} is refused`, () => assert.deepEqual(faultsOf({ limit }), ['limit']));

for (const [limit, expected] of [
  ['1', 1],
  ['100', 100],
  ['007', 7],
] as const)
  test(`limit ${limit} is ${expected}`, () => assert.equal(read({ limit }).limit, expected));

test('limit and cursor are both reported, in their order', () => {
  assert.deepEqual(faultsOf({ cursor: 'x', limit: 'y' }), ['limit', 'cursor']);
  assert.deepEqual(faultsOf({ cursor: '' }), ['cursor']);
});
