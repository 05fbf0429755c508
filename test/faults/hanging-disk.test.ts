import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { refused } from '../blackbox/error-response.ts';
import { newDatabase } from '../database.ts';
import { hasTracer, injectFaults } from '../inject-faults.ts';
import { type Account, type Service, startService } from '../service.ts';

const UIDS = ['10000', '10001', '10002', '10003'];
const [UID = ''] = UIDS;
/** A write ends within seven seconds; the rest is for a busy machine. */
const ANSWER_MS = 15_000;
const options = { skip: hasTracer() ? false : 'nobody may trace a process here' };

interface Case {
  service: Service;
  account: Account;
  log: string;
  patch: (uid: string, level: number) => ReturnType<Service['call']>;
}

async function started(t: TestContext): Promise<Case & { restart: () => Promise<Service> }> {
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
  const patch = (uid: string, level: number) =>
    service.call(
      account.write,
      'PATCH',
      `/me/students/${uid}`,
      { level },
      {},
      AbortSignal.timeout(ANSWER_MS),
    );
  const log = `${database.address.slice('sqlite:'.length)}-wal`;
  return { service, account, log, patch, restart: start };
}

const levelOf = async (service: Service, { read }: Account, uid: string): Promise<number> =>
  (await service.call(read, 'GET', `/me/students/${uid}`)).body.level;

test(
  'while a sync hangs each write ends, unknown or surely not done, reads go on, and then all is well',
  options,
  async (t) => {
    const { service, account, log, patch } = await started(t);
    const injected = await injectFaults(service, log, 'fsync,fdatasync:delay_enter=12s:when=1');
    t.after(() => injected.end());
    const inTheSync = patch(UID, 2);
    await pause(1_000);
    const behind = patch(UIDS[1] as string, 2);
    const ready = await fetch(`${service.url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) });
    assert.equal(ready.status, 503, 'ready says that no write can be made');
    assert.equal(await levelOf(service, account, UIDS[2] as string), 1, 'reads go on');
    refused(await inTheSync, 500, 'internal_error');
    refused(await behind, 503, 'unavailable');
    const at = performance.now();
    refused(await patch(UIDS[1] as string, 3), 503, 'unavailable');
    assert.ok(performance.now() - at < 5_000, 'who comes now is refused at once');
    const deadline = Date.now() + 60_000;
    let again = await patch(UIDS[1] as string, 4);
    while (again.status === 503) {
      assert.ok(Date.now() < deadline, 'writes go on after the sync');
      await pause(200);
      again = await patch(UIDS[1] as string, 4);
    }
    assert.deepEqual([again.status, again.body.level], [200, 4]);
    assert.equal(await levelOf(service, account, UID), 2, 'the write that nobody knew of came about');
  },
);

for (const [error, words] of Object.entries({
  EROFS: 'a read-only file system',
  EDQUOT: 'a used-up quota',
  EIO: 'a disk that takes no write',
}))
  test(`${words} makes writes and /readyz 503, undone, until it is over`, options, async (t) => {
    const { service, account, log, patch, restart } = await started(t);
    const injected = await injectFaults(service, log, `pwrite64:error=${error}`);
    t.after(() => injected.end());
    for (const level of [2, 3]) refused(await patch(UID, level), 503, 'unavailable');
    assert.equal((await fetch(`${service.url}/readyz`)).status, 503);
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
