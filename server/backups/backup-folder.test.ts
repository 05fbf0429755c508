import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { type BackupFile, backupFileName, backupFolder, listBackups } from './backup-folder.ts';
import { formatBytes } from './format-bytes.ts';
import { findOldBackups, removeOldBackups } from './remove-old-backups.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 24, 3, 15);

test('backups go beside the database unless a folder is named, and nowhere if they are off or it is PostgreSQL', () => {
  const database = 'sqlite:data/rollbook.db';
  const databaseName = 'rollbook';
  assert.deepEqual(backupFolder({ backups: '', database }), { path: resolve('data/backups'), databaseName });
  assert.deepEqual(backupFolder({ backups: '/mnt/nas', database }), { path: '/mnt/nas', databaseName });
  assert.equal(backupFolder({ backups: 'off', database }), undefined);
  assert.equal(backupFolder({ backups: '/mnt/nas', database: 'postgres://host/rollbook' }), undefined);
});

test('lists complete backups of one database only, newest first, and none in a folder that does not exist', (t) => {
  const path = mkdtempSync(join(tmpdir(), 'rollbook-folder-'));
  t.after(() => rmSync(path, { recursive: true }));
  const folder = { path, databaseName: 'rollbook' };
  assert.deepEqual(listBackups({ ...folder, path: join(path, 'none') }), []);
  for (const name of [
    'rollbook-daily-20261123T031500Z.db',
    'rollbook-migration-20261124T031500Z.db',
    'rollbook-daily-20261122T235959Z.db',
    'rollbook-daily-20261124T031500Z.db.0a1b2c3d4e5f.partial',
    'rollbook-2026-11-21.db',
    // Of a copy beside it, on which an upgrade is tried.
    'copy-daily-20261124T031500Z.db',
    'rollbook-copy-daily-20261124T031500Z.db',
    'notes.txt',
  ])
    writeFileSync(join(path, name), name);
  writeFileSync(join(path, 'rollbook-daily-20261124T040000Z.db'), '');
  assert.deepEqual(
    listBackups(folder).map(({ kind, at, bytes }) => [kind, new Date(at).toISOString(), bytes]),
    [
      ['migration', '2026-11-24T03:15:00.000Z', 38],
      ['daily', '2026-11-23T03:15:00.000Z', 34],
      ['daily', '2026-11-22T23:59:59.000Z', 34],
    ],
  );
  assert.throws(
    () => listBackups({ ...folder, path: join(path, 'notes.txt') }),
    /notes\.txt is not a folder/,
  );
  assert.equal(backupFileName(folder, 'daily', NOW + 999), 'rollbook-daily-20261124T031500Z.db');
});

test('links, folders and what cannot be read are no backups, and hide none', {
  skip: process.platform === 'win32',
}, (t) => {
  const path = mkdtempSync(join(tmpdir(), 'rollbook-folder-'));
  t.after(() => rmSync(path, { recursive: true }));
  const nameOf = (minute: number) => join(path, `rollbook-daily-20261124T03${minute}00Z.db`);
  writeFileSync(nameOf(10), 'backup');
  symlinkSync(nameOf(11), nameOf(11));
  symlinkSync(nameOf(10), nameOf(12));
  symlinkSync(join(path, 'none'), nameOf(13));
  mkdirSync(nameOf(14));
  assert.deepEqual(
    listBackups({ path, databaseName: 'rollbook' }).map(({ file }) => file),
    [nameOf(10)],
  );
});

test('an old backup that cannot be removed keeps no other from being removed', (t) => {
  const path = mkdtempSync(join(tmpdir(), 'rollbook-folder-'));
  t.after(() => rmSync(path, { recursive: true }));
  const backups = Array.from({ length: 9 }, (_, day): BackupFile => {
    const file = join(path, `${day}`);
    if (day === 7) mkdirSync(file);
    else writeFileSync(file, '');
    return { file, kind: 'daily', at: NOW - day * 24 * HOUR_MS, bytes: 1 };
  });
  assert.throws(() => removeOldBackups(backups, NOW), /EISDIR|is a directory/);
  assert.deepEqual(
    backups.map(({ file }) => existsSync(file)),
    [true, true, true, true, true, true, true, true, false],
  );
});

test('the newest seven of each kind stay, and those of a clock that was ahead count as the oldest', () => {
  const files = (kind: BackupFile['kind'], hours: number[]): BackupFile[] =>
    hours.map((hour) => ({ file: `${kind} ${hour}`, kind, at: NOW + hour * HOUR_MS, bytes: 1 }));
  const old = findOldBackups(
    [
      ...files('daily', [90_000, 50_000, 0, -24, -48, -72, -96, -120, -144, -168]),
      ...files('migration', [-1, -2, -3, -4, -5, -6, -7]),
    ],
    NOW,
  );
  assert.deepEqual(
    old.map(({ file }) => file),
    ['daily -168', 'daily 50000', 'daily 90000'],
  );
});

test('sizes are written with two digits or more', () => {
  assert.deepEqual([0, 999, 192_512, 1_400_000, 615e9].map(formatBytes), [
    '0 B',
    '999 B',
    '193 kB',
    '1.4 MB',
    '615 GB',
  ]);
});
