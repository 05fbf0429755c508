import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOND_RANK_STARTS } from '../../../contract/bond-ranks.ts';
import {
  applyEdit,
  findCollisions,
  markOf,
  mergeEdit,
  type StudentEdit,
  stateWithoutEdit,
  withoutFields,
} from './student-edit.ts';
import { makeState } from './test-entries.ts';

const BEFORE = makeState({ level: 35 });
const edit = (changes: StudentEdit['changes'], before: StudentEdit['before'] = BEFORE) => ({
  before,
  changes,
});

test('fields that were changed elsewhere and those of the edit are merged', () => {
  const current = makeState({ level: 35, skillEx: 3 });
  assert.deepEqual(mergeEdit(edit({ level: 60 }), current), {
    kind: 'merged',
    before: current,
    changes: { level: 60 },
  });
});

test('an edit whose values are there has been reached, whatever else was changed', () => {
  assert.deepEqual(mergeEdit(edit({ level: 60 }), makeState({ level: 60, skillEx: 3 })), { kind: 'reached' });
  assert.deepEqual(mergeEdit(edit(null), null), { kind: 'reached' });
});

test('a field that was changed elsewhere to another value is a conflict', () => {
  const current = makeState({ level: 77, skillEx: 3 });
  assert.deepEqual(mergeEdit(edit({ level: 60, skillEx: 3 }), current), { kind: 'conflict' });
  assert.deepEqual(findCollisions({ before: BEFORE, changes: { level: 60, skillEx: 3 } }, current), [
    'level',
  ]);
});

test('a student that was removed or changed before a removal is a conflict', () => {
  assert.deepEqual(mergeEdit(edit({ level: 60 }), null), { kind: 'conflict' });
  assert.deepEqual(mergeEdit(edit(null), makeState({ level: 36 })), { kind: 'conflict' });
});

test('values that break a rule together are a conflict', () => {
  const before = makeState({ tier: 5 });
  const merge = mergeEdit(edit({ weaponTier: 2 }, before), makeState({ tier: 4 }));
  assert.deepEqual(merge, { kind: 'conflict' });
});

test('a registration is merged with one elsewhere where that recorded nothing', () => {
  const wanted = edit({ tier: 3, weaponTier: 0, level: 20 }, null);
  assert.equal(mergeEdit(wanted, makeState({ skillEx: 2 })).kind, 'merged');
  const current = makeState({ tier: 5, level: 90 });
  assert.equal(mergeEdit(wanted, current).kind, 'conflict');
  assert.deepEqual(
    findCollisions({ before: null, changes: { tier: 3, weaponTier: 0, level: 20 } }, current),
    ['tier', 'level'],
  );
});

test('bond and experience collide with each other, in both directions', () => {
  const exp = BOND_RANK_STARTS[19] ?? 0;
  const before = makeState({ bond: 20, bondExp: exp });
  const raised = makeState({ bond: 21 });
  assert.deepEqual(findCollisions({ before, changes: { bondExp: exp + 1 } }, raised), ['bondExp']);
  const gained = makeState({ bond: 20, bondExp: exp + 1 });
  assert.deepEqual(findCollisions({ before, changes: { bond: 21 } }, gained), ['bondExp']);
  assert.deepEqual(findCollisions({ before, changes: { bond: 21 } }, { ...before, level: 3 }), []);
});

test('what is no number collides only where the field was changed elsewhere', () => {
  const changes = { level: Number.NaN };
  assert.deepEqual(findCollisions({ before: BEFORE, changes }, makeState({ level: 35, skillEx: 2 })), []);
  assert.deepEqual(findCollisions({ before: BEFORE, changes }, makeState({ level: 36 })), ['level']);
});

test('a patch of a student that was removed elsewhere does not show it as registered', () => {
  assert.equal(applyEdit(null, edit({ level: 60 })), null);
  assert.equal(applyEdit(null, edit({ tier: 3, weaponTier: 0 }, null))?.tier, 3);
});

test('undo of an edit that was found saved leaves what was changed elsewhere', () => {
  const after = makeState({ level: 60, skillEx: 3 });
  assert.deepEqual(stateWithoutEdit(edit({ level: 60 }), after), makeState({ level: 35, skillEx: 3 }));
});

test('a mark is that of the field, and a decision outweighs waiting', () => {
  const waiting: StudentEdit = {
    id: '1',
    kind: 'student',
    studentUid: '10010',
    ...edit({ level: 60 }),
    isWaiting: true,
  };
  const held: StudentEdit = { ...waiting, ...edit({ skillEx: 5 }), problem: 'conflict' };
  assert.equal(markOf([waiting, held]), 'conflict');
  assert.equal(markOf([waiting, held], 'level'), 'waiting');
  assert.equal(markOf([waiting, held], 'bond'), undefined);
  assert.equal(withoutFields(held, ['skillEx']), undefined);
});
