import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { query } from '../database.ts';
import { type Cluster, startCluster } from '../postgres/cluster.ts';
import { type Service, startService } from '../service.ts';
import { checkFailure, readyzStatus, startLoad, untilRecovered, untilTrue } from './under-load.ts';

/** Runs with fsync on, because a killed PostgreSQL must find its write-ahead log. */
let cluster: Cluster;
let service: Service;
before(async () => {
  cluster = await startCluster([]);
  service = await startService({ database: cluster.url });
});
after(async () => {
  await service?.stop();
  await cluster?.stop();
});

test('the service recovers after PostgreSQL is stopped and started', async (t) => {
  const load = await startLoad(service);
  for (let round = 0; round < 3; round += 1) {
    await pause(500);
    const refused = () => load.statuses.get('GET 503') ?? 0;
    const before = refused();
    await cluster.halt('INT');
    await untilTrue(async () => (await readyzStatus(service)) === 503 && refused() > before);
    await cluster.start();
  }
  await load.stopAndCheck();
  t.diagnostic(JSON.stringify(Object.fromEntries(load.statuses)));
});

test('the service recovers after PostgreSQL is killed with kill -9', async (t) => {
  const load = await startLoad(service);
  for (let round = 0; round < 3; round += 1) {
    await pause(500 + 7 * round);
    await cluster.halt('KILL');
    await pause(200);
    await cluster.start();
  }
  await load.stopAndCheck();
  t.diagnostic(JSON.stringify(Object.fromEntries(load.statuses)));
});

test('the service recovers after kill -9 of one PostgreSQL backend, which restarts all backends', async (t) => {
  const load = await startLoad(service);
  for (let round = 0; round < 3; round += 1) {
    await pause(500 + 7 * round);
    const [victim] = await query(
      cluster.url,
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'rollbook' LIMIT 1",
    ).catch(() => []);
    if (victim !== undefined) process.kill(victim.pid as number, 'SIGKILL');
  }
  await load.stopAndCheck();
  t.diagnostic(JSON.stringify(Object.fromEntries(load.statuses)));
});

test('the service recovers after its PostgreSQL sessions are terminated 30 times', async (t) => {
  const load = await startLoad(service);
  for (let round = 0; round < 30; round += 1) {
    await pause(50);
    await query(
      cluster.url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rollbook'",
    );
  }
  await load.stopAndCheck();
  t.diagnostic(JSON.stringify(Object.fromEntries(load.statuses)));
});

test('while no commit becomes durable, /readyz answers 503 within 5 s, and 200 again afterwards', async (t) => {
  const { write, read } = await service.account();
  // Commits wait for a standby that does not exist, which acts like a hanging fsync.
  const setStandby = async (names: string) => {
    await query(cluster.url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await query(cluster.url, 'SELECT pg_reload_conf()');
  };
  t.after(() => setStandby(''));
  await untilRecovered(service, write);
  await setStandby('nobody');
  await untilTrue(async () => (await readyzStatus(service)) === 503);
  const writes = Array.from({ length: 30 }, () => service.call(write, 'DELETE', '/me/students/10010'));
  const startedAt = performance.now();
  const statuses = await Promise.all(Array.from({ length: 10 }, () => readyzStatus(service)));
  assert.deepEqual(new Set(statuses), new Set([503]));
  assert.ok(performance.now() - startedAt < 5_000, `it took ${performance.now() - startedAt} ms`);
  assert.equal((await service.call(read, 'GET', '/me/students')).status, 200, 'a read failed');
  await setStandby('');
  for (const answer of await Promise.all(writes)) if (answer.status !== 404) checkFailure('DELETE', answer);
  await untilRecovered(service, write);
});

test('while PostgreSQL is a read-only standby, writes are answered 503 and reads succeed', async () => {
  const { write, read } = await service.account();
  assert.equal(
    (await service.call(write, 'POST', '/me/students', { studentUid: '10010', tier: 1, weaponTier: 0 }))
      .status,
    201,
  );
  await cluster.halt('INT');
  await writeFile(join(cluster.data, 'standby.signal'), '');
  await cluster.start();
  await untilTrue(async () => (await service.call(read, 'GET', '/me/students/10010')).status === 200);
  const patch = () => service.call(write, 'PATCH', '/me/students/10010', { level: 5 });
  for (let tries = 0; tries < 5; tries += 1) {
    const answers = await Promise.all([
      patch(),
      service.call(write, 'DELETE', '/me/students/10010'),
      service.call(write, 'POST', '/me/students', { studentUid: '10011', tier: 1, weaponTier: 0 }),
    ]);
    for (const answer of answers) {
      assert.equal(answer.status, 503, answer.text);
      checkFailure('write', answer);
    }
  }
  const seen = await service.call(read, 'GET', '/me/students/10010');
  assert.deepEqual([seen.status, seen.body.level], [200, null], 'a read failed');
  // An answer may be up to 250 ms old.
  await untilTrue(async () => (await readyzStatus(service)) === 503);
  await query(cluster.url, 'SELECT pg_promote()');
  await untilRecovered(service, write);
  assert.equal((await patch()).body.level, 5);
});
