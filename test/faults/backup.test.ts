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
import { until } from '../until.ts';

test('a backup under load starts, with every write acknowledged before it began', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-backup-'));
  const database = await newDatabase('sqlite');
  const service = await startService({ database: database.address });
  const writers = await Writers.start(service);
  try {
    for (const name of ['one.db', 'two.db', 'three.db'])
      await writers.outlive(
        () => service.command('backup', join(folder, name)),
        async () => `sqlite:${join(folder, name)}`,
      );
  } finally {
    await writers.stop();
    await service.stop();
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  }
});

describe('a backup of a large database', () => {
  let folder: string;
  let database: string;
  let backups: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollbook-backup-'));
    database = `sqlite:${join(folder, 'rollbook.db')}`;
    await largeDatabase(join(folder, 'rollbook.db'), 96);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** A folder of its own for each test, so that all that is left is seen. */
  async function newFolder(name: string): Promise<string> {
    backups = join(folder, name);
    await mkdir(backups);
    return join(backups, 'backup.db');
  }
  const plans = async (file: string) => query(`sqlite:${file}`, 'SELECT count(*) AS plans FROM planner');

  /** Exactly one of many, and it is whole. */
  async function oneSucceeds(t: TestContext, file: string, many: number, under?: string[]) {
    const outcomes = await Promise.all(
      Array.from({ length: many }, () => startCommand(t, database, ['backup', file], under).ended),
    );
    const refused = outcomes.filter(({ code }) => code !== 0);
    assert.equal(refused.length, many - 1);
    for (const { code, stderr } of refused) {
      assert.equal(code, 1, stderr);
      assert.equal(stderr, `There is a file at ${file} already. Name one that does not exist.\n`);
    }
    assert.deepEqual(readdirSync(backups), ['backup.db']);
    assert.deepEqual(await plans(file), await plans(join(folder, 'rollbook.db')));
  }

  test('of many backups to one name at once exactly one succeeds, and its file is whole', async (t) =>
    oneSucceeds(t, await newFolder('together'), 12));

  test('on a file system without hard links, too, exactly one of many backups to one name succeeds', async (t) => {
    const strace = withoutHardLinks();
    if (strace === undefined) return t.skip('processes cannot be traced here');
    await oneSucceeds(t, await newFolder('without-links'), 4, strace);
  });

  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    test(`a backup that ${signal} ends in the middle leaves nothing, and exits with ${exitCode}`, async (t) => {
      const file = await newFolder(signal);
      // A machine that stands still for a moment lets one of them come to its end first, but not every time.
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
      assert.fail('no backup was still under way when the signal came');
    });

  test('a backup whose command is killed leaves nothing either, once its copy has ended', async (t) => {
    const file = await newFolder('killed');
    const backup = startCommand(t, database, ['backup', file]);
    await until('a copy begins', () => readdirSync(backups).length > 0);
    backup.process.kill('SIGKILL');
    await backup.ended;
    // It may have come to its end before.
    await until('nothing is left but a backup', () =>
      readdirSync(backups).every((name) => name === 'backup.db'),
    );
  });
});
