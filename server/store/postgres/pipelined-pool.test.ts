import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnavailableError } from '../types.ts';
import { PipelinedPool } from './pipelined-pool.ts';

/** Blocks the event loop, so that no timeout is checked meanwhile. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('a pool without a connection is overloaded by 150 waiting statements and not by 50', async () => {
  const pool = new PipelinedPool(() => new Promise(() => {}), { maxConnections: 1, maxInFlight: 1 });
  const statement = { name: 'any', text: 'SELECT 1' };
  const runMany = (count: number) =>
    Array.from({ length: count }, () => assert.rejects(pool.run(statement, []), UnavailableError));
  const few = runMany(50);
  block(300);
  assert.equal(pool.isOverloaded, false);
  // They time out all the same.
  await Promise.all(few);
  const many = runMany(150);
  block(300);
  assert.equal(pool.isOverloaded, true);
  await Promise.all(many);
  assert.equal(pool.isOverloaded, false);
});
