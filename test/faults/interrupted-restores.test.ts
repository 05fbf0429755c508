import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startCommand } from '../command-process.ts';
import { query } from '../database.ts';
import { largeDatabase } from '../large-database.ts';
import { startService } from '../service.ts';
import { until } from '../until.ts';
import {
  accountsIn,
  backup,
  createLaterDatabase,
  database,
  file,
  folder,
  otherFiles,
  shared,
} from './restore-fixture.ts';

describe('restore of a large backup', () => {
  let large: string;
  before(async () => {
    large = join(shared, 'large.db');
    await largeDatabase(large, 64);
  });

  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    test(`a restore interrupted by ${signal} changes nothing and exits with ${exitCode}`, async (t) => {
      // On a busy machine a restore may finish before the signal arrives, so this is tried up to ten times.
      for (let attempt = 0; attempt < 10; attempt += 1) {
        await rm(folder, { recursive: true });
        await mkdir(folder);
        await createLaterDatabase();
        const restoring = startCommand(t, database, ['restore', large]);
        await until('a copy begins', () => otherFiles().length > 0);
        restoring.process.kill(signal);
        const { code, stderr } = await restoring.ended;
        if (code === 0) continue;
        assert.equal(code, exitCode, stderr);
        assert.deepEqual(otherFiles(), []);
        assert.deepEqual(await accountsIn(file), ['later']);
        return;
      }
      assert.fail('every restore finished before the signal arrived');
    });

  test('a restore killed at any moment leaves either the old or the new database complete', async (t) => {
    await createLaterDatabase();
    const startedAt = Date.now();
    assert.equal((await startCommand(t, database, ['restore', large]).ended).code, 0);
    const restoreMs = Date.now() - startedAt;
    let killed = 0;
    for (let round = 0; round < 16; round += 1) {
      await rm(folder, { recursive: true });
      await mkdir(folder);
      await createLaterDatabase();
      const restoring = startCommand(t, database, ['restore', large]);
      // Most kills come while the files are renamed.
      await pause(restoreMs * (0.4 + (round / 16) * 0.7));
      restoring.process.kill('SIGKILL');
      if ((await restoring.ended).code === null) killed += 1;
      const accounts = await accountsIn(file);
      const kept = readdirSync(folder).filter((name) => /before-restore-[^-]*Z$/.test(name));
      if (accounts[0] === 'large')
        assert.deepEqual(await accountsIn(join(folder, String(kept[0]))), ['later']);
      else assert.deepEqual(accounts, ['later']);
      await until('the copy is removed', () => otherFiles().every((name) => !name.includes('.partial')));
    }
    assert.ok(killed > 0, 'every restore finished before it was killed');
  });

  test('a service that starts during a restore never serves the replaced file', async (t) => {
    for (let round = 0; round < 6; round += 1) {
      await rm(folder, { recursive: true });
      await mkdir(folder);
      await createLaterDatabase();
      const restoring = startCommand(t, database, ['restore', round % 2 === 0 ? backup : large]);
      await pause(round * 60);
      const service = await startService({ database }).catch((error: Error) => error);
      const { code, stderr } = await restoring.ended;
      if (service instanceof Error) {
        assert.match(service.message, /locked by another program|replaced while it was/);
        assert.equal(code, 0, stderr);
        continue;
      }
      try {
        await service.command('account', 'create', 'written');
        const key = await service.account();
        const { status } = await service.call(key.write, 'POST', '/me/students', {
          studentUid: '10010',
          tier: 3,
          weaponTier: 0,
        });
        assert.equal(status, 201);
      } finally {
        await service.stop();
      }
      // Writes that the service acknowledged are in the file at the path of the database.
      const records = await query(database, 'SELECT student_uid FROM student_record');
      assert.deepEqual(records, [{ student_uid: '10010' }]);
      assert.ok((await accountsIn(file)).includes(code === 0 ? 'written' : 'later'));
      if (code !== 0) assert.match(stderr, /has the database .* open/);
    }
  });
});
