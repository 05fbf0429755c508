import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createPause, takeTurn } from './event-loop-turns.ts';

test('each caller gets a turn of the event loop of its own, in the order of the calls', async () => {
  let turn = 0;
  let isOver = false;
  const counting = (async () => {
    while (!isOver) {
      turn += 1;
      await setImmediate();
    }
  })();
  const turns = await Promise.all(Array.from({ length: 5 }, () => takeTurn().then(() => turn)));
  isOver = true;
  await counting;
  assert.deepEqual(
    turns,
    turns.map((_, i) => (turns[0] as number) + i),
  );
});

test('long work of short parts leaves the event loop to others again and again', async () => {
  const pause = createPause();
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  for (let part = 0; part < 100; part += 1) {
    const end = performance.now() + 1;
    while (performance.now() < end);
    await pause();
  }
  clearInterval(timer);
  assert.ok(turns >= 10, `${turns}`);
});
