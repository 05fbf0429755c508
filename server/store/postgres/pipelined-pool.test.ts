import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnavailableError } from '../types.ts';
import { PipelinedPool } from './pipelined-pool.ts';

/** Without a turn of the event loop in which anything that waits could be refused. */
function standStill(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('while the database stands still a few wait and are no crowd; many are', async () => {
  const lanes = new PipelinedPool(() => new Promise(() => {}), { maxConnections: 1, maxInFlight: 1 });
  const statement = { name: 'any', text: 'SELECT 1' };
  const ask = (times: number) =>
    Array.from({ length: times }, () => assert.rejects(lanes.run(statement, []), UnavailableError));
  const few = ask(50);
  standStill(300);
  assert.equal(lanes.isOverloaded, false);
  // Nobody waits for ever all the same.
  await Promise.all(few);
  const many = ask(150);
  standStill(300);
  assert.equal(lanes.isOverloaded, true);
  await Promise.all(many);
  assert.equal(lanes.isOverloaded, false);
});
