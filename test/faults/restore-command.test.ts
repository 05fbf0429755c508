import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { copyFile, open, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startCommand, withoutHardLinks } from '../command-process.ts';
import { startService } from '../service.ts';
import { spawnCommand } from '../spawn-command.ts';
import {
  accountsIn,
  backup,
  createLaterDatabase,
  database,
  file,
  folder,
  leaveKilledDatabase,
  otherFiles,
  restore,
} from './restore-fixture.ts';

describe('restore', () => {
  test('restore replaces the database and keeps the previous one, including its write-ahead log', async () => {
    await leaveKilledDatabase();
    const restored = await restore();
    assert.deepEqual(restored, { database: file, backup, kept: restored.kept });
    assert.match(String(restored.kept), /rollbook\.db\.before-restore-\d{8}T\d{6}\.\d{3}Z$/);
    assert.deepEqual(otherFiles(), [restored.kept?.slice(folder.length + 1)]);
    assert.deepEqual(await accountsIn(file), ['saved']);
    assert.deepEqual(await accountsIn(String(restored.kept)), ['later']);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const service = await startService({ database });
    assert.equal((await service.command('account', 'list'))[0].name, 'saved');
    await service.account();
    assert.equal(await service.stop(), 0);
    assert.deepEqual(
      await accountsIn(String(restored.kept)),
      ['later'],
      'the service wrote to the kept file',
    );
  });

  test('restore creates a missing database and moves a leftover write-ahead log aside', async () => {
    await leaveKilledDatabase();
    await rm(file);
    await restore();
    assert.deepEqual(await accountsIn(file), ['saved']);
    const [log, ...more] = otherFiles();
    assert.match(String(log), /before-restore-.*-wal$/);
    assert.deepEqual(more, []);
  });

  test('restore follows a symbolic link to the database', async () => {
    await createLaterDatabase();
    const link = `${folder}-link.db`;
    await symlink(file, link);
    const { kept } = await restore(backup, `sqlite:${link}`);
    assert.deepEqual(await accountsIn(file), ['saved']);
    assert.deepEqual(await accountsIn(String(kept)), ['later']);
    assert.deepEqual(await accountsIn(link), ['saved']);
  });

  test('restore of a copied database includes its write-ahead log', async () => {
    await leaveKilledDatabase();
    const copy = `${folder}-copy.db`;
    await copyFile(file, copy);
    await copyFile(`${file}-wal`, `${copy}-wal`);
    await rm(folder, { recursive: true });
    await restore(copy);
    assert.deepEqual(await accountsIn(file), ['later']);
  });

  const DAMAGES: Record<string, () => Promise<void>> = {
    'whose first page is overwritten': async () => {
      const opened = await open(file, 'r+');
      await opened.write(randomBytes(4096), 0, 4096, 0);
      await opened.close();
    },
    'that was overwritten with zeros': async () => writeFile(file, Buffer.alloc((await stat(file)).size)),
    'that was truncated to nothing': () => truncate(file, 0),
    'that was truncated within a page': () => truncate(file, 5000),
  };
  for (const [which, damage] of Object.entries(DAMAGES))
    test(`restore replaces a database ${which} and keeps all its bytes and its write-ahead log`, async () => {
      await leaveKilledDatabase();
      await damage();
      const [damaged, log] = [await readFile(file), await readFile(`${file}-wal`)];
      const { kept } = await restore();
      assert.deepEqual(await accountsIn(file), ['saved']);
      assert.equal(await spawnCommand(['account', 'list'], database).then(({ length }) => length), 1);
      const names = otherFiles();
      if (names.length === 1) {
        // SQLite could still read the database, and has merged it with its log.
        assert.ok((await readFile(String(kept))).includes('later'));
        return;
      }
      assert.equal(names.length, 2);
      assert.deepEqual(await readFile(String(kept)), damaged);
      assert.deepEqual(await readFile(`${kept}-wal`), log);
      assert.ok(log.includes('later'));
    });

  test('restore replaces the database on a file system without hard links', async (t) => {
    const strace = withoutHardLinks();
    if (strace === undefined) return t.skip('strace is not available');
    await createLaterDatabase();
    const { code, stderr } = await startCommand(t, database, ['restore', backup], strace).ended;
    assert.equal(code, 0, stderr);
    assert.deepEqual(await accountsIn(file), ['saved']);
    const [kept = '', ...more] = otherFiles();
    assert.deepEqual(await accountsIn(join(folder, kept)), ['later']);
    assert.deepEqual(more, []);
  });
});
