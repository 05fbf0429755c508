import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDiskLow } from '../../contract/health-bounds.ts';
import { backupFolder } from '../../server/backups/backup-folder.ts';
import { readDiskSpace } from '../../server/backups/disk-space.ts';
import { formatBytes } from '../../server/backups/format-bytes.ts';
import { type Config, isPostgres, sqlitePath } from '../../server/config.ts';
import { SIDE_FILE_SUFFIXES } from '../../server/store/sqlite/database-files.ts';
import { failure, ok, type Result, warning } from './result.ts';

const { R_OK, W_OK, X_OK } = constants;
const OTHERS_MAY_READ = 0o004;
/** The write-ahead log takes as much before it is copied into the database. */
const MIN_FREE_BYTES = 32 * 1_048_576;
const MAKE_ROOM = 'Make room: remove old files, such as *.before-restore-*, or enlarge the disk.';

/** Whether the server may read and write its files, and others may not. */
export function checkFiles({ database }: Config): Result | Result[] {
  const file = resolve(sqlitePath(database));
  if (isPostgres(database) || !existsSync(file)) return [];
  const stats = statSync(file);
  // Its rights are of no concern here: who names the folder of the database must not be told to close it.
  if (!stats.isFile()) return [];
  const { uid, gid, mode } = stats;
  const files = ['', ...SIDE_FILE_SUFFIXES].map((suffix) => file + suffix).filter((one) => existsSync(one));
  const problems = [
    ...files.flatMap((one) => findRights(one, R_OK | W_OK, 'chmod u+rw')),
    ...findRights(dirname(file), R_OK | W_OK | X_OK, 'chmod u+rwx'),
    // As after a command that another user has run.
    ...files
      .filter((one) => statSync(one).uid !== uid)
      .map((one) =>
        failure(`${one} belongs to another user than the database`, `chown ${uid}:${gid} ${one}`),
      ),
  ];
  if (process.platform !== 'win32' && (mode & OTHERS_MAY_READ) !== 0)
    problems.push(warning(`every user of this machine may read ${file}`, `chmod o= ${file}`));
  if (problems.length > 0) return problems;
  if (process.getuid?.() === 0 && uid !== 0)
    return warning(
      `they belong to user ${uid}, and root may do everything, so that user's rights were not tried`,
      `Run this as the user of the server: sudo -u '#${uid}' rollbook doctor`,
    );
  return ok(`this user may read and write ${file} and its folder`);
}

function findRights(path: string, rights: number, remedy: string): Result[] {
  try {
    accessSync(path, rights);
    return [];
  } catch {
    return [
      failure(
        `this user may not read and write ${path}`,
        `Run this as the user of the server. If it is that user: ${remedy} ${path}`,
      ),
    ];
  }
}

/** Whether the disk has room for the database, its log and its backups. PostgreSQL's is on another machine. */
export function checkDisk(config: Config): Result[] {
  if (isPostgres(config.database)) return [];
  const file = resolve(sqlitePath(config.database));
  const folder = dirname(file);
  if (!existsSync(folder)) return [];
  const bytes = existsSync(file) ? statSync(file).size : 0;
  const backups = backupFolder(config)?.path;
  const hasOwnDisk =
    backups !== undefined && existsSync(backups) && statSync(backups).dev !== statSync(folder).dev;
  return (hasOwnDisk ? [folder, backups] : [folder]).map((one) => {
    const { freeBytes, totalBytes } = readDiskSpace(one);
    const found = `${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} are free in ${one}`;
    if (freeBytes < MIN_FREE_BYTES) return failure(`the disk is full: ${found}`, MAKE_ROOM);
    return isDiskLow(freeBytes, bytes)
      ? warning(`${found}, little beside a database of ${formatBytes(bytes)}`, MAKE_ROOM)
      : ok(found);
  });
}
