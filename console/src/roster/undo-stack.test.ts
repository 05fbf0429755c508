import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { makeState } from './test-entries.ts';
import type { StudentChange } from './undo-change.ts';
import { canUndo, clearUndoSteps, noteOutcome, putStep, recordStep, takeStep } from './undo-stack.ts';

const STATES = [10, 20, 30].map((level) => makeState({ level }));
const makeChange = (studentUid: string, more: Partial<StudentChange> = {}): StudentChange => ({
  studentUid,
  before: STATES[0] ?? null,
  after: STATES[1] ?? null,
  ...more,
});
const record = (...changes: StudentChange[]) => recordStep(async () => ({ changes, result: undefined }));
const uidsOfNext = async (direction: 'undo' | 'redo') =>
  (await takeStep(direction))?.changes.map(({ studentUid }) => studentUid);

describe('the steps to take back', () => {
  beforeEach(clearUndoSteps);

  test('actions are undone in the order in which they were begun, one that is under way not before it ends', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    void recordStep(async () => {
      await promise;
      return { changes: [makeChange('a')], result: undefined };
    });
    await record(makeChange('b'));
    assert.deepEqual(await uidsOfNext('undo'), ['b']);
    const next = uidsOfNext('undo');
    resolve();
    assert.deepEqual(await next, ['a']);
    assert.equal(await takeStep('undo'), undefined);
  });

  test('an action that changed nothing or failed is no step', async () => {
    await record(makeChange('a'));
    await record(makeChange('b', { after: STATES[0] ?? null }));
    await assert.rejects(recordStep(() => Promise.reject(new Error('refused'))));
    assert.deepEqual(await uidsOfNext('undo'), ['a']);
    assert.equal(canUndo(), false);
  });

  test('what was undone can be redone until the next action that changes something', async () => {
    putStep('redo', [makeChange('a')]);
    await record(makeChange('b', { after: STATES[0] ?? null }));
    assert.equal(canUndo('redo'), true);
    await record(makeChange('b'));
    assert.equal(canUndo('redo'), false);
  });

  test('an edit that waited is undone as it was saved, and not at all if it was not', async () => {
    await record(makeChange('a', { waitingEdit: '1' }), makeChange('b', { waitingEdit: '2' }));
    noteOutcome('1', { kind: 'saved', before: STATES[1] ?? null, after: STATES[2] ?? null });
    noteOutcome('2', { kind: 'conflict', current: null });
    assert.deepEqual((await takeStep('undo'))?.changes, [
      { studentUid: 'a', before: STATES[1], after: STATES[2] },
    ]);
    await record(makeChange('a', { waitingEdit: '3' }));
    noteOutcome('3', { kind: 'refused', error: undefined });
    assert.equal(canUndo(), false);
  });
});
