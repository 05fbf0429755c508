import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { copyFile, mkdir, open, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';

import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { query } from '../database.ts';
import { rewriteSchema } from '../rewrite-schema.ts';
import { startService } from '../service.ts';
import { until } from '../until.ts';
import {
  accountsIn,
  assertRefused,
  backup,
  createLaterDatabase,
  database,
  file,
  folder,
  otherFiles,
  restore,
} from './restore-fixture.ts';

describe('refused restores', () => {
  test('restore is refused while a service is running, and does not disturb it', async () => {
    const service = await startService({ database });
    let busy = true;
    try {
      await assertRefused(
        backup,
        /Another process \(\d+\) has the database .* open\. Stop the service first\./,
      );
      const { write } = await service.account();
      await service.call(write, 'POST', '/me/students', { studentUid: '10010', tier: 3, weaponTier: 0 });
      let written = 0;
      const writing = (async () => {
        for (let level = 1; busy; level = (level % 90) + 1, written += 1) {
          const { status } = await service.call(write, 'PATCH', '/me/students/10010', { level });
          assert.equal(status, 200);
        }
      })();
      await until('the first write is acknowledged', () => written > 0);
      for (let round = 0; round < 3; round += 1) await assert.rejects(restore(), /has the database .* open/);
      busy = false;
      await writing;
    } finally {
      busy = false;
      assert.equal(await service.stop(), 0);
    }
    assert.deepEqual(otherFiles(), []);
  });

  test('restore is refused while a service has the deleted database file open', async (t) => {
    if (process.platform !== 'linux') return t.skip('only Linux shows which process has a file open');
    const service = await startService({ database });
    try {
      await rm(file);
      await assert.rejects(restore(), /Another process \(\d+\) has the database/);
      assert.ok(!readdirSync(folder).includes('rollbook.db'));
    } finally {
      await service.stop();
    }
  });

  test('restore is refused while another program has the database open without a lock', async (t) => {
    if (process.platform !== 'linux') return t.skip('only Linux shows which process has a file open');
    await createLaterDatabase();
    await restore();
    // A restored file is not in WAL mode until a service opens it.
    const holder = new DatabaseSync(file);
    t.after(() => holder.close());
    holder.prepare('SELECT count(*) FROM account').get();
    await assertRefused(backup, new RegExp(`Another process \\(${process.pid}\\) has the database`));
  });

  const BAD: Record<string, [make: (path: string) => Promise<unknown>, message: RegExp]> = {
    'a backup that does not exist': [async () => {}, /There is no backup at/],
    'a folder': [(path) => mkdir(path), /is not a file/],
    'an empty file': [(path) => writeFile(path, ''), /not a database of Rollbook's/],
    'a text file': [
      (path) => writeFile(path, 'some text\n'.repeat(1000)),
      /damaged, or is not a SQLite database/,
    ],
    'a database of another program': [
      async (path) => {
        const other = new DatabaseSync(path);
        other.exec('CREATE TABLE account (id)');
        other.close();
      },
      /not one of Rollbook's/,
    ],
    'a database of a newer release': [
      async (path) => {
        await copyFile(backup, path);
        await query(`sqlite:${path}`, "INSERT INTO migration VALUES (9999, '9999-new.sql', 'sum', 0)");
      },
      /newer than this program knows/,
    ],
    'a truncated backup': [
      async (path) => {
        await copyFile(backup, path);
        await truncate(path, (await stat(path)).size - 4096 * 3);
      },
      /damaged/,
    ],
    'a backup with an overwritten page': [
      async (path) => {
        await copyFile(backup, path);
        const opened = await open(path, 'r+');
        const { size } = await opened.stat();
        await opened.write(randomBytes(4096), 0, 4096, Math.floor(size / 8192) * 4096);
        await opened.close();
      },
      /damaged/,
    ],
    'a backup whose rows violate a foreign key': [
      async (path) => {
        await copyFile(backup, path);
        const opened = new DatabaseSync(path, { enableForeignKeyConstraints: false });
        opened.exec("INSERT INTO growth_goal (account_id, student_uid, goal) VALUES ('nobody', 'p', '{}')");
        opened.close();
      },
      /damaged: growth_goal/,
    ],
    'a backup with a trigger that makes every new account an operator': [
      async (path) => {
        await copyFile(backup, path);
        await query(
          `sqlite:${path}`,
          'CREATE TRIGGER promote AFTER INSERT ON account BEGIN UPDATE account SET is_operator = 1; END',
        );
      },
      /is not as Rollbook makes it: trigger promote was added\. Nothing was changed\. Name another file/,
    ],
    'a backup in which every new account is an operator by default': [
      async (path) => {
        await copyFile(backup, path);
        rewriteSchema(path, 'account', (sql) => sql.replace('DEFAULT 0', 'DEFAULT 1'));
      },
      /is not as Rollbook makes it: table account is different\./,
    ],
  };
  for (const [what, [make, message]] of Object.entries(BAD))
    test(`restore refuses ${what} and changes nothing`, async () => {
      await createLaterDatabase();
      const invalidBackup = `${folder}-invalid`;
      await make(invalidBackup);
      await assertRefused(invalidBackup, message);
      assert.deepEqual(await accountsIn(file), ['later']);
    });

  test('restore refuses the database itself as its backup, also through a link', async () => {
    await createLaterDatabase();
    await assertRefused(file, /is the database itself/);
    const link = `${folder}-self.db`;
    await symlink(file, link);
    await assertRefused(link, /is the database itself/);
  });

  test('restore refuses to replace the database of another program', async () => {
    const other = new DatabaseSync(file);
    other.exec('CREATE TABLE theirs (id)');
    other.close();
    await assertRefused(backup, /not one of Rollbook's/);
  });

  test('restore refuses a folder at the path of the database', async () => {
    await mkdir(file);
    await assert.rejects(restore(), /is not a file/);
  });
});
