import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openPostgres } from '../../server/store/postgres/open-postgres.ts';
import { type Database, newDatabase, query } from '../database.ts';
import { startLoad } from '../faults/under-load.ts';
import { startService } from '../service.ts';
import { startPgBouncer } from './pgbouncer.ts';

const SETTINGS = [
  'synchronous_commit',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'default_transaction_isolation',
  'plan_cache_mode',
  'jit',
];
const readSettings = `SELECT name, setting FROM pg_settings WHERE name IN ('${SETTINGS.join("', '")}') ORDER BY name`;

/** Settings and prepared statements of all server sessions of the pooler, at most `sessions`. */
async function readSessions(
  url: string,
  sessions: number,
): Promise<{ settings: unknown; prepared: unknown }[]> {
  const clients = Array.from({ length: sessions }, () => new pg.Client({ connectionString: url }));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    // Each transaction keeps its server session until all have one.
    await Promise.all(clients.map((client) => client.query('BEGIN')));
    return await Promise.all(
      clients.map(async (client) => ({
        settings: (await client.query(readSettings)).rows,
        prepared: (await client.query('SELECT name FROM pg_prepared_statements')).rows,
      })),
    );
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

let database: Database;
let fresh: unknown;
beforeEach(async () => {
  database = await newDatabase('postgres');
  fresh = await query(database.address, readSettings);
});
afterEach(() => database.remove());

describe('PgBouncer in session mode', () => {
  test('a service behind the pooler serves all requests, through broken connections too', async (t) => {
    const pooler = await startPgBouncer(database.address, { pool_mode: 'session' });
    const service = await startService({ database: pooler.url });
    const load = await startLoad(service);
    await pause(2_000);
    assert.deepEqual(
      [...load.statuses.keys()].filter((status) => / 5/.test(status)),
      [],
      'a request failed without a fault',
    );
    const served = JSON.stringify(Object.fromEntries(load.statuses));
    for (let round = 0; round < 10; round += 1) {
      await query(
        database.address,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rollbook'",
      );
      await pause(100);
    }
    for (let round = 0; round < 3; round += 1) {
      await pooler.restart();
      await pause(300);
    }
    await load.stopAndCheck();
    t.diagnostic(
      `without faults ${served}, with faults ${JSON.stringify(Object.fromEntries(load.statuses))}`,
    );
    assert.equal(await service.stop(), 0);
  });

  test('a session that a service leaves, even by kill -9, has the settings of a new one', async () => {
    const pooler = await startPgBouncer(database.address, { pool_mode: 'session' });
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const service = await startService({ database: pooler.url });
      const { write } = await service.account();
      for (const studentUid of ['10000', '10001'])
        await service.call(write, 'POST', '/me/students', { studentUid, tier: 1, weaponTier: 0 });
      await service.stop(signal);
      for (const { settings, prepared } of await readSessions(pooler.url, 20))
        assert.deepEqual([settings, prepared], [fresh, []]);
    }
  });

  test('a service starts again as soon as a full pooler has free sessions', async (t) => {
    const pooler = await startPgBouncer(database.address, { pool_mode: 'session', default_pool_size: '2' });
    const open = () => openPostgres(pooler.url, { create: true, migrate: true });
    const clients = [1, 2].map(() => new pg.Client({ connectionString: pooler.url }));
    for (const client of clients) {
      await client.connect();
      await client.query('SELECT 1');
    }
    await assert.rejects(open(), /does not answer in time.*default_pool_size/);
    await clients[0]?.end();
    await assert.rejects(open(), /does not answer in time.*default_pool_size/);
    await clients[1]?.end();
    const { store } = await open();
    t.after(() => store.close());
    await store.ready();
  });
});

for (const [name, settings] of Object.entries({
  'transaction mode': { pool_mode: 'transaction' },
  'transaction mode that takes its sessions in turn': { pool_mode: 'transaction', server_round_robin: '1' },
  'transaction mode with one session': { pool_mode: 'transaction', default_pool_size: '1' },
  'statement mode': { pool_mode: 'statement' },
}))
  test(`a start behind PgBouncer in ${name} is rejected and leaves its sessions as they were`, async () => {
    const pooler = await startPgBouncer(database.address, settings);
    // Opens several server sessions, so that the start does not meet a pooler with a single one.
    if (settings.pool_mode === 'transaction' && !('default_pool_size' in settings))
      await readSessions(pooler.url, 5);
    await assert.rejects(startService({ database: pooler.url }), /pool_mode = session/);
    assert.deepEqual(
      await query(database.address, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"),
      [],
    );
    if (settings.pool_mode === 'statement') return;
    const sessions = await readSessions(pooler.url, 'default_pool_size' in settings ? 1 : 5);
    for (const session of sessions) assert.deepEqual(session, { settings: fresh, prepared: [] });
  });
