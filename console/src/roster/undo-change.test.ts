import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeState } from './test-entries.ts';
import { invertChanges, isStillCurrent } from './undo-change.ts';

const LOW = makeState({ level: 10 });
const HIGH = makeState({ level: 20 });

test('changes are taken back in reverse, and a registration by a removal', () => {
  assert.deepEqual(
    invertChanges([
      { studentUid: 'a', before: null, after: LOW },
      { studentUid: 'a', before: LOW, after: HIGH },
      { studentUid: 'b', before: LOW, after: null },
    ]),
    [
      { studentUid: 'b', before: null, after: LOW },
      { studentUid: 'a', before: HIGH, after: LOW },
      { studentUid: 'a', before: LOW, after: null },
    ],
  );
});

test('a change is current only if no other tool has changed the student since', () => {
  const undo = { studentUid: 'a', before: HIGH, after: LOW };
  assert.ok(isStillCurrent({ ...HIGH }, undo));
  assert.ok(!isStillCurrent(LOW, undo));
  assert.ok(!isStillCurrent(null, undo));
  assert.ok(isStillCurrent(null, { studentUid: 'a', before: null, after: LOW }));
});
