import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { query } from '../database.ts';
import { type Cluster, startCluster } from '../postgres/cluster.ts';
import { type Service, startService } from '../service.ts';
import { checkFailure, ready, recovered, startLoad, untilWell } from './under-load.ts';

/** With the disk as it is in production: what is killed here must find its log. */
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

test('PostgreSQL stopped and started again', async (t) => {
  const load = await startLoad(service);
  for (let round = 0; round < 3; round += 1) {
    await pause(500);
    const refused = () => load.statuses.get('GET 503') ?? 0;
    const before = refused();
    await cluster.halt('INT');
    await untilWell(async () => (await ready(service)) === 503 && refused() > before);
    await cluster.start();
  }
  await load.judge();
  t.diagnostic(JSON.stringify(Object.fromEntries(load.statuses)));
});

test('PostgreSQL killed with kill -9', async (t) => {
  const load = await startLoad(service);
  for (let round = 0; round < 3; round += 1) {
    await pause(500 + 7 * round);
    await cluster.halt('KILL');
    await pause(200);
    await cluster.start();
  }
  await load.judge();
  t.diagnostic(JSON.stringify(Object.fromEntries(load.statuses)));
});

test('single sessions killed with kill -9: PostgreSQL ends all others and recovers', async (t) => {
  const load = await startLoad(service);
  for (let round = 0; round < 3; round += 1) {
    await pause(500 + 7 * round);
    const [victim] = await query(
      cluster.url,
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'rollbook' LIMIT 1",
    ).catch(() => []);
    if (victim !== undefined) process.kill(victim.pid as number, 'SIGKILL');
  }
  await load.judge();
  t.diagnostic(JSON.stringify(Object.fromEntries(load.statuses)));
});

test('sessions ended one by one, again and again', async (t) => {
  const load = await startLoad(service);
  for (let round = 0; round < 30; round += 1) {
    await pause(50);
    await query(
      cluster.url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rollbook'",
    );
  }
  await load.judge();
  t.diagnostic(JSON.stringify(Object.fromEntries(load.statuses)));
});

test('while no commit becomes durable /readyz is 503, in time, and 200 again afterwards', async (t) => {
  const { write, read } = await service.account();
  // Commits wait for a copy that is not there: as on a disk whose sync hangs, but for as long as the test wants.
  const waitFor = async (names: string) => {
    await query(cluster.url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await query(cluster.url, 'SELECT pg_reload_conf()');
  };
  t.after(() => waitFor(''));
  await recovered(service, write);
  await waitFor('nobody');
  await untilWell(async () => (await ready(service)) === 503);
  const writes = Array.from({ length: 30 }, () => service.call(write, 'DELETE', '/me/students/10010'));
  const began = performance.now();
  const asked = await Promise.all(Array.from({ length: 10 }, () => ready(service)));
  assert.deepEqual(new Set(asked), new Set([503]));
  assert.ok(performance.now() - began < 5_000, `it took ${performance.now() - began} ms`);
  assert.equal((await service.call(read, 'GET', '/me/students')).status, 200, 'reads go on');
  await waitFor('');
  for (const answer of await Promise.all(writes)) if (answer.status !== 404) checkFailure('DELETE', answer);
  await recovered(service, write);
});

test('a server that became a read-only copy', async () => {
  const { write, read } = await service.account();
  assert.equal(
    (await service.call(write, 'POST', '/me/students', { studentUid: '10010', tier: 1, weaponTier: 0 }))
      .status,
    201,
  );
  await cluster.halt('INT');
  await writeFile(join(cluster.data, 'standby.signal'), '');
  await cluster.start();
  // Its connections are new, and had at once or after a wait.
  await untilWell(async () => (await service.call(read, 'GET', '/me/students/10010')).status === 200);
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
  assert.deepEqual([seen.status, seen.body.level], [200, null], 'reads go on');
  assert.equal(await ready(service), 503);
  await query(cluster.url, 'SELECT pg_promote()');
  await recovered(service, write);
  assert.equal((await patch()).body.level, 5);
});
