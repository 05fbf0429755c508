import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATE_FIELDS, STATE_NAMES } from '../../../contract/state-fields.ts';
import { toStoredStudent } from '../columns.ts';
import { StudentCache } from './student-cache.ts';

const record = (json: string) => ({ json, recruited: true });
/** More records than the cache has slots, 100 per account. */
const RECORDS = Array.from(
  { length: 40_000 },
  (_, i) => [`account ${Math.floor(i / 100)}`, `student ${i}`] as const,
);

/** Counts the cached records and checks that each is the right one. */
function countCached(cache: StudentCache): number {
  return RECORDS.filter(([account, student]) => {
    const found = cache.get(account, student);
    if (found !== undefined) assert.deepEqual(found, record(`of ${student}`));
    return found !== undefined;
  }).length;
}

test('returns the record that was set last, also if it is shorter', () => {
  const cache = new StudentCache();
  for (const text of ['a long text of many characters', '한 글자씩', 'short', '']) {
    cache.set('a', 'x', record(text));
    assert.deepEqual(cache.get('a', 'x'), record(text));
  }
  cache.set('a', 'x', { json: 'only a bond', recruited: false });
  assert.deepEqual(cache.get('a', 'x'), { json: 'only a bond', recruited: false });
});

test('drops the previous record when the new one is too large to cache', () => {
  const cache = new StudentCache();
  cache.set('a', 'x', record('x'.repeat(384)));
  assert.equal(cache.get('a', 'x')?.json.length, 384);
  for (const large of ['x'.repeat(385), '가'.repeat(129)]) {
    cache.set('a', 'x', record('before'));
    cache.set('a', 'x', record(large));
    assert.equal(cache.get('a', 'x'), undefined);
  }
});

test('caches the longest possible record with a UID of 32 characters', () => {
  const longest = STATE_NAMES.map((name) => {
    const { max } = STATE_FIELDS[name];
    return [name, String(max).length > 'null'.length ? max : null];
  });
  const uid = 'u'.repeat(32);
  const cache = new StudentCache();
  cache.set('a', uid, toStoredStudent(uid, Object.fromEntries(longest)));
  assert.ok(cache.get('a', uid));
});

test('evicts the accounts cached first when all 16,384 slots are used', () => {
  const cache = new StudentCache();
  for (const [account, student] of RECORDS) {
    cache.set(account, student, record(`of ${student}`));
    assert.ok(cache.get(account, student), 'the latest record is cached');
  }
  const count = countCached(cache);
  assert.ok(count > 14_000 && count <= 16_384, String(count));
  for (const [account, student] of RECORDS.slice(-count)) assert.ok(cache.get(account, student));
});

test('caches the latest records of an account that has more records than slots', () => {
  const cache = new StudentCache();
  for (const [, student] of RECORDS) {
    cache.set('a', student, record(`of ${student}`));
    assert.deepEqual(cache.get('a', student), record(`of ${student}`));
  }
  assert.deepEqual(cache.get('a', 'student 39000'), record('of student 39000'));
});

test('reuses the slots of deleted records, deleted accounts and a cleared cache', () => {
  const cache = new StudentCache();
  const full = RECORDS.slice(-16_384);
  for (const round of [1, 2, 3, 4]) {
    for (const [account, student] of full) cache.set(account, student, record(`of ${student}`));
    assert.equal(countCached(cache), full.length, `round ${round}`);
    if (round === 1) for (const [account, student] of full) cache.delete(account, student);
    if (round === 2) for (const [account] of full) cache.deleteAccount(account);
    if (round === 3) cache.clear();
    if (round < 4) assert.equal(countCached(cache), 0);
  }
});

test('keeps records of the maximum length apart in adjacent slots', () => {
  const cache = new StudentCache();
  const long = (name: string) => record(name.repeat(384));
  for (const name of ['a', 'b', 'c', 'b']) cache.set('account', name, long(name));
  for (const name of ['a', 'b', 'c']) assert.deepEqual(cache.get('account', name), long(name));
});
