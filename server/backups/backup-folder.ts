import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { type Config, isPostgres, sqlitePath } from '../config.ts';
import { describeFolderError } from '../errors/file-errors.ts';
import { UserError } from '../errors/user-error.ts';

export type BackupKind = 'daily' | 'migration';

export interface BackupFolder {
  readonly path: string;
  /** Begins the names of its backups, so that those of another database in the folder do not pass for them. */
  readonly databaseName: string;
}

export interface BackupFile {
  /** The absolute path. */
  readonly file: string;
  readonly kind: BackupKind;
  /** When the copy began, in milliseconds; to the second. */
  readonly at: number;
  readonly bytes: number;
}

/** ROLLBOOK_BACKUPS that makes no backups. */
const OFF = 'off';
const DEFAULT_FOLDER = 'backups';
/** Such as rollbook-daily-20261124T031500Z.db, in UTC. */
const FILE_NAME = /^(.+)-(daily|migration)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;

/** Where backups are made by themselves; undefined if they are off, or the database is PostgreSQL. */
export function backupFolder({
  backups,
  database,
}: Pick<Config, 'backups' | 'database'>): BackupFolder | undefined {
  if (isPostgres(database) || backups === OFF) return undefined;
  const file = resolve(sqlitePath(database));
  return {
    path: backups === '' ? join(dirname(file), DEFAULT_FOLDER) : resolve(backups),
    databaseName: basename(file, extname(file)),
  };
}

/** True if ROLLBOOK_BACKUPS names a folder that is not used. */
export const isBackupFolderUnused = ({ backups, database }: Pick<Config, 'backups' | 'database'>): boolean =>
  isPostgres(database) && backups !== '' && backups !== OFF;

/** The complete backups, newest first; none if there is no folder. Throws a UserError if the folder cannot be read. */
export function listBackups(folder: BackupFolder): BackupFile[] {
  return readNames(folder.path)
    .flatMap((name) => {
      const backup = parseFileName(folder, name);
      const file = join(folder.path, name);
      const bytes = backup && readEntry(file)?.size;
      // On a file system without hard links, an empty file reserves the name until the copy is complete.
      return backup && bytes ? [{ file, ...backup, bytes }] : [];
    })
    .sort((one, other) => other.at - one.at);
}

export const backupFileName = ({ databaseName }: BackupFolder, kind: BackupKind, at: number): string =>
  `${databaseName}-${kind}-${new Date(at).toISOString().replace(/\.\d+|[-:]/g, '')}.db`;

/** Undefined if it is not the name of a backup of this database. */
export function parseFileName(
  { databaseName }: BackupFolder,
  name: string,
): Pick<BackupFile, 'kind' | 'at'> | undefined {
  const [, begin, kind, ...parts] = FILE_NAME.exec(name) ?? [];
  if (kind === undefined || begin !== databaseName) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const at = Date.UTC(year, month - 1, day, hour, minute, second);
  return { kind: kind as BackupKind, at };
}

/** Undefined for all but a file, such as a link, and for what cannot be read: it must not hide the other backups. */
export function readEntry(path: string): Stats | undefined {
  try {
    const stats = lstatSync(path);
    return stats.isFile() ? stats : undefined;
  } catch {
    return undefined;
  }
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new UserError(describeFolderError(folder, error), { cause: error });
  }
}
