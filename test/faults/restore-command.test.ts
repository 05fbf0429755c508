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

/** Holds one backup, of a database with the one account "saved". */
let shared: string;
let backup: string;
/** Of one test. */
let folder: string;
let file: string;
let database: string;
let count = 0;

before(async () => {
  shared = await mkdtemp(join(tmpdir(), 'rollbook-restore-'));
  backup = join(shared, 'backup.db');
  const saved = `sqlite:${join(shared, 'saved.db')}`;
  await runCommand(['account', 'create', 'saved'], saved);
  await runCommand(['backup', backup], saved);
});
beforeEach(async () => {
  folder = join(shared, String(++count));
  await mkdir(folder);
  file = join(folder, 'rollbook.db');
  database = `sqlite:${file}`;
});
after(() => rm(shared, { recursive: true, force: true }));

const restore = (from = backup): Promise<{ database: string; backup: string; kept: string | null }> =>
  runCommand(['restore', from], database);
const accountsIn = async (path: string): Promise<unknown[]> =>
  (await query(`sqlite:${path}`, 'SELECT name FROM account ORDER BY name')).map(({ name }) => name);
/** What is beside the database. */
const others = (): string[] => readdirSync(folder).filter((name) => name !== 'rollbook.db');
/** The database with the account "later". */
const laterDatabase = () => runCommand(['account', 'create', 'later'], database);

/** A service that was killed, so that its last writes are in the write-ahead log alone. */
async function killedService(): Promise<void> {
  const service = await startService({ database });
  await service.command('account', 'create', 'later');
  await service.stop('SIGKILL');
  assert.ok((await stat(`${file}-wal`)).size > 0);
}

async function refuses(from: string, sentence: RegExp): Promise<void> {
  const before = await contentOf(folder);
  await assert.rejects(restore(from), (error: Error & { exitCode?: number }) => {
    assert.match(error.message, sentence);
    assert.match(error.message, /^\S+ [^\n]+\.$/, 'one sentence or two');
    assert.doesNotMatch(error.message, TRACE);
    assert.equal(error.exitCode, 1);
    return true;
  });
  assert.deepEqual(await contentOf(folder), before, 'nothing was changed');
}

async function contentOf(path: string): Promise<Record<string, string>> {
  const names = readdirSync(path).filter((name) => !/-(wal|shm)$/.test(name));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, hash('sha256', await readFile(join(path, name)))])),
  );
}

describe('restore', () => {
  test('puts the backup in the place of the database, and keeps what was there, its log included', async () => {
    await killedService();
    const restored = await restore();
    assert.deepEqual(restored, { database: file, backup, kept: restored.kept });
    assert.match(String(restored.kept), /rollbook\.db\.before-restore-\d{8}T\d{6}\.\d{3}Z$/);
    assert.deepEqual(others(), [restored.kept?.slice(folder.length + 1)]);
    assert.deepEqual(await accountsIn(file), ['saved']);
    assert.deepEqual(await accountsIn(String(restored.kept)), ['later']);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const service = await startService({ database });
    assert.equal((await service.command('account', 'list'))[0].name, 'saved');
    await service.account();
    assert.equal(await service.stop(), 0);
    assert.deepEqual(await accountsIn(String(restored.kept)), ['later'], 'nobody writes into the kept file');
  });

  test('makes the database where there is none, without the log of one that was there', async () => {
    await killedService();
    await rm(file);
    await restore();
    assert.deepEqual(await accountsIn(file), ['saved']);
    const [log, ...more] = others();
    assert.match(String(log), /before-restore-.*-wal$/);
    assert.deepEqual(more, []);
  });

  test('follows a link to the database', async () => {
    await laterDatabase();
    const link = join(shared, `link-${count}.db`);
    await symlink(file, link);
    database = `sqlite:${link}`;
    const { kept } = await restore();
    assert.deepEqual(await accountsIn(file), ['saved']);
    assert.deepEqual(await accountsIn(String(kept)), ['later']);
    assert.deepEqual(await accountsIn(link), ['saved']);
  });

  test('counts what the write-ahead log of a copied database holds', async () => {
    await killedService();
    const copy = join(shared, `copy-${count}.db`);
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
    test(`replaces a database ${which}, and loses no byte of it or its log`, async () => {
      await killedService();
      await damage();
      const [damaged, log] = [await readFile(file), await readFile(`${file}-wal`)];
      const { kept } = await restore();
      assert.deepEqual(await accountsIn(file), ['saved']);
      assert.equal(await runCommand(['account', 'list'], database).then(({ length }) => length), 1);
      const names = others();
      if (names.length === 1) {
        // SQLite could still read it, and has put together what it and its log held.
        assert.ok((await readFile(String(kept))).includes('later'));
        return;
      }
      assert.equal(names.length, 2);
      assert.deepEqual(await readFile(String(kept)), damaged);
      assert.deepEqual(await readFile(`${kept}-wal`), log);
      assert.ok(log.includes('later'));
    });

  test('replaces the database on a file system without hard links', async (t) => {
    const strace = withoutHardLinks();
    if (strace === undefined) return t.skip('processes cannot be traced here');
    await laterDatabase();
    const { code, stderr } = await startCommand(t, database, ['restore', backup], strace).ended;
    assert.equal(code, 0, stderr);
    assert.deepEqual(await accountsIn(file), ['saved']);
    const [kept = '', ...more] = others();
    assert.deepEqual(await accountsIn(join(folder, kept)), ['later']);
    assert.deepEqual(more, []);
  });
});

describe('restore refuses', () => {
  test('while a service runs, be it idle or busy, and disturbs nobody', async () => {
    const service = await startService({ database });
    let busy = true;
    try {
      await refuses(backup, /Another process \(\d+\) has the database .* open\. Stop the service first\./);
      const { write } = await service.account();
      await service.call(write, 'POST', '/me/students', { studentUid: '10010', tier: 3, weaponTier: 0 });
      let written = 0;
      const writing = (async () => {
        for (let level = 1; busy; level = (level % 90) + 1, written += 1) {
          const { status } = await service.call(write, 'PATCH', '/me/students/10010', { level });
          assert.equal(status, 200);
        }
      })();
      await until('there are writes', () => written > 0);
      for (let round = 0; round < 3; round += 1) await assert.rejects(restore(), /has the database .* open/);
      busy = false;
      await writing;
    } finally {
      busy = false;
      assert.equal(await service.stop(), 0);
    }
    assert.deepEqual(others(), []);
  });

  test('while a service still has the file that was deleted', async (t) => {
    if (process.platform !== 'linux') return t.skip('only Linux shows it');
    const service = await startService({ database });
    try {
      await rm(file);
      await assert.rejects(restore(), /Another process \(\d+\) has the database/);
      assert.ok(!readdirSync(folder).includes('rollbook.db'));
    } finally {
      await service.stop();
    }
  });

  test('while another program has the database open that holds no lock', async (t) => {
    if (process.platform !== 'linux') return t.skip('only Linux shows it');
    await laterDatabase();
    await restore();
    // As it was restored, the file is not in WAL mode.
    const holder = new DatabaseSync(file);
    t.after(() => holder.close());
    holder.prepare('SELECT count(*) FROM account').get();
    await refuses(backup, new RegExp(`Another process \\(${process.pid}\\) has the database`));
  });

  const BAD: Record<string, [make: (path: string) => Promise<unknown>, sentence: RegExp]> = {
    'a backup that does not exist': [async () => {}, /There is no backup at/],
    'a folder': [(path) => mkdir(path), /is not a file/],
    'an empty file': [(path) => writeFile(path, ''), /not a database of Rollbook's/],
    'a text': [(path) => writeFile(path, 'some text\n'.repeat(1000)), /damaged, or is not a SQLite database/],
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
    'a backup that was cut off': [
      async (path) => {
        await copyFile(backup, path);
        await truncate(path, (await stat(path)).size - 4096 * 3);
      },
      /damaged/,
    ],
    'a backup with a page of something else in the middle': [
      async (path) => {
        await copyFile(backup, path);
        const opened = await open(path, 'r+');
        const { size } = await opened.stat();
        await opened.write(randomBytes(4096), 0, 4096, Math.floor(size / 8192) * 4096);
        await opened.close();
      },
      /damaged/,
    ],
    'a backup whose rows break their table': [
      async (path) => {
        await copyFile(backup, path);
        const opened = new DatabaseSync(path, { enableForeignKeyConstraints: false });
        opened.exec("INSERT INTO planner VALUES ('nobody', 'p', '{}')");
        opened.close();
      },
      /damaged: planner/,
    ],
  };
  for (const [what, [make, sentence]] of Object.entries(BAD))
    test(`${what}, and changes nothing`, async () => {
      await laterDatabase();
      const bad = join(shared, `bad-${count}`);
      await make(bad);
      await refuses(bad, sentence);
      assert.deepEqual(await accountsIn(file), ['later']);
    });

  test('the database itself, by whatever name', async () => {
    await laterDatabase();
    await refuses(file, /is the database itself/);
    const link = join(shared, `self-${count}.db`);
    await symlink(file, link);
    await refuses(link, /is the database itself/);
  });

  test('to replace the database of another program', async () => {
    const other = new DatabaseSync(file);
    other.exec('CREATE TABLE theirs (id)');
    other.close();
    await refuses(backup, /not one of Rollbook's/);
  });

  test('a folder in the place of the database', async () => {
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
    test(`that ${signal} ends in the middle changes nothing, and exits with ${exitCode}`, async (t) => {
      // A machine that stands still for a moment lets one of them come to its end first, but not every time.
      for (let attempt = 0; attempt < 10; attempt += 1) {
        await rm(folder, { recursive: true });
        await mkdir(folder);
        await laterDatabase();
        const restoring = startCommand(t, database, ['restore', large]);
        await until('a copy begins', () => others().length > 0);
        restoring.process.kill(signal);
        const { code, stderr } = await restoring.ended;
        if (code === 0) continue;
        assert.equal(code, exitCode, stderr);
        assert.deepEqual(others(), []);
        assert.deepEqual(await accountsIn(file), ['later']);
        return;
      }
      assert.fail('no restore was still under way when the signal came');
    });

  test('that is killed at any moment leaves one whole database or the other at its place', async (t) => {
    await laterDatabase();
    const began = Date.now();
    assert.equal((await startCommand(t, database, ['restore', large]).ended).code, 0);
    const took = Date.now() - began;
    let killed = 0;
    for (let round = 0; round < 16; round += 1) {
      await rm(folder, { recursive: true });
      await mkdir(folder);
      await laterDatabase();
      const restoring = startCommand(t, database, ['restore', large]);
      // Most of them where the files change their names.
      await pause(took * (0.4 + (round / 16) * 0.7));
      restoring.process.kill('SIGKILL');
      if ((await restoring.ended).code === null) killed += 1;
      const accounts = await accountsIn(file);
      const kept = readdirSync(folder).filter((name) => /before-restore-[^-]*Z$/.test(name));
      if (accounts[0] === 'large')
        assert.deepEqual(await accountsIn(join(folder, String(kept[0]))), ['later']);
      else assert.deepEqual(accounts, ['later']);
      await until('the copy is removed', () => others().every((name) => !name.includes('.partial')));
    }
    assert.ok(killed > 0, 'some were killed');
  });

  test('beside services that start meanwhile lets none of them serve the file of before', async (t) => {
    for (let round = 0; round < 6; round += 1) {
      await rm(folder, { recursive: true });
      await mkdir(folder);
      await laterDatabase();
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
      // What the service had acknowledged is in the file that has the name.
      const records = await query(database, 'SELECT student_uid FROM student_record');
      assert.deepEqual(records, [{ student_uid: '10010' }]);
      assert.ok((await accountsIn(file)).includes(code === 0 ? 'written' : 'later'));
      if (code !== 0) assert.match(stderr, /has the database .* open/);
    }
  });
});
