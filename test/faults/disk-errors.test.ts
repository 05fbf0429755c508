import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { refused } from '../blackbox/error-response.ts';
import { newDatabase, query } from '../database.ts';
import { hasTracer, injectFaults } from '../inject-faults.ts';
import { type Account, type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { untilReady } from './until-ready.ts';

const UIDS = ['10000', '10001', '10002', '10003'];
const [UID = ''] = UIDS;
/** A write is answered within 7 s; the rest is margin for a busy machine. */
const ANSWER_TIMEOUT_MS = 15_000;
const options = { skip: hasTracer() ? false : 'strace is not available' };

interface Fixture {
  service: Service;
  account: Account;
  walFile: string;
  patch: (uid: string, level: number) => ReturnType<Service['call']>;
}

async function startFixture(t: TestContext): Promise<Fixture & { restart: () => Promise<Service> }> {
  const database = await newDatabase('sqlite');
  t.after(() => database.remove());
  const start = async () => {
    const service = await startService({ database: database.address });
    t.after(() => service.stop('SIGKILL'));
    return service;
  };
  const service = await start();
  const account = await service.account();
  for (const studentUid of UIDS) {
    const state = { studentUid, tier: 5, weaponTier: 0, level: 1 };
    assert.equal((await service.call(account.write, 'POST', '/me/students', state)).status, 201);
  }
  // Otherwise one of these may meet the fault in place of the test's write.
  await until('the first uses of the keys are stored', async () => {
    await service.call(account.read, 'GET', '/me/students');
    return (await query(database.address, 'SELECT 1 FROM api_key WHERE last_used_at IS NULL')).length === 0;
  });
  const patch = (uid: string, level: number) =>
    service.call(
      account.write,
      'PATCH',
      `/me/students/${uid}`,
      { level },
      {},
      AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    );
  const walFile = `${database.address.slice('sqlite:'.length)}-wal`;
  return { service, account, walFile, patch, restart: start };
}

const levelOf = async (service: Service, { read }: Account, uid: string): Promise<number> =>
  (await service.call(read, 'GET', `/me/students/${uid}`)).body.level;

describe('disk errors', { ...options, concurrency: 2 }, () => {
  test('while fsync hangs, a write in progress is answered 500, later writes 503, and reads succeed', async (t) => {
    const { service, account, walFile, patch } = await startFixture(t);
    const injected = await injectFaults(service, walFile, 'fsync,fdatasync:delay_enter=60s:when=1');
    t.after(() => injected.end());
    const lastWritten = () => statSync(walFile).mtimeMs;
    const before = lastWritten();
    const syncing = patch(UID, 2);
    await until('the write waits for its sync', () => lastWritten() > before);
    const queued = patch(UIDS[1] as string, 2);
    const ready = await fetch(`${service.url}/readyz`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    assert.equal(ready.status, 503, '/readyz is ready although no write can be made');
    assert.equal(await levelOf(service, account, UIDS[2] as string), 1, 'a read failed or changed');
    refused(await syncing, 500, 'internal_error');
    refused(await queued, 503, 'unavailable');
    const at = performance.now();
    refused(await patch(UIDS[1] as string, 3), 503, 'unavailable');
    assert.ok(performance.now() - at < 5_000, 'a write during the hang was not refused at once');
    // Lets the sync go on.
    await injected.end();
    const deadline = Date.now() + 60_000;
    let retry = await patch(UIDS[1] as string, 4);
    while (retry.status === 503) {
      assert.ok(Date.now() < deadline, 'writes did not recover after the sync');
      await pause(200);
      retry = await patch(UIDS[1] as string, 4);
    }
    assert.deepEqual([retry.status, retry.body.level], [200, 4]);
    assert.equal(await levelOf(service, account, UID), 2, 'the write answered 500 was not applied');
  });

  for (const [error, cause] of Object.entries({
    EROFS: 'a read-only file system',
    EDQUOT: 'an exhausted disk quota',
    EIO: 'a disk I/O error',
  }))
    test(`writes and /readyz are answered 503 during ${cause}, and no such write is applied`, async (t) => {
      const { service, account, walFile, patch, restart } = await startFixture(t);
      const injected = await injectFaults(service, walFile, `pwrite64:error=${error}`);
      t.after(() => injected.end());
      for (const level of [2, 3]) refused(await patch(UID, level), 503, 'unavailable');
      // An answer may be up to 250 ms old.
      await untilReady(service.url, 503);
      assert.equal(await levelOf(service, account, UID), 1);
      await injected.end();
      assert.equal((await patch(UIDS[1] as string, 5)).status, 200);
      await service.stop('SIGKILL');
      const after = await restart();
      assert.deepEqual(
        [await levelOf(after, account, UID), await levelOf(after, account, UIDS[1] as string)],
        [1, 5],
      );
    });
});
