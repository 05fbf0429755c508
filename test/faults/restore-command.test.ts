import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startCommand, withoutHardLinks } from '../command-process.ts';
import { query } from '../database.ts';
import { largeDatabase } from '../large-database.ts';
import { TRACE } from '../launch.ts';
import { runCommand, startService } from '../service.ts';
import { until } from '../until.ts';

/** The folder of a backup whose database has one account, "saved". */
let shared: string;
let backup: string;
/** The folder, database file and database address of one test. */
let folder: string;
let file: string;
let database: string;
let testCount = 0;

before(async () => {
  shared = await mkdtemp(join(tmpdir(), 'rollbook-restore-'));
  backup = join(shared, 'backup.db');
  const saved = `sqlite:${join(shared, 'saved.db')}`;
  await runCommand(['account', 'create', 'saved'], saved);
  await runCommand(['backup', backup], saved);
});
beforeEach(async () => {
  folder = join(shared, String(++testCount));
  await mkdir(folder);
  file = join(folder, 'rollbook.db');
  database = `sqlite:${file}`;
});
after(() => rm(shared, { recursive: true, force: true }));

const restore = (from = backup): Promise<{ database: string; backup: string; kept: string | null }> =>
  runCommand(['restore', from], database);
const accountsIn = async (path: string): Promise<unknown[]> =>
  (await query(`sqlite:${path}`, 'SELECT name FROM account ORDER BY name')).map(({ name }) => name);
/** The other files in the folder of the database. */
const otherFiles = (): string[] => readdirSync(folder).filter((name) => name !== 'rollbook.db');
/** Creates the database with one account, "later". */
const createLaterDatabase = () => runCommand(['account', 'create', 'later'], database);

/** Kills a service, so that its last writes are only in the write-ahead log. */
async function leaveKilledDatabase(): Promise<void> {
  const service = await startService({ database });
  await service.command('account', 'create', 'later');
  await service.stop('SIGKILL');
  assert.ok((await stat(`${file}-wal`)).size > 0);
}

async function assertRefused(from: string, message: RegExp): Promise<void> {
  const before = await contentOf(folder);
  await assert.rejects(restore(from), (error: Error & { exitCode?: number }) => {
    assert.match(error.message, message);
    assert.match(error.message, /^\S+ [^\n]+\.$/, 'the error is not one line');
    assert.doesNotMatch(error.message, TRACE);
    assert.equal(error.exitCode, 1);
    return true;
  });
  assert.deepEqual(await contentOf(folder), before, 'a file was changed');
}

async function contentOf(path: string): Promise<Record<string, string>> {
  const names = readdirSync(path).filter((name) => !/-(wal|shm)$/.test(name));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, hash('sha256', await readFile(join(path, name)))])),
  );
}

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
    const link = join(shared, `link-${testCount}.db`);
    await symlink(file, link);
    database = `sqlite:${link}`;
    const { kept } = await restore();
    assert.deepEqual(await accountsIn(file), ['saved']);
    assert.deepEqual(await accountsIn(String(kept)), ['later']);
    assert.deepEqual(await accountsIn(link), ['saved']);
  });

  test('restore of a copied database includes its write-ahead log', async () => {
    await leaveKilledDatabase();
    const copy = join(shared, `copy-${testCount}.db`);
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
      assert.equal(await runCommand(['account', 'list'], database).then(({ length }) => length), 1);
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
        opened.exec("INSERT INTO planner (account_id, planner_id, content) VALUES ('nobody', 'p', '{}')");
        opened.close();
      },
      /damaged: planner/,
    ],
  };
  for (const [what, [make, message]] of Object.entries(BAD))
    test(`restore refuses ${what} and changes nothing`, async () => {
      await createLaterDatabase();
      const invalidBackup = join(shared, `invalid-${testCount}`);
      await make(invalidBackup);
      await assertRefused(invalidBackup, message);
      assert.deepEqual(await accountsIn(file), ['later']);
    });

  test('restore refuses the database itself as its backup, also through a link', async () => {
    await createLaterDatabase();
    await assertRefused(file, /is the database itself/);
    const link = join(shared, `self-${testCount}.db`);
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
