import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATE_FIELDS, STATE_NAMES } from '../../../contract/state-fields.ts';
import { toStoredStudent } from '../columns.ts';
import { StudentCache } from './student-cache.ts';

const record = (text: string) => ({ text, recruited: true });
/** More than all places together, over accounts of 100. */
const MANY = Array.from(
  { length: 40_000 },
  (_, i) => [`account ${Math.floor(i / 100)}`, `student ${i}`] as const,
);

/** How many of them are there; any that is must be its own. */
function kept(records: StudentCache): number {
  return MANY.filter(([account, student]) => {
    const found = records.get(account, student);
    if (found !== undefined) assert.deepEqual(found, record(`of ${student}`));
    return found !== undefined;
  }).length;
}

test('a record is as it was kept, whatever was in its place before', () => {
  const records = new StudentCache();
  for (const text of ['a long one of many letters', '한 글자씩', 'short', '']) {
    records.set('a', 'x', record(text));
    assert.deepEqual(records.get('a', 'x'), record(text));
  }
  records.set('a', 'x', { text: 'only a bond', recruited: false });
  assert.deepEqual(records.get('a', 'x'), { text: 'only a bond', recruited: false });
});

test('one that does not fit is not kept, and neither is what was before it', () => {
  const records = new StudentCache();
  records.set('a', 'x', record('x'.repeat(384)));
  assert.equal(records.get('a', 'x')?.text.length, 384);
  for (const large of ['x'.repeat(385), '가'.repeat(129)]) {
    records.set('a', 'x', record('before'));
    records.set('a', 'x', record(large));
    assert.equal(records.get('a', 'x'), undefined);
  }
});

test('a record as long as its fields can make it fits, with a UID of 32 letters', () => {
  const longest = STATE_NAMES.map((name) => {
    const { max } = STATE_FIELDS[name];
    return [name, String(max).length > 'null'.length ? max : null];
  });
  const uid = 'u'.repeat(32);
  const records = new StudentCache();
  records.set('a', uid, toStoredStudent(uid, Object.fromEntries(longest)));
  assert.ok(records.get('a', uid));
});

test('only so many are kept, and whoever was met first is forgotten first', () => {
  const records = new StudentCache();
  for (const [account, student] of MANY) {
    records.set(account, student, record(`of ${student}`));
    assert.ok(records.get(account, student), 'the latest is there');
  }
  const left = kept(records);
  assert.ok(left > 14_000 && left <= 16_384, String(left));
  for (const [account, student] of MANY.slice(-left)) assert.ok(records.get(account, student));
});

test('an account of more than all places is kept as far as it goes', () => {
  const records = new StudentCache();
  for (const [, student] of MANY) {
    records.set('a', student, record(`of ${student}`));
    assert.deepEqual(records.get('a', student), record(`of ${student}`));
  }
  assert.deepEqual(records.get('a', 'student 39000'), record('of student 39000'));
});

test('what is forgotten, one, an account or all, leaves its place to others', () => {
  const records = new StudentCache();
  const full = MANY.slice(-16_384);
  for (const round of [1, 2, 3, 4]) {
    for (const [account, student] of full) records.set(account, student, record(`of ${student}`));
    assert.equal(kept(records), full.length, `round ${round}`);
    if (round === 1) for (const [account, student] of full) records.delete(account, student);
    if (round === 2) for (const [account] of full) records.deleteAccount(account);
    if (round === 3) records.clear();
    if (round < 4) assert.equal(kept(records), 0);
  }
});

test('as long as may be, none touches its neighbour', () => {
  const records = new StudentCache();
  const long = (name: string) => record(name.repeat(384));
  for (const name of ['a', 'b', 'c', 'b']) records.set('account', name, long(name));
  for (const name of ['a', 'b', 'c']) assert.deepEqual(records.get('account', name), long(name));
});
