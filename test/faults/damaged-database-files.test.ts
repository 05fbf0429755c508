import assert from 'node:assert/strict';
import { copyFileSync, renameSync, truncateSync, unlinkSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { refused } from '../blackbox/error-response.ts';
import { newDatabase } from '../database.ts';
import { type Account, type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { untilReady } from './until-ready.ts';

const UID = '10000';

interface Fixture {
  service: Service;
  account: Account;
  file: string;
  patch: (level: number) => ReturnType<Service['call']>;
}

/** A restarted service with one student, so that the write-ahead log was checkpointed into the database file. */
async function startFixture(t: TestContext): Promise<Fixture> {
  const database = await newDatabase('sqlite');
  t.after(() => database.remove());
  const start = () => startService({ database: database.address });
  const first = await start();
  const account = await first.account();
  const state = { studentUid: UID, tier: 5, weaponTier: 0, level: 1 };
  assert.equal((await first.call(account.write, 'POST', '/me/students', state)).status, 201);
  assert.equal(await first.stop(), 0);
  const service = await start();
  t.after(() => service.stop('SIGKILL'));
  const file = database.address.slice('sqlite:'.length);
  const patch = (level: number) => service.call(account.write, 'PATCH', `/me/students/${UID}`, { level });
  assert.equal((await patch(2)).status, 200);
  return { service, account, file, patch };
}

const DAMAGES: Record<string, (file: string) => void> = {
  'the file is unlinked': (file) => unlinkSync(file),
  'the file is replaced by a copy': (file) => {
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
  },
  'the file is truncated': (file) => truncateSync(file, 4096),
  'the write-ahead log is unlinked': (file) => unlinkSync(`${file}-wal`),
  'the shared-memory file is unlinked': (file) => unlinkSync(`${file}-shm`),
};

describe('damaged database files', { concurrency: 3 }, () => {
  for (const [title, damage] of Object.entries(DAMAGES))
    test(`writes and /readyz are answered 503 once ${title}`, async (t) => {
      const { service, file, patch } = await startFixture(t);
      damage(file);
      refused(await patch(3), 503, 'unavailable');
      await untilReady(service.url, 503);
      await until('the refusal is logged', () =>
        /under the running server.*writes are refused/.test(service.stdout()),
      );
      assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
    });

  test('an idle server logs that its database file was removed, and accepts writes once the file is back', async (t) => {
    const { service, account, file, patch } = await startFixture(t);
    renameSync(file, `${file}.aside`);
    await until('the removal is logged', () => /was removed under the running server/.test(service.stdout()));
    refused(await patch(3), 503, 'unavailable');
    const read = await service.call(account.read, 'GET', `/me/students/${UID}`);
    assert.deepEqual([read.status, read.body.level], [200, 2]);
    renameSync(`${file}.aside`, file);
    await until('writes succeed', async () => (await patch(4)).status === 200);
    await until('the recovery is logged', () => /the database files are well again/.test(service.stdout()));
    await untilReady(service.url);
  });
});
