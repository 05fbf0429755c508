import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { standStill } from '../../../test/stand-still.ts';
import { setLoopTimeout } from './loop-timeout.ts';

test('a second in which the event loop stands still counts as a tenth', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isOver = false;
  setLoopTimeout(() => {
    isOver = true;
    resolve();
  }, 300);
  standStill(1_000);
  await pause(1);
  assert.equal(isOver, false);
  await promise;
});

test('one that is cleared does nothing', async () => {
  let isOver = false;
  clearTimeout(
    setLoopTimeout(() => {
      isOver = true;
    }, 100),
  );
  await pause(250);
  assert.equal(isOver, false);
});
