import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Unavailable } from '../types.ts';
import { Lanes } from './pipelined-pool.ts';

/** Without a turn of the event loop in which anything that waits could be refused. */
function standStill(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('while the database stands still a few wait and are no crowd; many are', async () => {
  const lanes = new Lanes(() => new Promise(() => {}), { most: 1, depth: 1 });
  const statement = { name: 'any', text: 'SELECT 1' };
  const ask = (times: number) =>
    Array.from({ length: times }, () => assert.rejects(lanes.run(statement, []), Unavailable));
  const few = ask(50);
  standStill(300);
  assert.equal(lanes.crowded, false);
  // Nobody waits for ever all the same.
  await Promise.all(few);
  const many = ask(150);
  standStill(300);
  assert.equal(lanes.crowded, true);
  await Promise.all(many);
  assert.equal(lanes.crowded, false);
});
