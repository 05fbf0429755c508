import assert from 'node:assert/strict';
import {
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { addAccount } from '../../test/add-account.ts';
import { newDatabase } from '../../test/database.ts';
import { UNPRIVILEGED } from '../../test/postgres/cluster.ts';
import { until } from '../../test/until.ts';
import { sqlitePath } from '../config.ts';
import { openStore } from '../store/open-store.ts';
import { copyOwner } from '../store/sqlite/database-files.ts';
import { verifyBackup } from '../store/sqlite/verify-backup.ts';
import { type BackupKind, backupFileName, listBackups } from './backup-folder.ts';
import { lockBackups } from './backup-lock.ts';
import { BackupScheduler } from './backup-scheduler.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A database, the folder of its backups, and a clock that the test moves. */
async function createFixture(t: TestContext) {
  const created = await newDatabase('sqlite');
  const { store } = await openStore(created.address, { create: true, migrate: true });
  await addAccount(store, 'a', { name: 'arona' });
  const database = sqlitePath(created.address);
  const backups = { path: join(dirname(database), 'backups'), databaseName: 'rollbook' };
  const { path: folder } = backups;
  const fileName = (kind: BackupKind, at: number) => backupFileName(backups, kind, at);
  const clock = { ms: Date.UTC(2026, 10, 24, 3, 15), isDoubted: false };
  const lines: string[] = [];
  const running: BackupScheduler[] = [];
  t.after(async () => {
    await Promise.all(running.map((scheduler) => scheduler.stop()));
    await store.close();
    await created.remove();
  });
  return {
    database,
    folder,
    backups,
    fileName,
    clock,
    lines,
    names: () => readdirSync(folder).sort(),
    start() {
      const scheduler = new BackupScheduler({
        database,
        folder: backups,
        now: () => clock.ms,
        mayRemove: async () => !clock.isDoubted,
        logger: {
          info: (_, message) => void lines.push(message),
          warn: (details, message) => void lines.push(`${message}: ${JSON.stringify(details)}`),
        },
        delays: { firstMs: 0, checkMs: 5, retryMs: HOUR_MS },
      });
      running.push(scheduler);
      return scheduler;
    },
  };
}

test('several processes make one backup a day, keep seven, and remove what a killed one left', async (t) => {
  const { database, folder, backups, fileName, clock, lines, names, start } = await createFixture(t);
  const schedulers = [start(), start(), start()];
  const startedAt = clock.ms;
  await until('each sees the first backup', () => schedulers.every(({ lastAt }) => lastAt === startedAt));
  assert.deepEqual(names(), [fileName('daily', startedAt)]);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  const [first] = listBackups(backups);
  assert.ok(first);
  assert.equal(statSync(first.file).mode & 0o777, 0o600);
  assert.deepEqual(await verifyBackup(first.file), { accounts: 1, students: 0 });

  for (let day = 1; day <= 6; day += 1)
    copyFileSync(first.file, join(folder, fileName('daily', startedAt - day * DAY_MS)));
  copyFileSync(first.file, join(folder, fileName('migration', startedAt - 60 * DAY_MS)));
  writeFileSync(join(folder, `${fileName('daily', startedAt)}.0a1b2c3d4e5f.partial`), 'killed');
  clock.ms += DAY_MS;
  await until('each sees the second one', () =>
    schedulers.every(({ lastAt, problem }) => lastAt === clock.ms && problem === null),
  );
  assert.deepEqual(names(), [
    ...[5, 4, 3, 2, 1, 0, -1].map((day) => fileName('daily', startedAt - day * DAY_MS)),
    fileName('migration', startedAt - 60 * DAY_MS),
  ]);
  assert.deepEqual(lines, ['the daily backup was made', 'the daily backup was made']);
  assert.deepEqual(
    readdirSync(dirname(database)).filter((name) => name.includes('lock')),
    [],
  );
});

test('links that loop and folders with the names of backups keep none from being made', {
  skip: process.platform === 'win32',
}, async (t) => {
  const { folder, fileName, clock, lines, names, start } = await createFixture(t);
  const [loop, ownFolder, partial] = [
    fileName('daily', clock.ms - DAY_MS),
    fileName('migration', clock.ms - DAY_MS),
    `${fileName('daily', clock.ms - 2 * DAY_MS)}.0a1b2c3d4e5f.partial`,
  ] as const;
  mkdirSync(folder);
  symlinkSync(loop, join(folder, loop));
  for (const name of [ownFolder, partial]) mkdirSync(join(folder, name));
  const scheduler = start();
  await until('the backup is made', () => scheduler.lastAt === clock.ms);
  assert.deepEqual(names(), [loop, ownFolder, partial, fileName('daily', clock.ms)].toSorted());
  assert.deepEqual([lines, scheduler.problem], [['the daily backup was made'], null]);
});

test('a backup that restore would refuse for what was added to the database is made, and told of', async (t) => {
  const { database, backups, lines, start } = await createFixture(t);
  using outside = new DatabaseSync(database, { timeout: 5000 });
  outside.exec('CREATE TABLE notes (text)');
  const scheduler = start();
  await until('the backup is told of', () => lines.length === 2);
  assert.match(lines[1] ?? '', /restore refuses this backup until that is undone: .*table notes was added/);
  assert.equal(scheduler.problem, null);
  const [made] = listBackups(backups);
  assert.equal((await verifyBackup(made?.file ?? '')).difference, 'table notes was added');
});

test('a damaged backup pushes out none, is tried again after an hour, and is told as a problem until one succeeds', async (t) => {
  const { database, folder, fileName, clock, lines, names, start } = await createFixture(t);
  const outside = new DatabaseSync(database, { enableForeignKeyConstraints: false, timeout: 5000 });
  t.after(() => outside.close());
  outside.exec("INSERT INTO growth_goal (account_id, student_uid, goal) VALUES ('nobody', '10010', '{}')");
  mkdirSync(folder);
  const old = Array.from({ length: 7 }, (_, day) => fileName('daily', clock.ms - (day + 1) * DAY_MS));
  for (const name of old) writeFileSync(join(folder, name), 'an older backup');
  const scheduler = start();
  await until('the backup fails', () => scheduler.problem === 'failed');
  assert.deepEqual(names(), old.toSorted());
  assert.match(lines[0] ?? '', /growth_goal has rows without their account/);
  assert.equal(scheduler.lastAt, clock.ms - DAY_MS);

  outside.exec("DELETE FROM growth_goal WHERE account_id = 'nobody'");
  clock.ms += HOUR_MS;
  await until('the next attempt succeeds', () => scheduler.problem === null);
  assert.equal(scheduler.lastAt, clock.ms);
  assert.equal(lines.length, 2);
  assert.deepEqual(names(), [...old.slice(0, 6), fileName('daily', clock.ms)].toSorted());
});

test('a clock that is wrong for a while removes no backup', async (t) => {
  const { folder, fileName, clock, names, start } = await createFixture(t);
  mkdirSync(folder);
  const { ms: right } = clock;
  const old = Array.from({ length: 7 }, (_, day) => fileName('daily', right - (day + 1) * DAY_MS));
  for (const name of old) writeFileSync(join(folder, name), 'an older backup');
  const wrong = right + 90 * DAY_MS;
  Object.assign(clock, { ms: wrong, isDoubted: true });
  const scheduler = start();
  await until('a backup is made by the wrong clock', () => scheduler.lastAt === wrong);
  await scheduler.stop();
  assert.deepEqual(names(), [...old, fileName('daily', wrong)].toSorted());
  Object.assign(clock, { ms: right, isDoubted: false });
  start();
  const kept = [fileName('daily', right), ...old.slice(0, 6)].toSorted();
  await until('the next one takes the place of the oldest', () => names().join() === kept.join());
});

test('a backup that a stop interrupts leaves nothing behind', async (t) => {
  const { folder, lines, start } = await createFixture(t);
  const scheduler = start();
  await until('a copy begins', () => existsSync(folder) && readdirSync(folder).length > 0);
  await scheduler.stop();
  // On a busy machine the backup may have been complete.
  const left = readdirSync(folder).filter((name) => name.includes('partial'));
  assert.deepEqual([left, scheduler.problem, lines.length], [[], null, readdirSync(folder).length]);
});

test('a folder that cannot be made is a problem and ends nothing', async (t) => {
  const { folder, clock, lines, start } = await createFixture(t);
  writeFileSync(folder, 'a file');
  const scheduler = start();
  await until('the backup fails', () => scheduler.problem === 'failed');
  assert.match(lines[0] ?? '', /is not a folder/);
  rmSync(folder);
  clock.ms += HOUR_MS;
  await until('the next attempt succeeds', () => scheduler.lastAt === clock.ms);
});

test('a link in place of the lock is not followed, so that root gives no file away', async (t) => {
  const { database } = await createFixture(t);
  const other = `${database}.other`;
  writeFileSync(other, '');
  symlinkSync(other, `${database}.backup-lock`);
  assert.throws(() => lockBackups(database), { code: 'ELOOP' });
  if (process.getuid?.() !== 0) return;
  chownSync(database, UNPRIVILEGED, UNPRIVILEGED);
  copyOwner(database, `${database}.backup-lock`);
  assert.equal(statSync(other).uid, 0);
  assert.equal(lstatSync(`${database}.backup-lock`).uid, UNPRIVILEGED);
});
