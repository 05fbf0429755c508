import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { cleanUpAtEnd } from '../cleanup.ts';
import { type Database, newDatabase } from '../database.ts';
import { launch } from '../launch.ts';
import { startNginx } from '../ops/nginx.ts';
import {
  type Fleet,
  type Instance,
  type ProxiedLoad,
  startFleet,
  startProxiedLoad,
  untilServing,
} from './fleet.ts';
import { startHaproxy } from './haproxy.ts';
import { makeNextRelease } from './next-release.ts';

const ROUNDS = 2;
/** How long a backup uses the tables before a migration gets them. */
const BACKUP_MS = 3_000;

const PROXIES = {
  HAProxy: async (urls: string[]) => (await startHaproxy(urls)).url,
  nginx: async (urls: string[]) => {
    const nginx = await startNginx(urls);
    cleanUpAtEnd(nginx.stop);
    return nginx.url;
  },
};

let database: Database;
let fleet: Fleet;
beforeEach(async () => {
  database = await newDatabase('postgres');
  fleet = await startFleet(database.address);
});
afterEach(() => database.remove());

async function restart(instance: Instance, launcher?: string): Promise<void> {
  assert.equal(await instance.service.stop(), 0);
  await fleet.start(instance, launcher);
  await untilServing(instance);
}

/** Ends the load. Nothing may have failed but what `isAllowed` lets pass. */
async function finish(t: TestContext, load: ProxiedLoad, isAllowed: (failure: string) => boolean) {
  t.diagnostic(JSON.stringify(load.counts()));
  t.diagnostic(JSON.stringify(fleet.refusals()));
  await load.stopAndCheck();
  assert.deepEqual(
    Object.keys(load.failures()).filter((name) => !isAllowed(name)),
    [],
  );
}
const isRefusal = (failure: string) => / 503 /.test(failure);

for (const [name, startProxy] of Object.entries(PROXIES))
  describe(`three instances behind ${name}`, () => {
    let load: ProxiedLoad;
    beforeEach(async () => {
      load = await startProxiedLoad(await startProxy(fleet.instances.map(({ url }) => url)), fleet);
    });

    test('a rolling restart under load fails no request', async (t) => {
      for (let round = 0; round < ROUNDS; round += 1)
        for (const instance of fleet.instances) await restart(instance);
      await finish(t, load, isRefusal);
    });

    test('a rolling upgrade with a migration under load fails no request', async (t) => {
      const next = await makeNextRelease();
      const settings = { ROLLBOOK_DATABASE: database.address, ROLLBOOK_PORT: '0' };
      // A transaction that a migration has to wait for, as a backup's.
      const backup = new pg.Client({ connectionString: database.address });
      backup.on('error', () => {});
      await backup.connect();
      cleanUpAtEnd(() => backup.end());
      await backup.query('BEGIN; SELECT FROM account; SELECT FROM api_key; SELECT FROM student_record');
      setTimeout(() => backup.query('COMMIT'), BACKUP_MS);
      const startedAt = performance.now();
      const { code, stdout, stderr } = await launch(['migrate'], settings, 60_000, next);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /9999-next\.sql/);
      t.diagnostic(
        `migrated in ${Math.round(performance.now() - startedAt)} ms: ${JSON.stringify(load.failures())}`,
      );
      // The wrong order: an instance of the old release is restarted after the migration.
      const old = await launch(['serve'], settings);
      assert.equal(old.code, 1);
      assert.match(old.stderr, /newer than this program knows.*Start a newer Rollbook on it\./);
      for (const instance of fleet.instances) await restart(instance, next);
      await finish(t, load, isRefusal);
    });

    test('a new release that is started without `migrate` migrates while the old instances serve', async (t) => {
      const next = await makeNextRelease();
      for (const instance of fleet.instances) await restart(instance, next);
      const [first] = fleet.instances as [Instance];
      assert.match(first.service.stdout(), /"migrated":\["9999-next\.sql"\]/);
      await finish(t, load, isRefusal);
    });

    test('kill -9 of an instance fails only writes in flight, with an unknown outcome', async (t) => {
      for (const instance of fleet.instances) {
        await instance.service.stop('SIGKILL');
        await fleet.start(instance);
        await untilServing(instance);
      }
      // HAProxy closes a connection that is not new instead of answering 502.
      await finish(
        t,
        load,
        (failure) => isRefusal(failure) || /^(POST|PATCH|DELETE) (unanswered|500 proxy)$/.test(failure),
      );
    });
  });
