import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDiskLow } from '../../contract/health-bounds.ts';
import { backupFolder } from '../../server/backups/backup-folder.ts';
import { readDiskSpace } from '../../server/backups/disk-space.ts';
import { formatBytes } from '../../server/backups/format-bytes.ts';
import { isPostgres, sqlitePath } from '../../server/config.ts';
import { type Check, failure, ok, warning } from './check.ts';

/** The write-ahead log takes as much before it is copied into the database. */
const MIN_FREE_BYTES = 32 * 1_048_576;
const ADVICE = 'Make room: remove old files, such as *.before-restore-*, or enlarge the disk.';

/** Whether the disk has room for the database, its log and its backups. PostgreSQL's is on another machine. */
export const checkDisk: Check = ({ config, isValid }) => {
  if (!isValid('database') || isPostgres(config.database)) return [];
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
    if (freeBytes < MIN_FREE_BYTES) return failure(`the disk is full: ${found}`, ADVICE);
    return isDiskLow(freeBytes, bytes)
      ? warning(`${found}, little beside a database of ${formatBytes(bytes)}`, ADVICE)
      : ok(found);
  });
};
