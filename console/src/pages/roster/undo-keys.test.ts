import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undoDirection } from './undo-keys.ts';

const NONE = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
const directionOf = (key: string, code: string, held: Partial<typeof NONE>) =>
  undoDirection({ ...NONE, key, code, ...held });

test('Ctrl+Z and Cmd+Z undo, with Shift they redo, and so does Ctrl+Y', () => {
  assert.equal(directionOf('z', 'KeyZ', { ctrlKey: true }), 'undo');
  assert.equal(directionOf('z', 'KeyZ', { metaKey: true }), 'undo');
  assert.equal(directionOf('Z', 'KeyZ', { ctrlKey: true, shiftKey: true }), 'redo');
  assert.equal(directionOf('z', 'KeyZ', { metaKey: true, shiftKey: true }), 'redo');
  assert.equal(directionOf('y', 'KeyY', { ctrlKey: true }), 'redo');
  assert.equal(directionOf('y', 'KeyY', { metaKey: true }), undefined);
  assert.equal(directionOf('z', 'KeyZ', {}), undefined);
  assert.equal(directionOf('z', 'KeyZ', { ctrlKey: true, altKey: true }), undefined);
});

test('the letter counts, or its place where the keyboard types Hangul', () => {
  assert.equal(directionOf('ㅋ', 'KeyZ', { metaKey: true }), 'undo');
  assert.equal(directionOf('ㅋ', 'KeyZ', { metaKey: true, shiftKey: true }), 'redo');
  // A German keyboard has Z where others have Y.
  assert.equal(directionOf('z', 'KeyY', { ctrlKey: true }), 'undo');
  assert.equal(directionOf('y', 'KeyZ', { ctrlKey: true }), 'redo');
});
