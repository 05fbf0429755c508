import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { openStore } from '../../../test/postgres/test-store.ts';
import { UnavailableError } from '../../errors/unavailable-error.ts';

import { destroyClient } from './driver-internals.ts';
import { PipelinedPool } from './pipelined-pool.ts';

const fixture = openStore();
const SELECT = { name: 'any', text: 'SELECT 1' };

/** Blocks the event loop, so that no timeout is checked meanwhile. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('a pool without a connection is overloaded by 150 waiting statements and not by 50', async () => {
  const pool = new PipelinedPool(() => new Promise(() => {}), { maxConnections: 1, maxInFlight: 1 });
  const runMany = (count: number) =>
    Array.from({ length: count }, () => assert.rejects(pool.run(SELECT, []), UnavailableError));
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

test('a broken connection is replaced at once, also just after another one failed to open', async (t) => {
  const clients: pg.Client[] = [];
  let attempts = 0;
  const connect = async () => {
    attempts += 1;
    if (attempts === 2) throw new Error('refused');
    const client = new pg.Client({ connectionString: fixture.address, pipeline: true });
    client.on('error', () => {});
    await client.connect();
    clients.push(client);
    return client;
  };
  const pool = new PipelinedPool(connect, { maxConnections: 2, maxInFlight: 1 });
  t.after(() => pool.close());
  await pool.run(SELECT, []);
  await Promise.all([pool.run(SELECT, []), pool.run(SELECT, [])]);
  assert.equal(attempts, 2);
  const [client] = clients as [pg.Client];
  destroyClient(client);
  await new Promise((resolve) => client.once('end', resolve));
  await pool.run(SELECT, []);
  assert.equal(attempts, 3);
});
