import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { logTo } from './log.ts';
import { overload } from './overload.ts';

/** Turns of the event loop that each take so long, by a clock of our own; tells of the last request of each. */
async function turns(count: number, ms: number): Promise<boolean[]> {
  let now = 0;
  const crowd = overload({ crowded: () => false }, () => now, logTo('silent', false).events);
  const seen: boolean[] = [];
  for (let i = 0; i < count; i += 1) {
    assert.equal(crowd.tooMuch('read'), false, 'what a turn begins with is served');
    now += ms;
    seen.push(crowd.tooMuch('read'));
    await turn();
  }
  return seen;
}

test('short turns refuse nobody, however many', async () =>
  assert.deepEqual(new Set(await turns(100, 200)), new Set([false])));

test('a burst is served whole, and only what goes on is refused', async () => {
  const seen = await turns(6, 400);
  assert.deepEqual(seen.slice(0, 2), [false, false]);
  assert.deepEqual(seen.slice(3), [true, true, true]);
});

test('what the store cannot do soon is refused whatever the turns', () => {
  const crowd = overload({ crowded: (work) => work === 'write' }, () => 0, logTo('silent', false).events);
  assert.deepEqual([crowd.tooMuch('read'), crowd.tooMuch('write')], [false, true]);
});
