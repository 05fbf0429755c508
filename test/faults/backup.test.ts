import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { Writers } from '../acknowledged.ts';
import { startCommand, withoutHardLinks } from '../command-process.ts';
import { newDatabase, query } from '../database.ts';
import { largeDatabase } from '../large-database.ts';
import { startService } from '../service.ts';
import { spawnCommand } from '../spawn-command.ts';
import { until } from '../until.ts';

test('a backup made under load holds every write acknowledged before it began', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-backup-'));
  const database = await newDatabase('sqlite');
  const service = await startService({ database: database.address });
  const writers = await Writers.start(service);
  try {
    for (const name of ['one.db', 'two.db', 'three.db'])
      await writers.outlive(
        () => spawnCommand(['backup', join(folder, name)], service.database),
        async () => `sqlite:${join(folder, name)}`,
      );
  } finally {
    await writers.stop();
    await service.stop();
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  }
});

describe('backup of a large database', () => {
  let folder: string;
  let database: string;
  let backups: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollbook-backup-'));
    database = `sqlite:${join(folder, 'rollbook.db')}`;
    await largeDatabase(join(folder, 'rollbook.db'), 96);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** A folder for each test, so that leftover files show. */
  async function newFolder(name: string): Promise<string> {
    backups = join(folder, name);
    await mkdir(backups);
    return join(backups, 'backup.db');
  }
  const countGoals = async (file: string) =>
    query(`sqlite:${file}`, 'SELECT count(*) AS goals FROM growth_goal');

  async function assertOneBackupSucceeds(t: TestContext, file: string, count: number, strace?: string[]) {
    const outcomes = await Promise.all(
      Array.from({ length: count }, () => startCommand(t, database, ['backup', file], strace).ended),
    );
    const refused = outcomes.filter(({ code }) => code !== 0);
    assert.equal(refused.length, count - 1);
    for (const { code, stderr } of refused) {
      assert.equal(code, 1, stderr);
      assert.equal(stderr, `There is a file at ${file} already. Name one that does not exist.\n`);
    }
    assert.deepEqual(readdirSync(backups), ['backup.db']);
    assert.deepEqual(await countGoals(file), await countGoals(join(folder, 'rollbook.db')));
  }

  test('exactly one of 12 concurrent backups to the same file succeeds, and the file is complete', async (t) =>
    assertOneBackupSucceeds(t, await newFolder('together'), 12));

  test('exactly one of 4 concurrent backups to the same file succeeds on a file system without hard links', async (t) => {
    const strace = withoutHardLinks();
    if (strace === undefined) return t.skip('strace is not available');
    await assertOneBackupSucceeds(t, await newFolder('without-links'), 4, strace);
  });

  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    test(`a backup interrupted by ${signal} leaves no file and exits with ${exitCode}`, async (t) => {
      const file = await newFolder(signal);
      // On a busy machine a backup may finish before the signal arrives, so this is tried up to ten times.
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const backup = startCommand(t, database, ['backup', file]);
        await until('a copy begins', () => readdirSync(backups).length > 0);
        backup.process.kill(signal);
        const { code, stderr } = await backup.ended;
        if (code === 0) await rm(file);
        assert.deepEqual(readdirSync(backups), []);
        if (code === 0) continue;
        assert.equal(code, exitCode);
        assert.equal(stderr, 'Interrupted. Nothing was changed.\n');
        return;
      }
      assert.fail('every backup finished before the signal arrived');
    });

  test('a backup killed with SIGKILL leaves no partial file once its copying process has ended', async (t) => {
    const file = await newFolder('killed');
    const backup = startCommand(t, database, ['backup', file]);
    await until('a copy begins', () => readdirSync(backups).length > 0);
    backup.process.kill('SIGKILL');
    await backup.ended;
    // The backup may have finished before the signal arrived.
    await until('no partial file is left', () => readdirSync(backups).every((name) => name === 'backup.db'));
  });
});
