import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cleanUpAtEnd } from '../cleanup.ts';
import { query } from '../database.ts';
import { type Cluster, startCluster } from '../postgres/cluster.ts';
import { startRelay } from '../postgres/relay.ts';
import { type Service, startService } from '../service.ts';
import { type Load, startLoad, untilTrue } from './under-load.ts';

const SETTINGS = ['-c', 'fsync=off', '-c', 'max_connections=100'];

interface Pair {
  primary: Cluster;
  standby: Cluster;
  /** The address of both, the primary first. */
  address: string;
}

/** Starts a primary whose commits wait for a standby, as in a setup that loses nothing in a failover. */
async function startPair(): Promise<Pair> {
  const start = async (...settings: string[]) => {
    const cluster = await startCluster([...SETTINGS, ...settings]);
    cleanUpAtEnd(() => cluster.stop());
    return cluster;
  };
  const primary = await start('-c', 'synchronous_standby_names=*');
  const standby = await start();
  for (const cluster of [primary, standby]) await cluster.halt('INT');
  rmSync(standby.data, { recursive: true });
  // Other pairs are connected meanwhile.
  await promisify(execFile)('cp', ['-a', primary.data, standby.data]);
  const { port } = new URL(primary.url);
  writeFileSync(join(standby.data, 'standby.signal'), '');
  appendFileSync(
    join(standby.data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`,
  );
  await primary.start();
  await standby.start();
  const hosts = [primary, standby].map(({ url }) => new URL(url).host);
  return {
    primary,
    standby,
    address: `postgres://postgres@${hosts.join()}/postgres?target_session_attrs=read-write`,
  };
}

const SESSIONS = "FROM pg_stat_activity WHERE application_name = 'rollbook'";

/** Without those that only ask the server whether it is the primary. */
async function countSessions({ url }: Cluster): Promise<number> {
  const rows = await query(
    url,
    `SELECT count(*) ${SESSIONS} AND query <> '' AND query NOT LIKE '%pg_is_in_recovery%'`,
  );
  return Number(rows[0]?.count);
}

/** Returns the milliseconds until a write succeeds. */
async function untilWritten(service: Service, key: string): Promise<number> {
  const startedAt = performance.now();
  await untilTrue(async () => (await service.call(key, 'DELETE', '/me/students/10050')).status === 404);
  return Math.round(performance.now() - startedAt);
}

const summarize = ({ statuses }: Load) => JSON.stringify(Object.fromEntries(statuses));

/** One after the other: on a busy machine three primaries with their standbys keep each other from recovering in time. */
describe('failover', () => {
  test('a service follows a crashed primary to the promoted standby, and keeps away from the former one when that is back', async (t) => {
    const { primary, standby, address } = await startPair();
    const service = await startService({ database: address });
    const { write } = await service.account();
    const load = await startLoad(service);
    await pause(500);
    await primary.halt('KILL');
    await pause(300);
    await query(standby.url, 'SELECT pg_promote()');
    t.diagnostic(`a write succeeds ${await untilWritten(service, write)} ms after the promotion`);

    // Without a standby its commits would wait and its reads would be stale.
    await primary.start();
    assert.deepEqual(await query(primary.url, 'SELECT pg_is_in_recovery() AS standby'), [{ standby: false }]);
    for (let round = 0; round < 10; round += 1) {
      await query(standby.url, `SELECT pg_terminate_backend(pid) ${SESSIONS}`);
      await pause(100);
      assert.equal(await countSessions(primary), 0);
    }
    await load.stopAndCheck();
    t.diagnostic(summarize(load));
    assert.equal(await service.stop(), 0);

    // A process that has never met the new primary sees both.
    const later = await startService({ database: address });
    await untilTrue(async () => (await countSessions(standby)) > 0);
    assert.equal(await countSessions(primary), 0);
    assert.equal(await later.stop(), 0);
  });

  test('a service follows a primary that falls silent to the promoted standby', async (t) => {
    const { primary, standby, address } = await startPair();
    const relay = await startRelay(primary.url);
    cleanUpAtEnd(() => relay.stop());
    const service = await startService({
      database: address.replace(new URL(primary.url).host, new URL(relay.url).host),
    });
    const { write } = await service.account();
    const load = await startLoad(service);
    await pause(500);
    relay.freeze();
    await query(standby.url, 'SELECT pg_promote()');
    t.diagnostic(`a write succeeds ${await untilWritten(service, write)} ms after the promotion`);
    await load.stopAndCheck();
    t.diagnostic(summarize(load));
    assert.equal(await service.stop(), 0);
  });

  test('a service leaves a primary that becomes read-only, and goes on with the promoted standby', async (t) => {
    const { primary, standby, address } = await startPair();
    const service = await startService({ database: address });
    const { write } = await service.account();
    // Another instance whose sessions are idle until the end.
    const idle = await startService({ database: address });
    const student = { studentUid: '10060', tier: 1, weaponTier: 0, level: 1 };
    assert.equal((await idle.call(write, 'POST', '/me/students', student)).status, 201);
    assert.equal((await idle.call(write, 'GET', '/me/students/10060')).body.level, 1);
    const load = await startLoad(service);
    await pause(500);
    await query(primary.url, 'ALTER SYSTEM SET default_transaction_read_only = on');
    await query(primary.url, 'SELECT pg_reload_conf()');
    await untilTrue(async () => (load.statuses.get('PATCH 503') ?? 0) > 10);
    const [written] = await query(primary.url, 'SELECT pg_current_wal_lsn() AS lsn');
    await untilTrue(async () => {
      const replayed = 'SELECT pg_last_wal_replay_lsn() >= ?::pg_lsn AS all';
      return (await query(standby.url, replayed, [String(written?.lsn)]))[0]?.all === true;
    });
    assert.notEqual(await countSessions(primary), 0, 'no session of the idle instance is left');
    await query(standby.url, 'SELECT pg_promote()');
    t.diagnostic(`a write succeeds ${await untilWritten(service, write)} ms after the promotion`);
    assert.equal((await service.call(write, 'PATCH', '/me/students/10060', { level: 2 })).status, 200);
    let refused = 0;
    await untilTrue(async () => {
      const { status, body, text } = await idle.call(write, 'GET', '/me/students/10060');
      if (status === 200) assert.equal(body.level, 2, 'a stale read');
      else assert.equal(status, 503, text);
      refused += status === 503 ? 1 : 0;
      return status === 200;
    });
    t.diagnostic(`the idle instance refused ${refused} reads`);
    await load.stopAndCheck();
    t.diagnostic(summarize(load));
    for (const one of [service, idle]) assert.equal(await one.stop(), 0);
  });
});
