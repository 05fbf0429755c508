import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeState } from './test-entries.ts';
import { changesOf, invertChanges, planChange } from './undo-change.ts';

const LOW = makeState({ level: 10 });
const HIGH = makeState({ level: 20 });

test('changes are taken back in reverse, and a registration by a removal', () => {
  assert.deepEqual(
    invertChanges([
      { studentUid: 'a', before: null, after: LOW },
      { studentUid: 'b', before: LOW, after: HIGH },
      { studentUid: 'c', before: LOW, after: null },
    ]),
    [
      { studentUid: 'c', before: null, after: LOW },
      { studentUid: 'b', before: HIGH, after: LOW },
      { studentUid: 'a', before: LOW, after: null },
    ],
  );
});

test('a change sends what differs, or the whole state of a registration', () => {
  assert.deepEqual(changesOf({ before: HIGH, after: LOW }), { level: 10 });
  assert.equal(changesOf({ before: null, after: LOW }), LOW);
  assert.equal(changesOf({ before: LOW, after: null }), null);
});

test('what something else has changed since is left alone: its fields, and a student that it removed or registered', () => {
  const change = { studentUid: 'a', before: HIGH, after: LOW };
  assert.deepEqual(planChange(change, { ...HIGH }), { level: 10 });
  assert.deepEqual(planChange(change, { ...HIGH, skillEx: 5 }), { level: 10 });
  assert.equal(planChange(change, { ...HIGH, level: 30 }), undefined);
  assert.equal(planChange(change, null), undefined);
  const registration = { studentUid: 'a', before: null, after: LOW };
  assert.equal(planChange(registration, null), LOW);
  assert.equal(planChange(registration, HIGH), undefined);
  const removal = { studentUid: 'a', before: LOW, after: null };
  assert.equal(planChange(removal, { ...LOW }), null);
  assert.equal(planChange(removal, HIGH), undefined);
});

test('a bond is not taken back from under an experience that was recorded since', () => {
  const change = { studentUid: 'a', before: makeState({ bond: 10 }), after: makeState({ bond: 5 }) };
  assert.deepEqual(planChange(change, makeState({ bond: 10 })), { bond: 5 });
  assert.equal(planChange(change, makeState({ bond: 10, bondExp: 300 })), undefined);
});
